// RUN: amp-check %s
// RUN: %if simulator %{ %simulated_gpu amp-check %s --device=cuda %}

amp.variable buffer @count : tensor<2xf32> = dense<[3.0, 5.0]> : tensor<2xf32>
amp.variable parameter @constant : tensor<2xf32> = #amp.init<constant(0.25)>

// Reads before an assignment see the old value, reads behind it the new one.
func.func @assign() {
  %old = amp.read @count : tensor<2xf32>
  %twice = amp.add %old, %old : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  amp.assign @count, %twice : tensor<2xf32>
  %new = amp.read @count : tensor<2xf32>
  %sum = amp.add %old, %new : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  check.equal %sum, dense<[9.0, 15.0]> : tensor<2xf32>
  return
}

func.func @first_value() {
  %w = amp.read @constant : tensor<2xf32>
  %y = amp.neg %w : (tensor<2xf32>) -> tensor<2xf32>
  check.equal %y, dense<-0.25> : tensor<2xf32>
  return
}
