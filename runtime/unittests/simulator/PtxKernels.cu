// Kernels of PtxKernelsTest.cpp. The PTX next to this file was made with
//   nvcc -ptx -arch=sm_90 PtxKernels.cu -o PtxKernels.ptx

#include <cuda_fp16.h>

// A row per block: vectors, shuffles, shared memory, barriers.
extern "C" __global__ void softmax(float *y, const float *x, int columns) {
  __shared__ float part[32];
  const float *row = x + (size_t)blockIdx.x * columns;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    most = fmaxf(most, row[i]);
  for (int o = 16; o; o >>= 1)
    most = fmaxf(most, __shfl_xor_sync(~0u, most, o));
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = most;
  __syncthreads();
  most = part[0];
  for (int i = 1; i < blockDim.x / 32; ++i)
    most = fmaxf(most, part[i]);
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    sum += expf(row[i] - most);
  for (int o = 16; o; o >>= 1)
    sum += __shfl_down_sync(~0u, sum, o);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int i = 0; i < blockDim.x / 32; ++i)
    sum += part[i];
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    y[(size_t)blockIdx.x * columns + i] = expf(row[i] - most) / sum;
}

// A product of matrices in tiles of shared memory.
extern "C" __global__ void product(float *c, const float *a, const float *b,
                                   int n) {
  __shared__ float left[16][16], right[16][17];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// A function that is not inlined, a table in constant memory, a switch, a
// local array.
__constant__ float factors[4] = {1, 2, 4, 8};
__device__ __noinline__ float scale(float x, int which) {
  switch (which) {
  case 0: return x * factors[1];
  case 1: return sinf(x);
  case 2: return logf(x + 2);
  case 3: return x / 3;
  case 4: return sqrtf(x);
  default: return powf(x, 1.5f);
  }
}
extern "C" __global__ void calls(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = scale(x[i], i % 6);
}

// Halves in pairs, and a sum over the grid by the last block.
__device__ unsigned finished;
extern "C" __global__ void sumHalves(float *sum, float *parts, const __half2 *x,
                                     int n) {
  __shared__ float part[8];
  __shared__ bool isLast;
  __half2 two = __float2half2_rn(2);
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    float2 v = __half22float2(__hmul2(x[i], two));
    mine += v.x + v.y;
  }
  for (int o = 16; o; o >>= 1)
    mine += __shfl_down_sync(~0u, mine, o);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int i = 0; i < blockDim.x / 32; ++i)
      all += part[i];
    parts[blockIdx.x] = all;
    __threadfence();
    isLast = atomicAdd(&finished, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    float all = 0;
    for (int i = 0; i < gridDim.x; ++i)
      all += parts[i];
    *sum = all;
    finished = 0;
  }
}
