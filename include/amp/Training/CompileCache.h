//===- CompileCache.h - Executables of earlier runs -------------*- C++ -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A folder of executables and of kernels, each named by the digest of all that
// it was made of. What is in it is run as native code: it is the user's own,
// nobody else may write to it, and every file is checked before it is used. A
// file that is damaged is as one that is not there.

#ifndef AMP_TRAINING_COMPILECACHE_H
#define AMP_TRAINING_COMPILECACHE_H

#include "amp/Executable/ExecutableFile.h"
#include "amp/Executable/KernelStore.h"
#include "amp/Support/Sha256.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace amp::training {

/// The digest of what an executable is made of: texts and numbers, one after
/// another, none of which can be mistaken for two others.
class CacheKey {
public:
  void add(llvm::StringRef text);
  void add(uint64_t number);
  std::string get() { return hash.hexDigest(); }

private:
  Sha256 hash;
};

/// Several processes and threads may use one folder at the same time.
class CompileCache {
public:
  /// More than this is not kept: what was not used for the longest time goes.
  static constexpr uint64_t kMaxBytes = uint64_t(1) << 30;

  /// Opens the folder, which is made if need be, with mode 0700. It is an error
  /// if it is a link, belongs to another user, or others may look into it.
  static llvm::Expected<std::unique_ptr<CompileCache>>
  open(llvm::StringRef path, uint64_t maxBytes = kMaxBytes);
  /// $AMP_CACHE_DIR, where it is set, also to nothing; or else
  /// $XDG_CACHE_HOME/amp, or $HOME/.cache/amp; empty if there is none.
  static std::string getDefaultPath();

  ~CompileCache();
  CompileCache(const CompileCache &) = delete;
  CompileCache &operator=(const CompileCache &) = delete;

  /// Gets the name of a file that was damaged, which is removed.
  using DamageReceiver = llvm::function_ref<void(llvm::StringRef name)>;

  /// The file, and what it says; null if there is none.
  mlir::amp::ExecutableBytes find(llvm::StringRef key,
                                  mlir::amp::Executable &executable,
                                  DamageReceiver receiver = nullptr) const;
  /// Keeps `bytes`, if that can be done.
  void insert(llvm::StringRef key, const mlir::amp::ExecutableBytes &bytes);

  /// The code of a kernel; empty if there is none.
  std::string findKernel(llvm::StringRef key,
                         DamageReceiver receiver = nullptr) const;
  /// Keeps kernels by their keys, if that can be done.
  void insertKernels(const mlir::amp::KernelStore::Kernels &kernels);

private:
  CompileCache(int folder, uint64_t maxBytes)
      : folder(folder), maxBytes(maxBytes) {}
  void remove(const std::string &name, DamageReceiver receiver) const;
  /// False if it cannot be written.
  bool write(llvm::StringRef key, const std::string &name,
             llvm::ArrayRef<llvm::StringRef> parts);
  void evict() const;

  int folder;
  uint64_t maxBytes;
};

} // namespace amp::training

#endif // AMP_TRAINING_COMPILECACHE_H
