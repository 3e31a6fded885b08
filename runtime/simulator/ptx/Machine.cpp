//===- Machine.cpp --------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "Execution.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace amp::rt::simulator::ptx {

namespace {

std::string text(Extent e) {
  return "(" + std::to_string(e.x) + "," + std::to_string(e.y) + "," +
         std::to_string(e.z) + ")";
}

uint32_t roundUp(uint32_t value, uint32_t to) {
  return (value + to - 1) / to * to;
}

} // namespace

Limits Limits::fromEnvironment() {
  Limits limits;
  if (const char *value = std::getenv("AMP_SIMULATOR_MAX_INSTRUCTIONS")) {
    char *end = nullptr;
    unsigned long long number = std::strtoull(value, &end, 10);
    if (end != value && !*end && number)
      limits.instructions = number;
  }
  return limits;
}

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

Machine::Machine(const Module &module, const Kernel &kernel, Extent grid,
                 Extent block, uint32_t dynamicSharedBytes,
                 const std::vector<std::byte> &parameters, Memory &memory,
                 Counters &counters, const Limits &limits)
    : module(module), kernel(kernel), code(*kernel.code), grid(grid),
      block(block), parameters(parameters), memory(memory), counters(counters),
      limits(limits), threads(uint32_t(block.count())),
      stride(roundUp(threads, 64)), instructionsAtStart(counters.instructions),
      lastRegion(code.instructions.size()),
      sharedBytes((code.usesDynamicShared ? code.dynamicSharedOffset
                                          : kernel.sharedBytes) +
                  dynamicSharedBytes),
      shared(sharedBytes), sharedWritten((sharedBytes + 63) / 64),
      sharedShadow(sharedBytes), local(size_t(kernel.localBytes) * threads),
      localWritten(local.size()), hostPointers(stride), exited(threads) {
  size_t bytes = size_t(code.registerBytes) * stride;
  // Not zeros: no register is read before it is written.
  registerStorage.reset(new std::byte[bytes + 64]);
  registers = registerStorage.get();
  registers += -reinterpret_cast<uintptr_t>(registers) & 63;
  assigned.resize(code.checked.size() * size_t(stride));
  fillRegisters();
}

/// Fills a register with a value per thread.
template <class Function>
static void fill(Machine &machine, const Filled &filled, uint32_t count,
                 Function &&value) {
  switch (filled.bytes) {
  case 1:
    for (uint32_t i = 0; i < count; ++i)
      machine.reg<uint8_t>(filled.offset)[i] = uint8_t(value(i));
    break;
  case 2:
    for (uint32_t i = 0; i < count; ++i)
      machine.reg<uint16_t>(filled.offset)[i] = uint16_t(value(i));
    break;
  case 4:
    for (uint32_t i = 0; i < count; ++i)
      machine.reg<uint32_t>(filled.offset)[i] = uint32_t(value(i));
    break;
  default:
    for (uint32_t i = 0; i < count; ++i)
      machine.reg<uint64_t>(filled.offset)[i] = value(i);
    break;
  }
}

void Machine::fillRegisters() {
  for (const Filled &filled : code.filled) {
    if (filled.kind != Filled::SpecialRegister) {
      uint64_t value = filled.value;
      if (filled.kind == Filled::GlobalAddress)
        value += module.variables()[filled.variable].address;
      else if (filled.kind == Filled::DynamicShared)
        value += kFirstSharedOffset + code.dynamicSharedOffset;
      fill(*this, filled, stride, [&](uint32_t) { return value; });
      continue;
    }
    fill(*this, filled, stride, [&](uint32_t i) -> uint64_t {
      uint32_t lane = i % 32;
      switch (filled.special) {
      case Special::TidX:
        return i % block.x;
      case Special::TidY:
        return i / block.x % block.y;
      case Special::TidZ:
        return i / block.x / block.y;
      case Special::NtidX:
        return block.x;
      case Special::NtidY:
        return block.y;
      case Special::NtidZ:
        return block.z;
      case Special::NctaidX:
        return grid.x;
      case Special::NctaidY:
        return grid.y;
      case Special::NctaidZ:
        return grid.z;
      case Special::LaneId:
        return lane;
      case Special::WarpId:
        return i / 32;
      case Special::NWarpId:
        return (threads + 31) / 32;
      case Special::LaneMaskEq:
        return UINT64_C(1) << lane;
      case Special::LaneMaskLt:
        return (UINT64_C(1) << lane) - 1;
      case Special::LaneMaskLe:
        return (UINT64_C(2) << lane) - 1;
      case Special::LaneMaskGt:
        return uint32_t(~((UINT64_C(2) << lane) - 1));
      case Special::LaneMaskGe:
        return uint32_t(~((UINT64_C(1) << lane) - 1));
      case Special::NSmId:
      case Special::One:
        return 1;
      case Special::DynamicSharedBytes:
        return code.usesDynamicShared ? sharedBytes - code.dynamicSharedOffset
                                      : sharedBytes - kernel.sharedBytes;
      case Special::TotalSharedBytes:
        return sharedBytes;
      default: // of the block, or zero
        return 0;
      }
    });
  }
}

void Machine::fillBlock() {
  for (const Filled &filled : code.filled) {
    if (filled.kind != Filled::SpecialRegister)
      continue;
    uint32_t value = 0;
    switch (filled.special) {
    case Special::CtaidX:
      value = blockIndex.x;
      break;
    case Special::CtaidY:
      value = blockIndex.y;
      break;
    case Special::CtaidZ:
      value = blockIndex.z;
      break;
    default:
      continue;
    }
    fill(*this, filled, stride, [&](uint32_t) { return value; });
  }
  theOrder.beginBlock(threads);
  std::fill(assigned.begin(), assigned.end(), 0);
  if (sharedBytes) {
    std::memset(shared.data(), 0xff, shared.size());
    std::fill(sharedWritten.begin(), sharedWritten.end(), 0);
    sharedShadow.clear();
    sharedRegion = {0,
                    sharedBytes,
                    shared.data(),
                    sharedWritten.data(),
                    &sharedShadow,
                    /*isConstant=*/false};
  }
  std::fill(localWritten.begin(), localWritten.end(), 0);
  std::fill(exited.begin(), exited.end(), 0);
  numExited = 0;
  copies.clear();
  copyGroups.assign(threads, 0);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

std::string Machine::textOfThread(uint32_t thread) const {
  Extent at;
  at.x = thread % block.x;
  at.y = thread / block.x % block.y;
  at.z = thread / block.x / block.y;
  return text(at);
}

void Machine::fail(cuda::CUresult result, const Instruction &instruction,
                   uint32_t thread, const std::string &what) {
  if (fault)
    return;
  fault.result = result;
  fault.message = "kernel '" + kernel.name + "', PTX line " +
                  std::to_string(instruction.line) + " '" +
                  code.textOf(instruction) + "', block " + text(blockIndex) +
                  ", thread " + textOfThread(thread) + ": " + what;
}

std::string Machine::describe(Space space, uint64_t address) const {
  switch (space) {
  case Space::Shared:
    return "shared memory has " + std::to_string(sharedBytes) +
           " bytes, from address " + std::to_string(kFirstSharedOffset) + " on";
  case Space::Local:
    return "local memory has " + std::to_string(kernel.localBytes) +
           " bytes, from address " + std::to_string(kFirstLocalOffset) + " on";
  case Space::Parameter:
    return "the parameters have " + std::to_string(kernel.parameterBytes) +
           " bytes";
  default:
    break;
  }
  if (address >= kParameterWindow && address < kLocalWindow + kWindowBytes)
    return "an address of shared or local memory or of a parameter";
  return memory.describe(address);
}

std::string Machine::textOfAccess(AccessKind kind, uint32_t bytes,
                                  uint64_t address, Space space) const {
  static const char *const verbs[] = {"reads", "writes", "updates"};
  static const char *const spaces[] = {"",        "global ", "constant ",
                                       "shared ", "local ",  "parameter "};
  char number[32];
  snprintf(number, sizeof(number), "0x%llx",
           static_cast<unsigned long long>(address));
  return std::string(verbs[unsigned(kind)]) + " " + std::to_string(bytes) +
         (bytes == 1 ? " byte" : " bytes") + " at " + spaces[unsigned(space)] +
         number;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Region *Machine::globalRegion(const Instruction &instruction,
                              uint64_t address) {
  Region *&last = lastRegion[&instruction - code.instructions.data()];
  if (last && address - last->begin < last->bytes)
    return last;
  Allocation *allocation = memory.find(address);
  if (!allocation)
    return nullptr;
  auto [it, isNew] = regions.try_emplace(allocation->address);
  if (isNew) {
    it->second.shadow = std::make_unique<Shadow>(allocation->bytes);
    it->second.region = {allocation->address,     allocation->bytes,
                         allocation->data.get(),  allocation->written.data(),
                         it->second.shadow.get(), allocation->isConstant};
  }
  last = &it->second.region;
  return last;
}

/// The first of some bits that is not set; `first + count` if all are.
static uint64_t firstUnset(const uint64_t *bits, uint64_t first,
                           uint64_t count) {
  for (uint64_t i = first; i < first + count;) {
    uint64_t shift = i % 64;
    uint64_t here = std::min<uint64_t>(64 - shift, first + count - i);
    uint64_t mask = here == 64 ? ~UINT64_C(0) : (UINT64_C(1) << here) - 1;
    uint64_t missing = ~(bits[i / 64] >> shift) & mask;
    if (missing)
      return i + uint64_t(__builtin_ctzll(missing));
    i += here;
  }
  return first + count;
}

static void setBits(uint64_t *bits, uint64_t first, uint64_t count) {
  for (uint64_t i = first; i < first + count;) {
    uint64_t shift = i % 64;
    uint64_t here = std::min<uint64_t>(64 - shift, first + count - i);
    uint64_t mask = here == 64 ? ~UINT64_C(0) : (UINT64_C(1) << here) - 1;
    bits[i / 64] |= mask << shift;
    i += here;
  }
}

/// Accesses of threads one after the other (or, with a stride of 0, of the same
/// bytes) to memory that has bits and a shadow.
bool Machine::resolveRange(const Instruction &in, Region &region,
                           uint64_t offset, uint32_t bytes, uint32_t step,
                           uint32_t thread, uint32_t count, AccessKind kind,
                           Space space) {
  uint64_t all = step ? uint64_t(bytes) * count : bytes;
  uint64_t base =
      region.begin + (space == Space::Shared ? kFirstSharedOffset : 0);
  auto threadAt = [&](uint64_t at) {
    return thread + (step ? uint32_t((at - offset) / step) : 0);
  };
  if (kind != AccessKind::Load && region.isConstant) {
    fail(cuda::kCUDA_ERROR_ILLEGAL_ADDRESS, in, thread,
         textOfAccess(kind, bytes, base + offset, space) +
             ", which is constant memory: " + describe(space, base + offset));
    return false;
  }
  if (kind != AccessKind::Store) {
    uint64_t missing = firstUnset(region.written, offset, all);
    if (missing != offset + all) {
      uint32_t bad = threadAt(missing);
      uint64_t at =
          base + (step ? offset + uint64_t(bad - thread) * step : offset);
      fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, bad,
           textOfAccess(kind, bytes, at, space) +
               ", of which nothing was written at +" +
               std::to_string(base + missing - at) +
               (space == Space::Shared
                    ? " by this block: " + describe(space, at)
                    : ": " + describe(space, at)));
      return false;
    }
  }
  if (kind != AccessKind::Load)
    setBits(region.written, offset, all);
  Shadow::Kind shadowKind = kind == AccessKind::Load    ? Shadow::Read
                            : kind == AccessKind::Store ? Shadow::Write
                                                        : Shadow::Atomic;
  Shadow::Conflict conflict = region.shadow->access(
      theOrder, offset, bytes, step, thread, count, shadowKind, in.isStrong);
  if (conflict.found) {
    uint64_t at = base + offset + uint64_t(conflict.thread - thread) * step;
    std::string other = conflict.isManyThreads
                            ? "other threads"
                            : "thread " + textOfThread(conflict.otherThread);
    other += conflict.isOtherBlock ? " of another block" : " of this block";
    fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, conflict.thread,
         "race: " + textOfAccess(kind, bytes, at, space) + ", which " + other +
             (conflict.otherWrote ? " wrote" : " read") +
             " and nothing orders the two: " + describe(space, at));
    return false;
  }
  std::byte *data = region.data + offset;
  for (uint32_t i = 0; i < count; ++i)
    hostPointers[thread + i] = data + uint64_t(i) * step;
  return true;
}

bool Machine::resolveOne(const Instruction &in, uint32_t thread,
                         uint64_t address, uint32_t bytes, AccessKind kind,
                         Space space) {
  if (space == Space::Generic) {
    space = Space::Global;
    uint64_t window = address & ~(kWindowBytes - 1);
    if (window == kSharedWindow || window == kLocalWindow ||
        window == kParameterWindow) {
      space = window == kSharedWindow  ? Space::Shared
              : window == kLocalWindow ? Space::Local
                                       : Space::Parameter;
      address -= window;
    }
  }
  if (address % bytes) {
    fail(cuda::kCUDA_ERROR_MISALIGNED_ADDRESS, in, thread,
         textOfAccess(kind, bytes, address, space) +
             ", which is no multiple of " + std::to_string(bytes) + ": " +
             describe(space, address));
    return false;
  }
  auto outside = [&](const std::string &what) {
    fail(cuda::kCUDA_ERROR_ILLEGAL_ADDRESS, in, thread,
         textOfAccess(kind, bytes, address, space) + ": " + what);
    return false;
  };
  switch (space) {
  case Space::Shared: {
    uint64_t offset = address - kFirstSharedOffset;
    if (address < kFirstSharedOffset || bytes > sharedBytes ||
        offset > sharedBytes - bytes)
      return outside(describe(space, address));
    return resolveRange(in, sharedRegion, offset, bytes, bytes, thread, 1, kind,
                        space);
  }
  case Space::Local: {
    uint64_t offset = address - kFirstLocalOffset;
    if (address < kFirstLocalOffset || bytes > kernel.localBytes ||
        offset > kernel.localBytes - bytes)
      return outside(describe(space, address));
    if (kind == AccessKind::Atomic)
      return outside("an atomic on local memory");
    size_t at = size_t(thread) * kernel.localBytes + offset;
    uint8_t *marks = localWritten.data() + at;
    if (kind == AccessKind::Store) {
      std::memset(marks, 1, bytes);
    } else if (std::memchr(marks, 0, bytes)) {
      fail(
          cuda::kCUDA_ERROR_LAUNCH_FAILED, in, thread,
          textOfAccess(kind, bytes, address, space) +
              ", which this thread did not write: " + describe(space, address));
      return false;
    }
    hostPointers[thread] = local.data() + at;
    return true;
  }
  case Space::Parameter:
    if (bytes > parameters.size() || address > parameters.size() - bytes)
      return outside(describe(space, address));
    if (kind != AccessKind::Load)
      return outside("parameters of a kernel may not be written");
    hostPointers[thread] = const_cast<std::byte *>(parameters.data()) + address;
    return true;
  default:
    break;
  }
  Region *region = globalRegion(in, address);
  if (!region || bytes > region->bytes ||
      address - region->begin > region->bytes - bytes) {
    std::string what = describe(space, address);
    if (region)
      what =
          "the last of these bytes is " + memory.describe(address + bytes - 1);
    return outside(what);
  }
  if (space == Space::Constant && !region->isConstant)
    return outside("not constant memory: " + describe(space, address));
  return resolveRange(in, *region, address - region->begin, bytes, bytes,
                      thread, 1, kind, space);
}

bool Machine::resolve(const Instruction &in, const Lanes &lanes,
                      uint32_t operand, uint32_t bytes, AccessKind kind) {
  Place place = {in.operands[operand], in.targetBytes == 4, in.immediate,
                 in.space};
  return resolve(in, lanes, place, bytes, kind);
}

bool Machine::resolve(const Instruction &in, const Lanes &lanes,
                      const Place &place, uint32_t bytes, AccessKind kind) {
  const uint64_t *wide =
      place.isNarrow ? nullptr : reg<uint64_t>(place.operand);
  const uint32_t *narrow =
      place.isNarrow ? reg<uint32_t>(place.operand) : nullptr;
  const Space space = place.space;
  bool mayBeGlobal = space == Space::Generic || space == Space::Global;
  bool isShared = space == Space::Shared;
  forEachWarp(lanes, [&](uint32_t, const Lanes &part, uint32_t) {
    uint64_t addresses[32];
    uint64_t offset = uint64_t(place.offset);
    if (wide && part.isDense) {
      for (uint32_t k = 0; k < part.count; ++k)
        addresses[k] = wide[part.first + k] + offset;
    } else {
      // Addresses of 32 bits wrap in them.
      for (uint32_t k = 0; k < part.count; ++k)
        addresses[k] = wide ? wide[part[k]] + offset
                            : uint32_t(narrow[part[k]] + uint32_t(offset));
    }
    uint64_t first = addresses[0];
    Region *region = nullptr;
    bool isLine = false, isOne = false;
    if (part.isDense && first % bytes == 0) {
      uint64_t differs = 0, moves = 0;
      for (uint32_t k = 0; k < part.count; ++k) {
        differs |= addresses[k] - first - uint64_t(k) * bytes;
        moves |= addresses[k] - first;
      }
      isLine = differs == 0;
      isOne = moves == 0 && kind == AccessKind::Load;
      uint64_t span = isOne ? bytes : uint64_t(bytes) * part.count;
      if (isLine || isOne) {
        if (mayBeGlobal)
          region = globalRegion(in, first);
        else if (isShared && first >= kFirstSharedOffset)
          region = &sharedRegion;
        uint64_t at =
            region ? first - region->begin - (isShared ? kFirstSharedOffset : 0)
                   : 0;
        if (region && (span > region->bytes || at > region->bytes - span))
          region = nullptr;
        if (region && !resolveRange(in, *region, at, bytes, isOne ? 0 : bytes,
                                    part.first, part.count, kind,
                                    isShared ? Space::Shared : Space::Global))
          return false;
      }
    }
    if (!region)
      for (uint32_t k = 0; k < part.count; ++k)
        if (!resolveOne(in, part[k], addresses[k], bytes, kind, space))
          return false;

    // What is counted is global memory alone.
    bool isGlobal =
        space == Space::Global ||
        (space == Space::Generic &&
         (first < kParameterWindow || first >= kLocalWindow + kWindowBytes));
    if (!isGlobal)
      return true;
    uint64_t sectors = 0;
    if (region) {
      uint64_t span = isOne ? bytes : uint64_t(bytes) * part.count;
      sectors = (first + span - 1) / 32 - first / 32 + 1;
    } else {
      uint64_t seen[32];
      for (uint32_t k = 0; k < part.count; ++k)
        seen[k] = addresses[k] / 32; // an aligned access lies in one sector
      if (!std::is_sorted(seen, seen + part.count))
        std::sort(seen, seen + part.count);
      sectors = uint64_t(std::unique(seen, seen + part.count) - seen);
    }
    if (kind != AccessKind::Store) {
      counters.loads += 1;
      counters.loadSectors += sectors;
      counters.bytesLoaded += uint64_t(bytes) * part.count;
    }
    if (kind != AccessKind::Load) {
      counters.stores += 1;
      counters.storeSectors += sectors;
      counters.bytesStored += uint64_t(bytes) * part.count;
    }
    return true;
  });
  return !failed();
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

void Machine::startCopy(const Instruction &in, const Lanes &lanes,
                        uint32_t bytes) {
  const uint32_t *sizes =
      in.operands[3] == kNoOperand ? nullptr : reg<uint32_t>(in.operands[3]);
  // Threads whose source is read; for the others there are zeros.
  std::vector<uint16_t> reading;
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    if (sizes && sizes[i] != 0 && sizes[i] != bytes) {
      fail(cuda::kCUDA_ERROR_ILLEGAL_INSTRUCTION, in, i,
           "a copy of " + std::to_string(bytes) + " bytes that reads " +
               std::to_string(sizes[i]) +
               " of them is not known to the simulator, only one that reads "
               "all or none");
      return;
    }
    if (!sizes || sizes[i])
      reading.push_back(uint16_t(i));
  }
  size_t first = copies.size();
  for (uint32_t k = 0; k < lanes.count; ++k)
    copies.push_back({lanes[k], copyGroups[lanes[k]], 0, bytes, {}});
  if (!reading.empty()) {
    Lanes part;
    part.first = reading.front();
    part.count = uint32_t(reading.size());
    part.isDense = uint32_t(reading.back() - reading.front()) + 1 == part.count;
    part.index = reading.data();
    Place source = {in.operands[1], in.secondBytes == 4, in.secondImmediate,
                    Space::Global};
    if (!resolve(in, part, source, bytes, AccessKind::Load))
      return;
    for (size_t c = first, r = 0; c < copies.size() && r < reading.size(); ++c)
      if (copies[c].thread == reading[r])
        std::memcpy(copies[c].data, hostPointers[reading[r++]], bytes);
  }
  Place target = {in.operands[0], in.targetBytes == 4, in.immediate,
                  Space::Shared};
  if (!resolve(in, lanes, target, bytes, AccessKind::Store))
    return;
  for (size_t c = first; c < copies.size(); ++c) {
    copies[c].offset = uint64_t(hostPointers[copies[c].thread] - shared.data());
    for (uint64_t i = copies[c].offset; i < copies[c].offset + bytes; ++i)
      sharedWritten[i / 64] &= ~(UINT64_C(1) << i % 64);
  }
}

void Machine::commitCopies(const Lanes &lanes) {
  for (uint32_t k = 0; k < lanes.count; ++k)
    ++copyGroups[lanes[k]];
}

void Machine::finishCopies(const Instruction &in, const Lanes &lanes,
                           uint32_t pending, bool isAll) {
  std::vector<uint8_t> isMeant(threads);
  for (uint32_t k = 0; k < lanes.count; ++k)
    isMeant[lanes[k]] = 1;
  size_t kept = 0;
  for (PendingCopy &copy : copies) {
    bool isDone = isMeant[copy.thread] &&
                  (isAll || copy.group + pending < copyGroups[copy.thread]);
    if (!isDone) {
      copies[kept++] = copy;
      continue;
    }
    // The write happens now: it is checked against what others did meanwhile.
    if (!resolveRange(in, sharedRegion, copy.offset, copy.bytes, copy.bytes,
                      copy.thread, 1, AccessKind::Store, Space::Shared))
      return;
    std::memcpy(shared.data() + copy.offset, copy.data, copy.bytes);
  }
  copies.resize(kept);
}

void Machine::collect(std::vector<Access> &accesses) const {
  std::vector<Access> reads, writes;
  for (const auto &entry : regions) {
    std::vector<Access> r, w;
    entry.second.shadow->collect(entry.first, r, w);
    // The last piece may reach over the end of the allocation.
    for (auto *ranges : {&r, &w})
      for (Access &access : *ranges) {
        uint64_t end = entry.first + entry.second.region.bytes;
        access.bytes = std::min(access.bytes, end - access.address);
      }
    reads.insert(reads.end(), r.begin(), r.end());
    writes.insert(writes.end(), w.begin(), w.end());
  }
  accesses.insert(accesses.end(), reads.begin(), reads.end());
  accesses.insert(accesses.end(), writes.begin(), writes.end());
}

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

Fault Machine::run() {
  for (uint32_t z = 0; z < grid.z && !fault; ++z)
    for (uint32_t y = 0; y < grid.y && !fault; ++y)
      for (uint32_t x = 0; x < grid.x && !fault; ++x) {
        blockIndex.x = x;
        blockIndex.y = y;
        blockIndex.z = z;
        counters.threads += threads;
        fillBlock();
        const uint64_t before = counters.instructions;
        runBlock();
        counters.mostOfBlock =
            std::max(counters.mostOfBlock, counters.instructions - before);
      }
  return fault;
}

Machine::Group Machine::takeSpare() {
  if (spare.empty())
    return Group();
  Group group = std::move(spare.back());
  spare.pop_back();
  group.index.clear();
  return group;
}

/// Puts a group among those that can run, or joins it with the one at the same
/// instruction.
void Machine::insert(Group &&group) {
  auto it = groups.end();
  while (it != groups.begin() && std::prev(it)->pc < group.pc)
    --it;
  if (it != groups.begin() && std::prev(it)->pc == group.pc) {
    Group &other = *std::prev(it);
    Group merged = takeSpare();
    merged.index.resize(other.index.size() + group.index.size());
    std::merge(other.index.begin(), other.index.end(), group.index.begin(),
               group.index.end(), merged.index.begin());
    std::swap(other.index, merged.index);
    spare.push_back(std::move(merged));
    spare.push_back(std::move(group));
    return;
  }
  groups.insert(it, std::move(group));
}

Lanes Machine::guarded(const Instruction &in, const Lanes &lanes,
                       std::vector<uint16_t> &storage, bool negate) {
  if (in.guard == kNoOperand)
    return lanes;
  const uint8_t *guard = reg<uint8_t>(in.guard);
  const uint8_t wanted = in.guardIsNegated == negate;
  uint32_t holding = 0;
  forEach(lanes, [&](uint32_t i) { holding += guard[i] == wanted; });
  if (holding == lanes.count)
    return lanes;
  Lanes part;
  part.count = holding;
  if (!holding)
    return part;
  storage.clear();
  for (uint32_t k = 0; k < lanes.count; ++k) {
    uint32_t i = lanes[k];
    if (guard[i] == wanted)
      storage.push_back(uint16_t(i));
  }
  part.first = storage.front();
  part.isDense = uint32_t(storage.back() - storage.front()) + 1 == holding;
  part.index = storage.data();
  return part;
}

bool Machine::checkRegister(const Instruction &in, const Lanes &lanes,
                            uint32_t which) {
  const uint8_t *marks = assigned.data() + size_t(which) * stride;
  for (uint32_t k = 0; k < lanes.count; ++k)
    if (!marks[lanes[k]]) {
      fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, lanes[k],
           "reads register " + code.checkedNames[which] +
               ", which was not written");
      return false;
    }
  return true;
}

bool Machine::checkRegisters(const Instruction &in, const Lanes &lanes) {
  return std::all_of(in.checks.begin(), in.checks.end(), [&](uint32_t which) {
    return checkRegister(in, lanes, which);
  });
}

void Machine::runBlock() {
  groups.clear();
  waiting.clear();
  parked.clear();
  Group all = takeSpare();
  all.pc = 0;
  all.index.resize(threads);
  for (uint32_t i = 0; i < threads; ++i)
    all.index[i] = uint16_t(i);
  groups.push_back(std::move(all));
  while (!groups.empty() && !fault)
    runGroup();
  if (!fault && (!waiting.empty() || !parked.empty()))
    reportDeadlock();
}

/// Runs the group with the smallest program counter until it meets another one
/// or parts.
void Machine::runGroup() {
  Group &group = groups.back();
  uint32_t limit =
      groups.size() > 1 ? groups[groups.size() - 2].pc : ~uint32_t(0);
  Lanes lanes = group.lanes();
  for (;;) {
    const Instruction &in = code.instructions[group.pc];
    counters.instructions += lanes.count;
    if (counters.instructions - instructionsAtStart > limits.instructions) {
      fail(cuda::kCUDA_ERROR_LAUNCH_TIMEOUT, in, lanes.first,
           "more than " + std::to_string(limits.instructions) +
               " instructions in a launch "
               "(AMP_SIMULATOR_MAX_INSTRUCTIONS); a loop may not end, or "
               "threads wait for others without a barrier");
      return;
    }
    if (in.guardCheck != kNoOperand && !checkRegister(in, lanes, in.guardCheck))
      return;
    switch (in.control) {
    case Control::None: {
      Lanes active = guarded(in, lanes, guardStorage);
      if (active.count) {
        if (!in.checks.empty() && !checkRegisters(in, active))
          return;
        in.execute(*this, in, active);
        if (fault)
          return;
        for (uint32_t which : in.marks) {
          uint8_t *marks = assigned.data() + size_t(which) * stride;
          forEach(active, [=](uint32_t i) { marks[i] = 1; });
        }
      }
      break;
    }
    case Control::WarpSync:
      // Without guards that differ, for all threads of whole warps, there is
      // nobody to wait for.
      if (!warpSync(in))
        return;
      break;
    case Control::Branch: {
      if (!in.checks.empty() && !checkRegisters(in, lanes))
        return;
      uint32_t target = uint32_t(in.immediate);
      Lanes taken = guarded(in, lanes, guardStorage);
      if (taken.count == lanes.count) {
        if (target < limit) {
          group.pc = target;
          continue;
        }
        Group moved = std::move(group);
        groups.pop_back();
        moved.pc = target;
        insert(std::move(moved));
        return;
      }
      if (taken.count) {
        branch(in);
        return;
      }
      break;
    }
    case Control::BranchIndexed:
      if (in.checks.empty() || checkRegisters(in, lanes))
        branchIndexed(in);
      return;
    case Control::Exit:
      exitThreads(in);
      return;
    case Control::Barrier:
      if (in.checks.empty() || checkRegisters(in, lanes))
        barrier(in);
      return;
    }
    if (++group.pc == limit) {
      Group met = std::move(group);
      groups.pop_back();
      insert(std::move(met));
      return;
    }
  }
}

/// Parts the running group: threads whose guard holds go to the target.
void Machine::branch(const Instruction &in) {
  Group group = std::move(groups.back());
  groups.pop_back();
  Group taken = takeSpare();
  const uint8_t *guard = reg<uint8_t>(in.guard);
  size_t kept = 0;
  for (uint16_t i : group.index) {
    if (bool(guard[i]) != in.guardIsNegated)
      taken.index.push_back(i);
    else
      group.index[kept++] = i;
  }
  group.index.resize(kept);
  ++group.pc;
  taken.pc = uint32_t(in.immediate);
  insert(std::move(group));
  insert(std::move(taken));
}

void Machine::branchIndexed(const Instruction &in) {
  Group group = std::move(groups.back());
  groups.pop_back();
  std::map<uint32_t, Group> parts;
  const uint32_t *index = reg<uint32_t>(in.operands[0]);
  const uint8_t *guard =
      in.guard == kNoOperand ? nullptr : reg<uint8_t>(in.guard);
  uint64_t begin = uint64_t(in.immediate), count = in.operands[1];
  for (uint16_t i : group.index) {
    uint32_t target = group.pc + 1;
    if (!guard || bool(guard[i]) != in.guardIsNegated) {
      if (index[i] >= count) {
        fail(cuda::kCUDA_ERROR_INVALID_PC, in, i,
             "index " + std::to_string(index[i]) + " of a table of " +
                 std::to_string(count) + " targets");
        return;
      }
      target = code.targets[begin + index[i]];
    }
    Group &part = parts[target];
    part.pc = target;
    part.index.push_back(i);
  }
  for (auto &part : parts)
    insert(std::move(part.second));
}

void Machine::exitThreads(const Instruction &in) {
  Group group = std::move(groups.back());
  groups.pop_back();
  const uint8_t *guard =
      in.guard == kNoOperand ? nullptr : reg<uint8_t>(in.guard);
  size_t kept = 0;
  for (uint16_t i : group.index) {
    if (!guard || bool(guard[i]) != in.guardIsNegated) {
      exited[i] = 1;
      ++numExited;
    } else {
      group.index[kept++] = i;
    }
  }
  group.index.resize(kept);
  if (kept) {
    ++group.pc;
    insert(std::move(group));
  } else {
    spare.push_back(std::move(group));
  }
  if (!waiting.empty())
    completeBarriers();
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// Executes what needs all threads of a mask. False if the group changed or
/// after a fault: those whose fellows are elsewhere are put aside.
bool Machine::warpSync(const Instruction &in) {
  // Threads that wait here for the ones that arrived.
  uint32_t pc = groups.back().pc;
  for (auto it = parked.begin(); it != parked.end();)
    if (it->pc == pc) {
      Group group = std::move(*it);
      it = parked.erase(it);
      insert(std::move(group));
    } else {
      ++it;
    }
  Lanes lanes = groups.back().lanes();
  Lanes active = guarded(in, lanes, guardStorage);
  if (active.count && !in.checks.empty() && !checkRegisters(in, active))
    return false;
  std::vector<uint16_t> absent;
  const uint32_t *masks = reg<uint32_t>(in.operands[in.maskOperand]);
  forEachWarp(active, [&](uint32_t warp, const Lanes &part, uint32_t here) {
    // Nearly always all threads of the warp are here and all are meant.
    for (uint32_t k = 0; k < part.count; ++k) {
      uint32_t i = part[k], mask = masks[i] & warpMask(warp);
      if (!(mask >> i % 32 & 1)) {
        fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, i,
             "the mask of threads lacks the thread itself, lane " +
                 std::to_string(i % 32));
        return false;
      }
      if (!(mask & ~here))
        continue;
      for (uint32_t lane = 0; lane < 32; ++lane)
        if ((mask & ~here) >> lane & 1 && exited[warp * 32 + lane]) {
          fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, i,
               "the mask of threads names lane " + std::to_string(lane) +
                   " of the warp, which has exited");
          return false;
        }
      absent.push_back(uint16_t(i));
    }
    for (uint32_t k = 1; k < part.count && absent.empty(); ++k) {
      uint32_t i = part[k], mask = masks[i];
      for (uint32_t j = 0; j < k; ++j)
        if (mask >> part[j] % 32 & 1 && masks[part[j]] != mask) {
          fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, i,
               "the mask of threads is not that of lane " +
                   std::to_string(part[j] % 32) + ", which it names");
          return false;
        }
      if (mask == masks[part[0]] && (mask & here) == here)
        break; // all name all: one comparison of neighbours suffices
    }
    return true;
  });
  if (fault)
    return false;
  if (!absent.empty()) {
    // The others go on without them, at once: at the next look the ones that
    // wait would join them again.
    Group aside = takeSpare();
    aside.pc = pc;
    aside.index = absent;
    parked.push_back(std::move(aside));
    std::vector<uint16_t> &index = groups.back().index;
    std::vector<uint16_t> rest;
    std::set_difference(index.begin(), index.end(), absent.begin(),
                        absent.end(), std::back_inserter(rest));
    index = std::move(rest);
    if (index.empty()) {
      groups.pop_back();
      return false;
    }
    active = guarded(in, groups.back().lanes(), guardStorage);
  }
  if (active.count) {
    in.execute(*this, in, active);
    if (fault)
      return false;
    for (uint32_t which : in.marks) {
      uint8_t *marks = assigned.data() + size_t(which) * stride;
      forEach(active, [=](uint32_t i) { marks[i] = 1; });
    }
  }
  // The group may have grown; begin anew with its threads.
  Group group = std::move(groups.back());
  groups.pop_back();
  ++group.pc;
  insert(std::move(group));
  return false;
}

void Machine::barrier(const Instruction &in) {
  Group group = std::move(groups.back());
  groups.pop_back();
  Lanes lanes = group.lanes();
  Lanes active = guarded(in, lanes, guardStorage);
  if (active.count != lanes.count) {
    Group rest = takeSpare();
    rest.pc = group.pc + 1;
    std::vector<uint16_t> here;
    for (uint32_t k = 0; k < active.count; ++k)
      here.push_back(uint16_t(active[k]));
    std::set_difference(group.index.begin(), group.index.end(), here.begin(),
                        here.end(), std::back_inserter(rest.index));
    insert(std::move(rest));
    if (here.empty())
      return;
    group.index = std::move(here);
    lanes = group.lanes();
  }
  const uint32_t *ids = reg<uint32_t>(in.operands[0]);
  const uint32_t *counts =
      in.operands[1] == kNoOperand ? nullptr : reg<uint32_t>(in.operands[1]);
  Waiting entry;
  entry.barrier = ids[lanes.first];
  entry.expected = counts ? counts[lanes.first] : 0;
  entry.isArrive = in.mode == 1;
  for (uint16_t i : group.index)
    if (ids[i] != entry.barrier || (counts && counts[i] != entry.expected)) {
      fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, i,
           "threads that arrive together name different barriers or counts");
      return;
    }
  if (entry.barrier > 15) {
    fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, lanes.first,
         "barrier " + std::to_string(entry.barrier) + "; there are 16");
    return;
  }
  if (counts && (entry.expected == 0 || entry.expected % 32)) {
    fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, lanes.first,
         "a barrier for " + std::to_string(entry.expected) +
             " threads, which is no multiple of a warp's 32");
    return;
  }
  for (const Waiting &other : waiting)
    if (other.barrier == entry.barrier && other.expected != entry.expected) {
      fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, lanes.first,
           "a barrier for " + std::to_string(entry.expected) +
               " threads, at which others wait that expect " +
               std::to_string(other.expected));
      return;
    }
  entry.group = group;
  if (entry.isArrive) {
    ++group.pc;
    insert(std::move(group));
  }
  waiting.push_back(std::move(entry));
  completeBarriers();
}

/// Lets go who waits at a barrier that is complete.
void Machine::completeBarriers() {
  for (uint32_t id = 0; id < 16 && !fault; ++id) {
    uint32_t arrived = 0, expected = 0;
    bool any = false;
    uint32_t warps[32] = {};
    for (const Waiting &entry : waiting)
      if (entry.barrier == id) {
        any = true;
        expected = entry.expected;
        arrived += uint32_t(entry.group.index.size());
        for (uint16_t i : entry.group.index)
          warps[i / 32] |= 1u << i % 32;
      }
    if (!any)
      continue;
    const Waiting *first = nullptr;
    for (const Waiting &entry : waiting)
      if (entry.barrier == id && (!first || entry.group.pc < first->group.pc))
        first = &entry;
    const Instruction &in = code.instructions[first->group.pc];
    if (expected == 0) {
      if (arrived < threads - numExited)
        continue;
    } else {
      // A warp counts as its 32 threads once all that it has are there.
      arrived = 0;
      for (uint32_t warp = 0; warp * 32 < threads; ++warp) {
        uint32_t alive = 0;
        for (uint32_t i = warp * 32; i < std::min(threads, warp * 32 + 32); ++i)
          alive |= exited[i] ? 0 : 1u << i % 32;
        arrived += warps[warp] && (warps[warp] & alive) == alive ? 32 : 0;
      }
      if (arrived < expected)
        continue;
    }
    uint32_t thread = first->group.index.front();
    // Threads of a warp must be at one instruction; of all, if no count says
    // how many take part.
    for (const Waiting &entry : waiting) {
      if (entry.barrier != id || entry.group.pc == first->group.pc)
        continue;
      const Instruction &other = code.instructions[entry.group.pc];
      bool isSplit = expected == 0;
      for (uint16_t i : entry.group.index)
        for (const Waiting &one : waiting)
          if (one.barrier == id && one.group.pc != entry.group.pc &&
              std::any_of(one.group.index.begin(), one.group.index.end(),
                          [&](uint16_t j) { return j / 32 == i / 32; }))
            isSplit |= in.isAligned || other.isAligned;
      if (isSplit) {
        fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, thread,
             "divergent barrier: thread " +
                 textOfThread(entry.group.index.front()) + " waits at line " +
                 std::to_string(other.line) + " '" + code.textOf(other) + "'");
        return;
      }
    }
    if (numExited && module.target() < 70) {
      fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, thread,
           "a barrier after threads have exited, which needs sm_70");
      return;
    }
    // Those that arrived; the reduction over them, if there is one.
    std::vector<Group> released;
    uint32_t holding = 0, total = 0;
    for (auto it = waiting.begin(); it != waiting.end();) {
      if (it->barrier != id) {
        ++it;
        continue;
      }
      const Instruction &own = code.instructions[it->group.pc];
      if (own.mode >= 2)
        for (uint16_t i : it->group.index) {
          bool value = reg<uint8_t>(own.operands[3])[i];
          holding += value != bool(own.negated >> 3 & 1);
          ++total;
        }
      if (!it->isArrive)
        released.push_back(std::move(it->group));
      it = waiting.erase(it);
    }
    for (Group &group : released) {
      const Instruction &own = code.instructions[group.pc];
      for (uint16_t i : group.index) {
        if (own.mode == 2)
          reg<uint32_t>(own.operands[2])[i] = holding;
        else if (own.mode == 3)
          reg<uint8_t>(own.operands[2])[i] = holding == total;
        else if (own.mode == 4)
          reg<uint8_t>(own.operands[2])[i] = holding > 0;
        for (uint32_t which : own.marks)
          assigned[size_t(which) * stride + i] = 1;
      }
      ++group.pc;
      insert(std::move(group));
    }
    theOrder.barrier();
    ++counters.barriers;
  }
}

/// Nothing can run and some threads have not ended.
void Machine::reportDeadlock() {
  auto where = [&](uint32_t thread) -> std::string {
    if (exited[thread])
      return "has exited";
    auto at = [&](const Group &group) {
      const Instruction &in = code.instructions[group.pc];
      return "waits at line " + std::to_string(in.line) + " '" +
             code.textOf(in) + "'";
    };
    for (const Waiting &entry : waiting)
      if (!entry.isArrive &&
          std::binary_search(entry.group.index.begin(), entry.group.index.end(),
                             thread))
        return at(entry.group);
    for (const Group &group : parked)
      if (std::binary_search(group.index.begin(), group.index.end(), thread))
        return at(group);
    return "is nowhere";
  };
  if (!parked.empty()) {
    const Group &group = parked.front();
    const Instruction &in = code.instructions[group.pc];
    uint32_t thread = group.index.front(), warp = thread / 32;
    uint32_t mask =
        reg<uint32_t>(in.operands[in.maskOperand])[thread] & warpMask(warp);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      uint32_t other = warp * 32 + lane;
      if (mask >> lane & 1 &&
          !std::binary_search(group.index.begin(), group.index.end(), other)) {
        fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, thread,
             "the mask of threads names lane " + std::to_string(lane) +
                 " of the warp, which is not here: it " + where(other));
        return;
      }
    }
  }
  for (const Waiting &entry : waiting) {
    if (entry.isArrive)
      continue;
    const Instruction &in = code.instructions[entry.group.pc];
    uint32_t thread = entry.group.index.front();
    for (uint32_t other = 0; other < threads; ++other)
      if (!std::binary_search(entry.group.index.begin(),
                              entry.group.index.end(), other) &&
          !(exited[other] && entry.expected == 0)) {
        fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, thread,
             "waits at a barrier that will not be complete: thread " +
                 textOfThread(other) + " " + where(other));
        return;
      }
    fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, thread,
         "waits at a barrier for " + std::to_string(entry.expected) +
             " threads, which the block does not have");
    return;
  }
  if (!waiting.empty() || parked.empty())
    return; // arrivals at a barrier that nobody waits for
  const Instruction &in = code.instructions[parked.front().pc];
  fail(cuda::kCUDA_ERROR_LAUNCH_FAILED, in, parked.front().index.front(),
       "waits for threads of its warp that do not come");
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

Fault launch(const Module &module, const Kernel &kernel, Extent grid,
             Extent block, uint32_t dynamicSharedBytes,
             const std::vector<std::byte> &parameters, Memory &memory,
             std::vector<Access> &accesses, Counters &counters,
             const Limits &limits) {
  auto refuse = [&](cuda::CUresult result, const std::string &what) {
    Fault fault;
    fault.result = result;
    fault.message = "kernel '" + kernel.name + "': " + what;
    return fault;
  };
  if (!grid.count() || !block.count())
    return refuse(cuda::kCUDA_ERROR_INVALID_VALUE,
                  "a grid " + text(grid) + " of blocks " + text(block) +
                      " has no threads");
  if (grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535)
    return refuse(cuda::kCUDA_ERROR_INVALID_VALUE,
                  "a grid " + text(grid) +
                      "; at most (2147483647,65535,65535) are allowed");
  if (block.x > 1024 || block.y > 1024 || block.z > 64 ||
      block.count() > kMaxThreadsPerBlock)
    return refuse(cuda::kCUDA_ERROR_INVALID_VALUE,
                  "a block " + text(block) +
                      "; at most (1024,1024,64) and 1024 threads are allowed");
  const uint32_t *required = kernel.requiredThreads;
  if (required[0] && (block.x != required[0] || block.y != required[1] ||
                      block.z != required[2]))
    return refuse(cuda::kCUDA_ERROR_INVALID_VALUE,
                  "a block " + text(block) + ", but .reqntid is " +
                      text({required[0], required[1], required[2]}));
  if (block.count() > kernel.maxThreadsPerBlock())
    return refuse(cuda::kCUDA_ERROR_INVALID_VALUE,
                  "a block of " + std::to_string(block.count()) +
                      " threads, but .maxntid allows " +
                      std::to_string(kernel.maxThreadsPerBlock()));
  if (uint64_t(kernel.sharedBytes) + dynamicSharedBytes > limits.sharedBytes)
    return refuse(cuda::kCUDA_ERROR_INVALID_VALUE,
                  std::to_string(kernel.sharedBytes) + " + " +
                      std::to_string(dynamicSharedBytes) +
                      " bytes of shared memory; a block may have " +
                      std::to_string(limits.sharedBytes));
  if (parameters.size() != kernel.parameterBytes)
    return refuse(cuda::kCUDA_ERROR_INVALID_VALUE,
                  std::to_string(parameters.size()) +
                      " bytes of parameters instead of " +
                      std::to_string(kernel.parameterBytes));
  Machine machine(module, kernel, grid, block, dynamicSharedBytes, parameters,
                  memory, counters, limits);
  Fault fault = machine.run();
  machine.collect(accesses);
  return fault;
}

} // namespace amp::rt::simulator::ptx
