// Valid modules that are no stage of the way: upstream dialects, unknown ops, control flow,
// unknown sizes, other types.

module {}

// -----

module @outer {
  module @inner {
    func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %y = amp.exp %x : (tensor<?xf32>) -> tensor<?xf32>
      return %y : tensor<?xf32>
    }
  }
  module {}
}

// -----

func.func private @external(tensor<?xf32>, memref<*xf32>) -> tensor<*xf32>
func.func @calls(%x: tensor<?xf32>, %m: memref<*xf32>) -> tensor<*xf32> {
  %r = call @external(%x, %m) : (tensor<?xf32>, memref<*xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @recursive(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @caller(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = call @callee(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %e = amp.exp %r : (tensor<?xf32>) -> tensor<?xf32>
  return %e : tensor<?xf32>
}
func.func @callee(%x: tensor<?xf32>) -> tensor<?xf32> {
  %e = amp.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  return %e : tensor<?xf32>
}

// -----

func.func @blocks(%c: i1, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  cf.cond_br %c, ^bb1, ^bb2(%x : tensor<4x4xf32>)
^bb1:
  %y = amp.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  cf.br ^bb2(%y : tensor<4x4xf32>)
^bb2(%z: tensor<4x4xf32>):
  return %z : tensor<4x4xf32>
}

// -----

func.func @loop(%x: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x4xf32> {
    %y = amp.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %z = amp.softmax %y {dim = 1 : i64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %z : tensor<4x4xf32>
  }
  return %r : tensor<4x4xf32>
}

// -----

amp.variable parameter @w : tensor<4x4xf32> = #amp.init<zeros>
func.func @branch(%c: i1, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = scf.if %c -> tensor<?x4xf32> {
    %w = amp.read @w : tensor<4x4xf32>
    %y = amp.matmul %x, %w : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
    scf.yield %y : tensor<?x4xf32>
  } else {
    scf.yield %x : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}

// -----

amp.variable parameter @w : tensor<4x4xf32> = #amp.init<zeros>
func.func @assigns_in_loop(%n: index, %x: tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    amp.assign @w, %x : tensor<4x4xf32>
  }
  return
}

// -----

func.func @unreachable(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = amp.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  ub.unreachable
}

// -----

func.func @unregistered(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = "other.op"(%x) ({
  ^bb0(%a: tensor<?x4xf32>, %b: !other.type):
    %z = amp.exp %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
    "other.end"(%z) : (tensor<?x4xf32>) -> ()
  }) {other.attr = 1} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = amp.relu %y : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

"other.func"() ({
^bb0(%x: tensor<4xf32>):
  %y = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  "other.return"(%y) : (tensor<4xf32>) -> ()
}) {sym_name = "main"} : () -> ()

// -----

func.func @no_tensors(%a: i32, %b: !llvm.ptr, %c: vector<4xf32>, %d: complex<f32>, %e: tuple<i32, f32>, %f: none) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}

// -----

func.func @foreign_tensors(%x: tensor<?x?xf32>, %i: index) -> (tensor<?x?xf32>, f32) {
  %y = arith.addf %x, %x : tensor<?x?xf32>
  %z = math.exp %y : tensor<?x?xf32>
  %e = tensor.extract %z[%i, %i] : tensor<?x?xf32>
  %c = tensor.cast %z : tensor<?x?xf32> to tensor<4x?xf32>
  %d = tensor.cast %c : tensor<4x?xf32> to tensor<?x?xf32>
  return %d, %e : tensor<?x?xf32>, f32
}

// -----

func.func @named(%x: tensor<?x8xf32>, %y: tensor<8x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<?x8xf32>, tensor<8x4xf32>) outs(%o : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

func.func @buffers(%a: memref<?x4xf32>, %b: memref<*xf32>, %c: memref<4xvector<4xf32>>, %d: memref<4xcomplex<f32>>, %e: memref<4xindex>, %f: memref<4xmemref<4xf32>>) {
  %n = arith.constant 4 : index
  %0 = memref.alloc(%n) : memref<?xf32>
  %1 = memref.alloc() : memref<4xcomplex<f32>>
  %2 = memref.alloc() : memref<4xindex>
  %3 = memref.alloca() : memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
  memref.copy %d, %1 : memref<4xcomplex<f32>> to memref<4xcomplex<f32>>
  memref.copy %e, %2 : memref<4xindex> to memref<4xindex>
  memref.dealloc %0 : memref<?xf32>
  return
}

// -----

func.func @complex_buffers() {
  %0 = memref.alloc() : memref<4xcomplex<f32>>
  memref.dealloc %0 : memref<4xcomplex<f32>>
  return
}

// -----

func.func @vector_buffers(%a: memref<4xvector<4xf32>>) {
  %0 = memref.alloc() : memref<4xvector<4xf32>>
  memref.copy %a, %0 : memref<4xvector<4xf32>> to memref<4xvector<4xf32>>
  linalg.copy ins(%a : memref<4xvector<4xf32>>) outs(%0 : memref<4xvector<4xf32>>)
  return
}

// -----

func.func @index_buffers(%a: memref<8xindex>, %b: memref<8xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : memref<8xindex>) outs(%b : memref<8xindex>) {
  ^bb0(%x: index, %y: index):
    linalg.yield %x : index
  }
  return
}

// -----

func.func @unranked_copy(%a: memref<*xf32>, %b: memref<*xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

// -----

func.func @scalars_from_outside(%s: f32, %a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.fill ins(%s : f32) outs(%a : memref<8xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%b : memref<8xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %s : f32
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @indices_from_memory(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%b : memref<8xf32>) {
  ^bb0(%x: f32):
    %i = linalg.index 0 : index
    %y = memref.load %a[%i] : memref<8xf32>
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @structured(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>, %v: memref<8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  linalg.transpose ins(%a : memref<8x8xf32>) outs(%c : memref<8x8xf32>) permutation = [1, 0]
  linalg.reduce ins(%a : memref<8x8xf32>) outs(%v : memref<8xf32>) dimensions = [0] (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  linalg.broadcast ins(%v : memref<8xf32>) outs(%c : memref<8x8xf32>) dimensions = [0]
  linalg.softmax dimension(1) ins(%a : memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// -----

func.func @convolution(%a: memref<1x8x8x4xf32>, %f: memref<3x3x4x4xf32>, %o: memref<1x6x6x4xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %f : memref<1x8x8x4xf32>, memref<3x3x4x4xf32>) outs(%o : memref<1x6x6x4xf32>)
  return
}

// -----

func.func @periodic(%v: memref<3xf32>, %o: memref<2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 mod 2)>], iterator_types = ["parallel"]}
      ins(%v : memref<3xf32>) outs(%o : memref<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

func.func @nothing(%a: memref<0xf32>, %b: memref<0x4xf32>, %o: memref<f32>, %p: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%a : memref<0xf32>) outs(%o : memref<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%b : memref<0x4xf32>) outs(%p : memref<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @huge(%a: memref<4611686018427387904xf32>, %b: memref<4294967296x4294967296xf32>) {
  %c = arith.constant 0.0 : f32
  linalg.fill ins(%c : f32) outs(%a : memref<4611686018427387904xf32>)
  linalg.fill ins(%c : f32) outs(%b : memref<4294967296x4294967296xf32>)
  %0 = memref.alloc() : memref<4294967296x4294967296xf32>
  memref.dealloc %0 : memref<4294967296x4294967296xf32>
  return
}

// -----

func.func @huge_tensors(%a: tensor<4294967296x4294967296xf32>) -> tensor<4294967296xf32> {
  %0 = amp.sum %a {dims = array<i64: 1>} : (tensor<4294967296x4294967296xf32>) -> tensor<4294967296xf32>
  %1 = tensor.empty() : tensor<4611686018427387904x4xf32>
  return %0 : tensor<4294967296xf32>
}

// -----

memref.global "private" constant @c : memref<4xf32> = dense<1.0>
memref.global @uninitialized : memref<4xi37> = uninitialized
func.func @globals() -> memref<4xf32> {
  %0 = memref.get_global @c : memref<4xf32>
  %1 = memref.get_global @uninitialized : memref<4xi37>
  return %0 : memref<4xf32>
}

// -----

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal constant @text("hello\00") {addr_space = 0 : i32}
llvm.func @main(%x: i64) -> i64 attributes {llvm.emit_c_interface} {
  %0 = llvm.mlir.constant(1 : i64) : i64
  %1 = llvm.add %x, %0 : i64
  llvm.return %1 : i64
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<8xf32>
      memref.store %v, %a[%i] : memref<8xf32>
      gpu.return
    }
  }
  func.func @launch(%a: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32>)
    return
  }
}

// -----

func.func @kernels(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = amp.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @vectors(%x: vector<4xf32>, %y: vector<[4]xf32>, %z: vector<4xbf16>) -> vector<4xf32> {
  %a = math.exp %x : vector<4xf32>
  %b = math.tanh %y : vector<[4]xf32>
  %c = math.erf %z : vector<4xbf16>
  %d = math.log %a fastmath<fast> : vector<4xf32>
  return %d : vector<4xf32>
}

// -----

func.func @functions(%a: f16, %b: f64, %c: f80, %d: f128, %e: bf16, %f: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.exp %a : f16
  %1 = math.exp %b : f64
  %2 = math.exp %c : f80
  %3 = math.erf %d : f128
  %4 = math.tanh %e : bf16
  %5 = math.exp %f : tensor<?xf32>
  return %5 : tensor<?xf32>
}

// -----

func.func @scalar_results(%x: tensor<4xf32>) -> (f32, index, memref<4xf32>, vector<4xf32>) {
  %c = arith.constant 1.0 : f32
  %i = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  %v = arith.constant dense<1.0> : vector<4xf32>
  return %c, %i, %m, %v : f32, index, memref<4xf32>, vector<4xf32>
}

// -----

func.func @encodings(%x: tensor<4x4xf32, "dense">) -> tensor<4x4xf32, "dense"> {
  %y = amp.exp %x : (tensor<4x4xf32, "dense">) -> tensor<4x4xf32, "dense">
  %z = amp.matmul %y, %y : (tensor<4x4xf32, "dense">, tensor<4x4xf32, "dense">) -> tensor<4x4xf32, "dense">
  %s = amp.softmax %z {dim = 0 : i64} : (tensor<4x4xf32, "dense">) -> tensor<4x4xf32, "dense">
  return %s : tensor<4x4xf32, "dense">
}

// -----

func.func @elements(%x: tensor<4xcomplex<f32>>, %y: tensor<4xui8>, %z: tensor<4xf8E4M3FN>, %w: tensor<4xi1>) -> tensor<4xcomplex<f32>> {
  %1 = amp.cast %z : tensor<4xf8E4M3FN> to tensor<4xf32>
  %2 = amp.cast %y : tensor<4xui8> to tensor<4xf16>
  return %x : tensor<4xcomplex<f32>>
}

// -----

func.func @custom(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = amp.custom_function(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    %s = amp.softmax %a {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %n = amp.normalize %s : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %n : tensor<4x8xf32>
  } backward {
  ^bb0(%g: tensor<4x8xf32>):
    %l = amp.log_softmax %g {dim = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    amp.yield %l : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// -----

func.func @affine(%a: memref<8xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %a[%i mod 8] : memref<8xf32>
    affine.store %v, %a[%i floordiv 2] : memref<8xf32>
  }
  return
}

// -----

func.func @shapes(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  return %d : index
}

// -----

func.func @stores(%x: tensor<4xf32>, %m: memref<4xf32>) {
  bufferization.materialize_in_destination %x in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %b = bufferization.to_buffer %x : tensor<4xf32> to memref<4xf32>
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @attributes(%x: tensor<4xf32> {bufferization.writable = false}, %y: memref<4xf32> {llvm.noalias}) attributes {llvm.linkage = #llvm.linkage<internal>, other = 1} {
  return
}
