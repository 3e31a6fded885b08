// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

// The known answer of Philox4x32-10 for counter and key 0 (Random123, kat_vectors):
// 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
func.func @philox() {
  %state = check.input dense<0> : tensor<2xi64>
  %bits = amp.random_bits %state {shape = array<i64: 4>} : (tensor<2xi64>) -> tensor<4xi32>
  check.equal %bits, dense<[0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]> : tensor<4xi32>
  return
}

// Of these four numbers the first is below 0x80000000; the next block is number 1.
func.func @dropout() {
  %state = check.input dense<0> : tensor<2xi64>
  %x = check.input dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y, %next = amp.dropout %x, %state {p = 0.5 : f64} : (tensor<4xf32>, tensor<2xi64>) -> (tensor<4xf32>, tensor<2xi64>)
  check.equal %y, dense<[0.0, 4.0, 6.0, 8.0]> : tensor<4xf32>
  check.equal %next, dense<[0, 1]> : tensor<2xi64>
  return
}
