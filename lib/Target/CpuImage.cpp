//===- CpuImage.cpp -------------------------------------------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuImage.h"

#include "amp-rt/amp_rt.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"

using namespace llvm;
using namespace llvm::jitlink;

/// Where the image is linked to. Nothing in it depends on that.
static constexpr uint64_t kTableAddress = 1 << 16;
static constexpr uint64_t kImageAddress =
    kTableAddress + AMPRT_CPU_HELPER_BYTES;

/// Of an object in the image: a line of the cache.
static constexpr uint64_t kObjectAlignment = 64;

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(),
                           "linking the CPU kernels: " + message);
}

/// Where each helper's address is in the table.
static const StringMap<unsigned> &getHelpers() {
  static const StringMap<unsigned> helpers = [] {
    StringMap<unsigned> map;
    for (const char *name : {
#define AMPRT_CPU_HELPER(SYMBOL) #SYMBOL,
#include "amp-rt/CpuHelpers.def"
         })
      map.try_emplace(name, map.size());
    return map;
  }();
  return helpers;
}

namespace {
/// Lays the segments of a graph out one after the other, behind what the image
/// has so far.
class ImageMemory : public JITLinkMemoryManager {
public:
  explicit ImageMemory(std::string &bytes) : bytes(bytes) {}

  void allocate(const JITLinkDylib *, LinkGraph &graph,
                OnAllocatedFunction onAllocated) override {
    if (Error error = layOut(graph))
      return onAllocated(std::move(error));
    onAllocated(std::make_unique<Allocation>());
  }
  using JITLinkMemoryManager::allocate;

  void deallocate(std::vector<FinalizedAlloc> allocations,
                  OnDeallocatedFunction onDeallocated) override {
    for (FinalizedAlloc &allocation : allocations)
      allocation.release();
    onDeallocated(Error::success());
  }
  using JITLinkMemoryManager::deallocate;

private:
  /// What is linked is the image's own memory.
  struct Allocation : InFlightAlloc {
    void abandon(OnAbandonedFunction onAbandoned) override {
      onAbandoned(Error::success());
    }
    void finalize(OnFinalizedFunction onFinalized) override {
      onFinalized(FinalizedAlloc(orc::ExecutorAddr(kImageAddress)));
    }
  };

  Error layOut(LinkGraph &graph) {
    BasicLayout layout(graph);
    uint64_t size = alignTo(bytes.size(), kObjectAlignment);
    for (auto &[group, segment] : layout.segments()) {
      if ((group.getMemProt() & orc::MemProt::Write) != orc::MemProt::None)
        return makeError("they have data that can be written");
      size = alignTo(size, segment.Alignment);
      segment.Addr = orc::ExecutorAddr(kImageAddress + size);
      size += segment.ContentSize + segment.ZeroFillSize;
    }
    bytes.resize(size);
    for (auto &[group, segment] : layout.segments())
      segment.WorkingMem =
          bytes.data() + (segment.Addr.getValue() - kImageAddress);
    return layout.apply();
  }

  std::string &bytes;
};

class ImageContext : public JITLinkContext {
public:
  ImageContext(ImageMemory &memory, StringRef entry, mlir::amp::CpuImage &image,
               Error &failure)
      : JITLinkContext(nullptr), memory(memory), entry(entry), image(image),
        failure(failure) {}

  JITLinkMemoryManager &getMemoryManager() override { return memory; }
  void notifyFailed(Error error) override {
    failure = joinErrors(std::move(failure), std::move(error));
  }
  void lookup(const LookupMap &symbols,
              std::unique_ptr<JITLinkAsyncLookupContinuation> next) override {
    // All that is known has been defined.
    if (symbols.empty())
      return next->run(AsyncLookupResult());
    next->run(makeError("they call '" + *symbols.begin()->first +
                        "', which the runtime does not have"));
  }
  Error notifyResolved(LinkGraph &graph) override;
  void notifyFinalized(JITLinkMemoryManager::FinalizedAlloc memory) override {
    memory.release();
  }

  bool shouldAddDefaultTargetPasses(const Triple &) const override {
    return false;
  }
  Error modifyPassConfig(LinkGraph &, PassConfiguration &passes) override {
    passes.PrePrunePasses.push_back(
        [this](LinkGraph &graph) { return keepEntryPoint(graph); });
    passes.PrePrunePasses.push_back(defineHelpers);
    passes.PostPrunePasses.push_back(refuseAddresses);
    return Error::success();
  }

private:
  Error keepEntryPoint(LinkGraph &graph);
  static Error defineHelpers(LinkGraph &graph);
  static Error refuseAddresses(LinkGraph &graph);

  ImageMemory &memory;
  StringRef entry;
  mlir::amp::CpuImage &image;
  Error &failure;
};
} // namespace

/// Everything that the entry point does not lead to is dropped.
Error ImageContext::keepEntryPoint(LinkGraph &graph) {
  for (Symbol *symbol : graph.defined_symbols())
    symbol->setLive(symbol->hasName() && *symbol->getName() == entry);
  return Error::success();
}

/// A helper is a jump to where its place in the table says.
Error ImageContext::defineHelpers(LinkGraph &graph) {
  SmallVector<std::pair<unsigned, Symbol *>> used;
  for (Symbol *symbol : graph.external_symbols())
    if (auto it = getHelpers().find(*symbol->getName());
        it != getHelpers().end())
      used.push_back({it->second, symbol});
  if (used.empty())
    return Error::success();
  // The graph has them in the order of a hash table.
  sort(used, [](auto &a, auto &b) { return a.first < b.first; });
  Section &section =
      graph.createSection("helpers", orc::MemProt::Read | orc::MemProt::Exec);
  for (auto [number, symbol] : used) {
    Symbol &place = graph.addAbsoluteSymbol(
        ("table." + *symbol->getName()).str(),
        orc::ExecutorAddr(kTableAddress + number * sizeof(uint64_t)),
        sizeof(uint64_t), Linkage::Strong, Scope::Local, /*IsLive=*/true);
    Block &stub = x86_64::createPointerJumpStubBlock(graph, section, place);
    // Blocks are laid out by their addresses so far.
    stub.setAddress(orc::ExecutorAddr(number * stub.getSize()));
    graph.makeDefined(*symbol, stub, 0, stub.getSize(), Linkage::Strong,
                      Scope::Local, /*IsLive=*/false);
  }
  return Error::success();
}

/// What is left are distances within the image and to the table.
Error ImageContext::refuseAddresses(LinkGraph &graph) {
  for (Block *block : graph.blocks())
    for (const Edge &edge : block->edges())
      switch (edge.getKind()) {
      case x86_64::BranchPCRel32:
      case x86_64::PCRel32:
      case x86_64::Delta32:
      case x86_64::Delta64:
      case x86_64::NegDelta32:
      case x86_64::NegDelta64:
      case Edge::KeepAlive:
        break;
      default:
        return makeError(Twine("section ") + block->getSection().getName() +
                         " would have to be relocated when it is loaded (" +
                         graph.getEdgeKindName(edge.getKind()) + ")");
      }
  return Error::success();
}

Error ImageContext::notifyResolved(LinkGraph &graph) {
  for (Symbol *symbol : graph.defined_symbols())
    if (symbol->hasName() && *symbol->getName() == entry) {
      image.offsets.push_back(symbol->getAddress().getValue() - kImageAddress);
      return Error::success();
    }
  return makeError("'" + entry + "' is missing");
}

Expected<mlir::amp::CpuImage>
mlir::amp::linkCpuImage(ArrayRef<std::string> objects, StringRef entry) {
  auto symbols = std::make_shared<orc::SymbolStringPool>();
  CpuImage image;
  ImageMemory memory(image.bytes);
  for (const std::string &object : objects) {
    auto graph = createLinkGraphFromObject(
        MemoryBufferRef(object, "amp-kernels"), symbols);
    if (!graph)
      return graph.takeError();
    Error failure = Error::success();
    // Nothing in it waits, so that it is done when this returns.
    link(std::move(*graph),
         std::make_unique<ImageContext>(memory, entry, image, failure));
    if (failure)
      return std::move(failure);
  }
  return image;
}
