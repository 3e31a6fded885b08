//===- CpuLimit.cpp - How many threads are worth having -------------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuLimit.h"

#include "amp-rt/amp_rt.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include <sched.h>
#include <unistd.h>

using namespace amp::rt::cpu;

//===----------------------------------------------------------------------===//
// Control groups
//===----------------------------------------------------------------------===//

namespace {
/// A hierarchy of control groups as it is mounted.
struct Mount {
  std::string root;  ///< the group that is seen at `point`
  std::string point; ///< a folder
  bool isUnified = false;
};
} // namespace

/// True if the comma-separated `list` has `item`.
static bool contains(const std::string &list, const std::string &item) {
  return ("," + list + ",").find("," + item + ",") != std::string::npos;
}

/// A path of mountinfo; spaces and the like are written as octal escapes.
static std::string unescape(const std::string &text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    auto isOctal = [&](size_t at) {
      return at < text.size() && text[at] >= '0' && text[at] <= '7';
    };
    if (text[i] == '\\' && isOctal(i + 1) && isOctal(i + 2) && isOctal(i + 3)) {
      result +=
          static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                            (text[i + 3] - '0'));
      i += 3;
    } else {
      result += text[i];
    }
  }
  return result;
}

/// The mounted hierarchies that limit CPU time: that of version 2, and that of
/// version 1 with the controller `cpu`. proc(5) describes the lines.
static std::vector<Mount> readMounts(const std::string &root) {
  std::vector<Mount> mounts;
  std::ifstream file(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t dash = line.find(" - ");
    if (dash == std::string::npos)
      continue;
    std::istringstream head(line), tail(line.substr(dash + 3));
    std::string number, parent, device, group, point, type, source, options;
    head >> number >> parent >> device >> group >> point;
    tail >> type >> source >> options;
    if (type == "cgroup2" || (type == "cgroup" && contains(options, "cpu")))
      mounts.push_back({unescape(group), unescape(point), type == "cgroup2"});
  }
  return mounts;
}

/// The group of this process in the hierarchy, or "" if it is in none.
static std::string readGroup(const std::string &root, bool isUnified) {
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const size_t first = line.find(':');
    const size_t second =
        first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (isUnified ? controllers.empty() : contains(controllers, "cpu"))
      return line.substr(second + 1);
  }
  return "";
}

/// The quota of one group: that is, of the folder where it is seen.
static std::optional<double> readQuota(const std::string &folder,
                                       bool isUnified) {
  double quota = 0, period = 0;
  if (isUnified) {
    // "max 100000" without a quota.
    std::ifstream file(folder + "/cpu.max");
    if (!(file >> quota >> period))
      return std::nullopt;
  } else {
    // -1 without a quota.
    std::ifstream quotaFile(folder + "/cpu.cfs_quota_us");
    std::ifstream periodFile(folder + "/cpu.cfs_period_us");
    if (!(quotaFile >> quota) || !(periodFile >> period))
      return std::nullopt;
  }
  if (!(quota > 0) || !(period > 0))
    return std::nullopt;
  return quota / period;
}

std::optional<double> amp::rt::cpu::readCpuQuota(const std::string &root) {
  std::optional<double> least;
  for (const Mount &mount : readMounts(root)) {
    std::string group = readGroup(root, mount.isUnified);
    // What lies above the mounted group cannot be seen, and a group elsewhere
    // (of another namespace) neither; the mounted one holds then.
    if (mount.root != "/") {
      const bool isBelow =
          group.compare(0, mount.root.size(), mount.root) == 0 &&
          (group.size() == mount.root.size() ||
           group[mount.root.size()] == '/');
      group = isBelow ? group.substr(mount.root.size()) : "";
    }
    if (group.find("/..") != std::string::npos)
      group.clear();
    while (true) {
      while (!group.empty() && group.back() == '/')
        group.pop_back();
      const std::optional<double> quota =
          readQuota(root + mount.point + group, mount.isUnified);
      if (quota && (!least || *quota < *least))
        least = quota;
      if (group.empty())
        break;
      const size_t slash = group.rfind('/');
      group.erase(slash == std::string::npos ? 0 : slash);
    }
  }
  return least;
}

//===----------------------------------------------------------------------===//
// The number of threads
//===----------------------------------------------------------------------===//

uint32_t amp::rt::cpu::countCores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? static_cast<uint32_t>(online) : 1;
  }
  std::set<std::string> cores;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed))
      continue;
    std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                       "/topology/thread_siblings_list");
    std::string siblings;
    // Without the file each hardware thread counts as a core.
    if (!std::getline(file, siblings))
      siblings = "cpu " + std::to_string(cpu);
    cores.insert(siblings);
  }
  return cores.empty() ? 1 : static_cast<uint32_t>(cores.size());
}

std::optional<uint32_t> amp::rt::cpu::parseNumThreads(const char *text) {
  const std::string list = text ? text : "";
  const std::string first = list.substr(0, list.find(','));
  // strtoull would take a sign.
  if (first.find_first_not_of(" \t0123456789") != std::string::npos)
    return std::nullopt;
  char *end = nullptr;
  const unsigned long long value = std::strtoull(first.c_str(), &end, 10);
  const bool isNumber =
      first.find_first_not_of(
          " \t", static_cast<size_t>(end - first.c_str())) == std::string::npos;
  if (!isNumber || value == 0)
    return std::nullopt;
  return static_cast<uint32_t>(std::min<unsigned long long>(value, UINT32_MAX));
}

ThreadCount amp::rt::cpu::chooseThreads(uint32_t asked,
                                        std::optional<uint32_t> fromEnvironment,
                                        uint32_t cores,
                                        std::optional<double> quota) {
  if (asked)
    return {asked, "as asked for"};
  if (fromEnvironment)
    return {std::min<uint32_t>(*fromEnvironment, AMPRT_MAX_THREADS),
            "by OMP_NUM_THREADS"};
  const std::string ofCores =
      std::to_string(cores) + (cores == 1 ? " core" : " cores");
  if (quota && std::ceil(*quota) < cores) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.3g", *quota);
    return {static_cast<uint32_t>(std::max(1.0, std::ceil(*quota))),
            "by the control group's quota of " + std::string(text) +
                (*quota == 1 ? " CPU, " : " CPUs, ") + ofCores};
  }
  cores = std::min<uint32_t>(cores, AMPRT_MAX_THREADS);
  return {cores, cores == 1 ? "for 1 core" : "one for each of " + ofCores};
}
