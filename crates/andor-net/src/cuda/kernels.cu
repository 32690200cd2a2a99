// The kernels of a network on NVIDIA GPUs; `compile.py` beside this file makes `kernels.cubin` and `kernels.ptx`.
//
// Activations are bf16, 64 channels a point (fewer filters are filled up with zeros), sums are f32. A block of
// threads owns one board and keeps it in shared memory through all convolutions; the weights of one tap after the
// other come in by cp.async. There are no atomics: every sum has one order, which depends on the shape of the network
// alone, so an output does not depend on its batch and a step can be repeated bit by bit.
//
// A board in shared memory has a border of zeros. A point has 128 bytes, eight chunks of 16, and chunk c of place p
// stands at c ^ (p & 7), so that neither rows nor columns of a matrix collide in the banks.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
#define DEVICE __device__ __forceinline__
#define CHANNELS 64
#define HIDDEN 64
#define STAGES 3
#define TILES 2 // tiles of 16 points a warp; 4 are slower, 1.47 against 1.66 million evaluations a second
#define TAP (CHANNELS * CHANNELS * 2)
#define POINT (CHANNELS * 2)
#define MOST_POINTS 384
#define MOST_LOGITS 4096
#define MOST_MOVES 384
#define NORM_PARTS 128

// The same as `Net` in `device.rs`: sizes, and where the tensors of the heads stand in the store.
struct Net {
    int width, height, planes, words, filters, extra, bins, layers;
    int policy, extra_at, extra_bias, hidden, hidden_bias, value, value_bias;
    float scale; // 1 / side of the board
};

extern __shared__ __align__(128) u8 room[]; // boards and weights, as many as a launch asks for

DEVICE u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }
DEVICE void load_matrices(u32 *r, u32 at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3},[%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at));
}
DEVICE void load_turned(u32 *r, u32 at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3},[%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at));
}
DEVICE void multiply(float *c, const u32 *a, u32 b0, u32 b1) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
DEVICE void copy_async(void *to, const void *from) {
    asm volatile("cp.async.cg.shared.global [%0],[%1],16;" ::"r"(shared_address(to)), "l"(from));
}
DEVICE void commit() { asm volatile("cp.async.commit_group;"); }
template <int LEFT> DEVICE void wait_for_copies() { asm volatile("cp.async.wait_group %0;" ::"n"(LEFT)); }
DEVICE u32 pack(float low, float high) {
    u32 r;
    asm("cvt.rn.bf16x2.f32 %0,%1,%2;" : "=r"(r) : "f"(high), "f"(low));
    return r;
}
DEVICE float low(u32 v) { return __uint_as_float(v << 16); }
DEVICE float high(u32 v) { return __uint_as_float(v & 0xffff0000u); }
DEVICE int chunk_at(int place, int chunk) { return place * POINT + ((chunk ^ (place & 7)) << 4); }

DEVICE void load_tap(const u8 *from, u8 *to) {
#pragma unroll 1
    for (int i = threadIdx.x; i < TAP / 16; i += blockDim.x) copy_async(to + chunk_at(i >> 3, i & 7), from + i * 16);
}

// Adds the product of the points under one tap with the weights of the tap: steps of 16 channels. Chunk 2 k + c of a
// place stands at the address of its chunk c ^ k << 5.
template <int STEPS> DEVICE void add_tap(float (*sum)[8][4], const int *corner, int offset, u32 in, u32 weights) {
    const int lane = threadIdx.x & 31;
    const u32 row = (lane & 7) + ((lane >> 4) << 3), right = weights + chunk_at(row, (lane >> 3) & 1);
    u32 left[TILES];
#pragma unroll
    for (int m = 0; m < TILES; m++) left[m] = in + chunk_at(corner[m] + offset, lane >> 4);
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
        u32 a[TILES][4];
#pragma unroll
        for (int m = 0; m < TILES; m++) load_matrices(a[m], left[m] ^ k << 5);
#pragma unroll
        for (int n = 0; n < 4; n++) {
            u32 b[4];
            load_matrices(b, (right ^ k << 5) + n * 16 * POINT);
#pragma unroll
            for (int m = 0; m < TILES; m++) {
                multiply(sum[m][2 * n], a[m], b[0], b[1]);
                multiply(sum[m][2 * n + 1], a[m], b[2], b[3]);
            }
        }
    }
}

// Writes the points of a board in shared memory to `to`, which may be null.
DEVICE void keep(const u8 *board, const u16 *places, int points, u8 *to) {
    if (!to) return;
    for (int i = threadIdx.x; i < points * 8; i += blockDim.x)
        *(uint4 *)(to + i * 16) = *(const uint4 *)(board + chunk_at(places[i >> 3], i & 7));
}

// The logits of the points and the channel sums, from the board after the last convolution.
DEVICE void trunk_outputs(const Net &net, const u8 *outer, const u16 *places, const float *store, float *policy,
                          float *sums) {
    __shared__ float scratch[8][CHANNELS];
    const int points = net.width * net.height, tid = threadIdx.x, lane = tid & 31, warp = tid >> 5,
              threads = blockDim.x;
    for (int c = tid; c < CHANNELS; c += threads) scratch[0][c] = c < net.filters ? store[net.policy + c] : 0.f;
    __syncthreads();
    for (int p = tid; p < points; p += threads) {
        float logit = 0.f;
#pragma unroll
        for (int n = 0; n < 8; n++) {
            const uint4 v = *(const uint4 *)(outer + chunk_at(places[p], n));
            const float *w = &scratch[0][n * 8];
            logit += low(v.x) * w[0] + high(v.x) * w[1] + low(v.y) * w[2] + high(v.y) * w[3];
            logit += low(v.z) * w[4] + high(v.z) * w[5] + low(v.w) * w[6] + high(v.w) * w[7];
        }
        policy[(size_t)blockIdx.x * (points + net.extra) + p] = logit;
    }
    __syncthreads();
    // Eight slices of points, for every number of warps.
    for (int slice = warp; slice < 8; slice += threads / 32) {
        float a = 0.f, b = 0.f;
        for (int p = slice; p < points; p += 8) {
            const u32 v = *(const u32 *)(outer + chunk_at(places[p], lane >> 2) + (lane & 3) * 4);
            a += low(v), b += high(v);
        }
        scratch[slice][lane * 2] = a, scratch[slice][lane * 2 + 1] = b;
    }
    __syncthreads();
    for (int c = tid; c < CHANNELS; c += threads) {
        float a = 0.f;
        for (int slice = 0; slice < 8; slice++) a += scratch[slice][c];
        sums[(size_t)blockIdx.x * CHANNELS + c] = a * net.scale;
    }
}

// All convolutions of one board. Forward: from the bits to the logits of the points and the channel sums; the input
// and the output of each layer are kept in `kept` if it is not null. Backward: from the gradient of the last layer in
// `slopes` to the gradients of all layers there, with the activations from `kept`; the weights come last layer first.
template <bool BACK>
DEVICE void trunk(const Net &net, const u32 *input, const u8 *weights, const float *bias, const float *store,
                  float *policy, float *sums, u8 *kept, u8 *slopes) {
    __shared__ u16 places[MOST_POINTS];
    const int row = net.width + 2, points = net.width * net.height, padded = row * (net.height + 2);
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, threads = blockDim.x, board = blockIdx.x;
    const size_t size = (size_t)points * POINT, layer_size = size * gridDim.x;
    u8 *outer = room, *inner = room + padded * POINT, *ring = room + 2 * padded * POINT;
    const int first = BACK ? 1 : 0, taps = 9 * (net.layers - first);
    if (kept) kept += board * size;
    if (BACK) slopes += board * size;
    for (int t = 0; t < STAGES - 1; t++) {
        load_tap(weights + (size_t)t * TAP, ring + t * TAP);
        commit();
    }
    for (int i = tid; i < 2 * padded * 8; i += threads) ((uint4 *)room)[i] = make_uint4(0, 0, 0, 0);
    for (int p = tid; p < MOST_POINTS; p += threads) {
        const int q = p < points ? p : points - 1;
        places[p] = (q / net.width + 1) * row + q % net.width + 1;
    }
    __syncthreads();
    if (BACK) {
        const u8 *from = slopes + (net.layers - 1) * layer_size;
        for (int i = tid; i < points * 8; i += threads)
            *(uint4 *)(outer + chunk_at(places[i >> 3], i & 7)) = *(const uint4 *)(from + i * 16);
    } else {
        const int chunks = (net.planes + 7) / 8;
        for (int i = tid; i < points * chunks; i += threads) {
            const int p = i % points, chunk = i / points;
            const u32 *words = input + (size_t)board * net.planes * net.words + (p >> 5);
            u32 bits[4] = {0, 0, 0, 0};
#pragma unroll
            for (int c = 0; c < 8; c++) {
                const int plane = chunk * 8 + c;
                if (plane < net.planes && ((words[plane * net.words] >> (p & 31)) & 1))
                    bits[c >> 1] |= 0x3f80u << (16 * (c & 1));
            }
            *(uint4 *)(inner + chunk_at(places[p], chunk)) = make_uint4(bits[0], bits[1], bits[2], bits[3]);
        }
        __syncthreads();
        keep(inner, places, points, kept);
    }
    int corner[TILES];
#pragma unroll
    for (int m = 0; m < TILES; m++) corner[m] = places[(warp * TILES + m) * 16 + (lane & 15)] - row - 1;
    int next = 0;
#pragma unroll 1
    for (int layer = first; layer < net.layers; layer++) {
        const u8 *in = (layer & 1) ? outer : inner;
        u8 *out = (layer & 1) ? inner : outer;
        const bool residual = layer > 0 && !(layer & 1);
        const u8 *mask = kept + (net.layers - layer) * layer_size;
        float sum[TILES][8][4];
#pragma unroll
        for (int n = 0; n < 8; n++) {
            const float2 b =
                BACK ? make_float2(0.f, 0.f) : *(const float2 *)(bias + layer * CHANNELS + n * 8 + (lane & 3) * 2);
#pragma unroll
            for (int m = 0; m < TILES; m++) sum[m][n][0] = sum[m][n][2] = b.x, sum[m][n][1] = sum[m][n][3] = b.y;
        }
#pragma unroll 1
        for (int tap = 0; tap < 9; tap++, next++) {
            wait_for_copies<STAGES - 2>();
            __syncthreads();
            const int ahead = next + STAGES - 1;
            if (ahead < taps) load_tap(weights + (size_t)ahead * TAP, ring + ahead % STAGES * TAP);
            commit();
            const int offset = tap / 3 * row + tap % 3;
            if (layer || net.planes > 16)
                add_tap<4>(sum, corner, offset, shared_address(in), shared_address(ring + next % STAGES * TAP));
            else
                add_tap<1>(sum, corner, offset, shared_address(in), shared_address(ring + next % STAGES * TAP));
        }
#pragma unroll
        for (int m = 0; m < TILES; m++)
#pragma unroll
            for (int half = 0; half < 2; half++) {
                const int p = (warp * TILES + m) * 16 + (lane >> 2) + half * 8;
                if (p >= points) continue;
#pragma unroll
                for (int n = 0; n < 8; n++) {
                    u32 *to = (u32 *)(out + chunk_at(places[p], n) + (lane & 3) * 4);
                    float u = sum[m][n][2 * half], v = sum[m][n][2 * half + 1];
                    if (residual) u += low(*to), v += high(*to);
                    if (BACK) {
                        const u32 active = *(const u32 *)(mask + p * POINT + n * 16 + (lane & 3) * 4);
                        if (!(low(active) > 0.f)) u = 0.f;
                        if (!(high(active) > 0.f)) v = 0.f;
                    } else {
                        // Unlike fmaxf this lets through what is not a number.
                        u = u < 0.f ? 0.f : u, v = v < 0.f ? 0.f : v;
                    }
                    *to = pack(u, v);
                }
            }
        u8 *to = BACK ? slopes + (net.layers - 1 - layer) * layer_size : kept ? kept + (layer + 1) * layer_size : 0;
        if (to) {
            __syncthreads();
            keep(out, places, points, to);
        }
    }
    if (!BACK) trunk_outputs(net, outer, places, store, policy, sums);
}

// Up to 384 threads a board; the bound keeps a thread at 128 registers, so that two boards of 15x15 fit a processor.
extern "C" __global__ void __launch_bounds__(512)
    forward(Net net, const u32 *input, const u8 *weights, const float *bias, const float *store, float *policy,
            float *sums, u8 *kept) {
    trunk<false>(net, input, weights, bias, store, policy, sums, kept, 0);
}
extern "C" __global__ void __launch_bounds__(512) backward(Net net, const u8 *weights, u8 *kept, u8 *slopes) {
    trunk<true>(net, 0, weights, 0, 0, 0, 0, kept, slopes);
}

// The logits of extra moves and of both heads, from the channel sums: 16 boards and 128 logits a block.
extern "C" __global__ void __launch_bounds__(128)
    heads(Net net, const float *sums, const float *store, float *policy, float *logits, int boards) {
    __shared__ float g[16][CHANNELS], h[16][HIDDEN];
    const int tid = threadIdx.x, first = blockIdx.x * 16, out = 2 * net.bins, o = blockIdx.y * 128 + tid;
    const int moves = net.width * net.height + net.extra;
    for (int i = tid; i < 16 * CHANNELS; i += 128)
        g[i / CHANNELS][i % CHANNELS] = first + i / CHANNELS < boards ? sums[(size_t)first * CHANNELS + i] : 0.f;
    __syncthreads();
    const int unit = tid & 63, from = (tid >> 6) * 8;
    float a[16];
#pragma unroll
    for (int b = 0; b < 8; b++) a[b] = store[net.hidden_bias + unit];
    for (int k = 0; k < net.filters; k++) {
        const float w = store[net.hidden + k * HIDDEN + unit];
#pragma unroll
        for (int b = 0; b < 8; b++) a[b] += w * g[from + b][k];
    }
#pragma unroll
    for (int b = 0; b < 8; b++) h[from + b][unit] = fmaxf(a[b], 0.f);
    if (blockIdx.y == 0 && tid < 16 * net.extra && first + tid / net.extra < boards) {
        const int b = tid / net.extra, e = tid % net.extra;
        float logit = store[net.extra_bias + e];
        for (int k = 0; k < net.filters; k++) logit += g[b][k] * store[net.extra_at + k * net.extra + e];
        policy[(size_t)(first + b) * moves + net.width * net.height + e] = logit;
    }
    __syncthreads();
    if (o >= out) return;
#pragma unroll
    for (int b = 0; b < 16; b++) a[b] = store[net.value_bias + o];
    for (int k = 0; k < HIDDEN; k++) {
        const float w = store[net.value + k * out + o];
#pragma unroll
        for (int b = 0; b < 16; b++) a[b] += w * h[b][k];
    }
#pragma unroll
    for (int b = 0; b < 16; b++)
        if (first + b < boards) logits[(size_t)(first + b) * out + o] = a[b];
}

// The costs of heads: mean bin and chance of the last bin, for one head a warp.
extern "C" __global__ void __launch_bounds__(128) costs(const float *logits, float *costs, int bins, int heads) {
    const int lane = threadIdx.x & 31, head = blockIdx.x * 4 + (threadIdx.x >> 5);
    if (head >= heads) return;
    const float *l = logits + (size_t)head * bins;
    float most = -1e30f, total = 0.f, mean = 0.f;
    for (int k = lane; k < bins; k += 32) most = fmaxf(most, l[k]);
    for (int d = 16; d; d >>= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    for (int k = lane; k < bins; k += 32) {
        const float chance = expf(l[k] - most);
        total += chance, mean += chance * k;
    }
    for (int d = 16; d; d >>= 1) total += __shfl_xor_sync(~0u, total, d), mean += __shfl_xor_sync(~0u, mean, d);
    if (lane == 0) costs[head * 2] = mean / total, costs[head * 2 + 1] = expf(l[bins - 1] - most) / total;
}

// Sums and maxima over a block of 256 threads, in one order.
DEVICE float block_sum(float v, float *scratch) {
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    __syncthreads();
    if (!(threadIdx.x & 31)) scratch[threadIdx.x >> 5] = v;
    __syncthreads();
    float sum = 0.f;
    for (int i = 0; i < 8; i++) sum += scratch[i];
    return sum;
}
DEVICE float block_most(float v, float *scratch) {
    for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    __syncthreads();
    if (!(threadIdx.x & 31)) scratch[threadIdx.x >> 5] = v;
    __syncthreads();
    float most = scratch[0];
    for (int i = 1; i < 8; i++) most = fmaxf(most, scratch[i]);
    return most;
}

// What the losses of one board leave for the gradients of the heads.
struct Lesson {
    const float *policy, *sums, *targets,
        *costs; // targets: the wanted chance of each move, -1 if illegal; costs: see `Batch`
    float *hidden, *logit_slopes, *hidden_slopes, *extra_slopes, *policy_weights, *losses;
};

// Losses of one board a block of 256 threads, and their gradients down to the last convolution.
extern "C" __global__ void __launch_bounds__(256)
    lesson(Net net, Lesson at, const float *store, const u8 *last, u8 *slopes, float share) {
    __shared__ float g[CHANNELS], h[HIDDEN], dh[HIDDEN], dg[CHANNELS], moves[MOST_MOVES], logits[MOST_LOGITS],
        parts[8][CHANNELS], scratch[8];
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, points = net.width * net.height,
              all = points + net.extra;
    const int out = 2 * net.bins;
    const size_t board = blockIdx.x;
    const float *costs = at.costs + board * 7, *targets = at.targets + board * all;
    if (tid < CHANNELS) g[tid] = at.sums[board * CHANNELS + tid];
    for (int i = tid; i < points; i += 256) moves[i] = at.policy[board * all + i];
    __syncthreads();
    if (tid < net.extra) {
        float logit = store[net.extra_bias + tid];
        for (int k = 0; k < net.filters; k++) logit += g[k] * store[net.extra_at + k * net.extra + tid];
        moves[points + tid] = logit;
    }
    if (tid < HIDDEN) {
        float a = store[net.hidden_bias + tid];
        for (int k = 0; k < net.filters; k++) a += store[net.hidden + k * HIDDEN + tid] * g[k];
        a = a < 0.f ? 0.f : a;
        h[tid] = a, at.hidden[board * HIDDEN + tid] = a;
    }
    __syncthreads();
    // 1. The policy over legal moves.
    const float weight = costs[0] * share;
    float most = -1e30f, total = 0.f, loss = 0.f;
    for (int i = tid; i < all; i += 256)
        if (targets[i] >= 0.f) most = fmaxf(most, moves[i]);
    most = block_most(most, scratch);
    for (int i = tid; i < all; i += 256)
        if (targets[i] >= 0.f) total += expf(moves[i] - most);
    total = block_sum(total, scratch);
    const float log_total = most + logf(total);
    for (int i = tid; i < all; i += 256) {
        const float wanted = targets[i], logit = moves[i];
        if (weight > 0.f && wanted > 0.f) loss += wanted * (log_total - logit + logf(wanted));
        moves[i] = weight > 0.f && wanted >= 0.f ? (expf(logit - most) / total - wanted) * weight : 0.f;
    }
    loss = block_sum(loss, scratch);
    if (tid == 0) at.losses[board * 3] = loss;
    if (tid < net.extra) at.extra_slopes[board * 8 + tid] = moves[points + tid];
    // 2. Both heads.
    for (int o = tid; o < out; o += 256) {
        float a = store[net.value_bias + o];
        for (int k = 0; k < HIDDEN; k++) a += store[net.value + k * out + o] * h[k];
        logits[o] = a;
    }
    __syncthreads();
    for (int head = 0; head < 2; head++) {
        float *l = logits + head * net.bins;
        const float weight = costs[1 + head] * share, upper = costs[5 + head];
        const int bin = (int)costs[3 + head];
        float most = -1e30f, total = 0.f;
        for (int k = tid; k < net.bins; k += 256) most = fmaxf(most, l[k]);
        most = block_most(most, scratch);
        for (int k = tid; k < net.bins; k += 256) total += expf(l[k] - most);
        total = block_sum(total, scratch);
        if (tid == 0) {
            const float log_total = most + logf(total);
            float loss = (1.f - upper) * (log_total - l[bin]);
            if (upper > 0.f) loss += upper * (log_total - l[bin + 1]);
            at.losses[board * 3 + 1 + head] = weight != 0.f ? loss : 0.f;
        }
        __syncthreads();
        for (int k = tid; k < net.bins; k += 256) {
            const float wanted = k == bin ? 1.f - upper : k == bin + 1 ? upper : 0.f;
            const float slope = weight != 0.f ? (expf(l[k] - most) / total - wanted) * weight : 0.f;
            l[k] = slope, at.logit_slopes[board * out + head * net.bins + k] = slope;
        }
        __syncthreads();
    }
    // 3. Back through the hidden units to the channel sums.
    for (int unit = warp; unit < HIDDEN; unit += 8) {
        float a = 0.f;
        for (int o = lane; o < out; o += 32) a += store[net.value + unit * out + o] * logits[o];
        for (int d = 16; d; d >>= 1) a += __shfl_xor_sync(~0u, a, d);
        if (lane == 0) {
            a = h[unit] > 0.f ? a : 0.f;
            dh[unit] = a, at.hidden_slopes[board * HIDDEN + unit] = a;
        }
    }
    __syncthreads();
    if (tid < CHANNELS) {
        float a = 0.f;
        if (tid < net.filters) {
            for (int k = 0; k < HIDDEN; k++) a += store[net.hidden + tid * HIDDEN + k] * dh[k];
            for (int e = 0; e < net.extra; e++) a += store[net.extra_at + tid * net.extra + e] * moves[points + e];
        }
        dg[tid] = a * net.scale;
    }
    __syncthreads();
    // 4. The gradient of the last convolution, and this board's share in the gradient of the policy's weights.
    const int c = lane * 2;
    const float w0 = c < net.filters ? store[net.policy + c] : 0.f,
                w1 = c + 1 < net.filters ? store[net.policy + c + 1] : 0.f;
    float s0 = 0.f, s1 = 0.f;
    for (int p = warp; p < points; p += 8) {
        const size_t place = (board * points + p) * POINT + lane * 4;
        const u32 v = *(const u32 *)(last + place);
        const float slope = moves[p];
        s0 += slope * low(v), s1 += slope * high(v);
        *(u32 *)(slopes + place) =
            pack(low(v) > 0.f ? slope * w0 + dg[c] : 0.f, high(v) > 0.f ? slope * w1 + dg[c + 1] : 0.f);
    }
    parts[warp][c] = s0, parts[warp][c + 1] = s1;
    __syncthreads();
    if (tid < CHANNELS) {
        float a = 0.f;
        for (int i = 0; i < 8; i++) a += parts[i][tid];
        at.policy_weights[board * CHANNELS + tid] = a;
    }
}

// The gradient of a linear layer: out[m][n] = the sum over boards of a[m] * c[n]; a = 1 if it is null.
extern "C" __global__ void __launch_bounds__(256)
    outer_product(const float *a, int a_stride, const float *c, int c_stride, float *out, int columns, int boards) {
    __shared__ float parts[8][32];
    const int lane = threadIdx.x & 31, slice = threadIdx.x >> 5, n = blockIdx.x * 32 + lane, m = blockIdx.y;
    float sum = 0.f;
    if (n < columns)
#pragma unroll 4
        for (int b = slice; b < boards; b += 8)
            sum += (a ? a[(size_t)b * a_stride + m] : 1.f) * c[(size_t)b * c_stride + n];
    parts[slice][lane] = sum;
    __syncthreads();
    if (slice || n >= columns) return;
    for (int i = 1; i < 8; i++) sum += parts[i][lane];
    out[(size_t)m * columns + n] = sum;
}

// The gradient of a convolution (blockIdx.y) over every gridDim.x-th board: one warp for each tap.
extern "C" __global__ void __launch_bounds__(288)
    weight_gradient(Net net, const u8 *kept, const u8 *slopes, float *parts, float *bias_parts, int boards) {
    __shared__ u16 places[MOST_POINTS];
    __shared__ float scratch[9][CHANNELS];
    const int row = net.width + 2, points = net.width * net.height, padded = row * (net.height + 2),
              tiles = (points + 15) / 16;
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, quarter = lane >> 3,
              stage_size = (padded + tiles * 16) * POINT;
    const size_t size = (size_t)points * POINT;
    kept += blockIdx.y * boards * size, slopes += blockIdx.y * boards * size;
    for (int i = tid; i < 2 * stage_size / 16; i += 288) ((uint4 *)room)[i] = make_uint4(0, 0, 0, 0);
    for (int p = tid; p < MOST_POINTS; p += 288) {
        const int q = p < points ? p : points - 1;
        places[p] = (q / net.width + 1) * row + q % net.width + 1;
    }
    __syncthreads();
    auto load = [&](int board, int stage) {
        u8 *x = room + stage * stage_size, *dy = x + padded * POINT;
        for (int i = tid; i < points * 8; i += 288) {
            copy_async(x + chunk_at(places[i >> 3], i & 7), kept + board * size + i * 16);
            copy_async(dy + chunk_at(i >> 3, i & 7), slopes + board * size + i * 16);
        }
    };
    float sum[4][8][4];
#pragma unroll
    for (int m = 0; m < 4; m++)
#pragma unroll
        for (int n = 0; n < 8; n++)
#pragma unroll
            for (int k = 0; k < 4; k++) sum[m][n][k] = 0.f;
    float b0 = 0.f, b1 = 0.f;
    const int offset = (warp / 3 - 1) * row + warp % 3 - 1;
    int board = blockIdx.x, stage = 0;
    if (board < boards) load(board, 0);
    commit();
    for (; board < boards; board += gridDim.x, stage ^= 1) {
        if (board + (int)gridDim.x < boards) load(board + gridDim.x, stage ^ 1);
        commit();
        wait_for_copies<1>();
        __syncthreads();
        const u8 *x = room + stage * stage_size, *dy = x + padded * POINT;
#pragma unroll 1
        for (int tile = 0; tile < tiles; tile++) {
            u32 a[4][4];
            const u32 left = shared_address(dy + chunk_at(tile * 16 + (quarter >> 1) * 8 + (lane & 7), quarter & 1));
#pragma unroll
            for (int m = 0; m < 4; m++) load_turned(a[m], left ^ m << 5);
            // Rows after the last point have no gradient, so any activation may stand there.
            const int place = places[tile * 16 + (quarter & 1) * 8 + (lane & 7)] + offset;
            const u32 right = shared_address(x + chunk_at(place, quarter >> 1));
#pragma unroll
            for (int n = 0; n < 4; n++) {
                u32 b[4];
                load_turned(b, right ^ n << 5);
#pragma unroll
                for (int m = 0; m < 4; m++) {
                    multiply(sum[m][2 * n], a[m], b[0], b[1]);
                    multiply(sum[m][2 * n + 1], a[m], b[2], b[3]);
                }
            }
        }
        for (int p = warp; p < points; p += 9) {
            const u32 v = *(const u32 *)(dy + chunk_at(p, lane >> 2) + (lane & 3) * 4);
            b0 += low(v), b1 += high(v);
        }
        __syncthreads();
    }
    const size_t part = blockIdx.y * gridDim.x + blockIdx.x;
    float *to = parts + (part * 9 + warp) * CHANNELS * CHANNELS;
#pragma unroll
    for (int m = 0; m < 4; m++)
#pragma unroll
        for (int n = 0; n < 8; n++)
#pragma unroll
            for (int half = 0; half < 2; half++)
                *(float2 *)(to + (m * 16 + (lane >> 2) + half * 8) * CHANNELS + n * 8 + (lane & 3) * 2) =
                    make_float2(sum[m][n][2 * half], sum[m][n][2 * half + 1]);
    scratch[warp][lane * 2] = b0, scratch[warp][lane * 2 + 1] = b1;
    __syncthreads();
    if (tid < CHANNELS) {
        float a = 0.f;
        for (int i = 0; i < 9; i++) a += scratch[i][tid];
        bias_parts[part * CHANNELS + tid] = a;
    }
}

DEVICE size_t convolution_start(const Net &net, int layer) {
    const size_t f = net.filters;
    return layer ? 9 * net.planes * f + f + (layer - 1) * (9 * f * f + f) : 0;
}

// Adds the parts of the gradients of convolutions (blockIdx.y), into the order of the store.
extern "C" __global__ void __launch_bounds__(256)
    collect(Net net, const float *parts, const float *bias_parts, int count, float *gradient) {
    const int i = blockIdx.x * 256 + threadIdx.x, layer = blockIdx.y, tap = i >> 12, o = (i >> 6) & 63, c = i & 63;
    const int channels = layer ? net.filters : net.planes;
    const size_t start = convolution_start(net, layer);
    if (o < net.filters && c < channels) {
        float sum = 0.f;
        for (int k = 0; k < count; k++) sum += parts[((size_t)layer * count + k) * 9 * CHANNELS * CHANNELS + i];
        gradient[start + (size_t)(tap * channels + c) * net.filters + o] = sum;
    }
    if (i < net.filters) {
        float sum = 0.f;
        for (int k = 0; k < count; k++) sum += bias_parts[(layer * count + k) * CHANNELS + i];
        gradient[start + (size_t)9 * channels * net.filters + i] = sum;
    }
}

// The sum of squares of a gradient, in NORM_PARTS parts.
extern "C" __global__ void __launch_bounds__(256) squares(const float *gradient, int count, double *parts) {
    __shared__ double sums[256];
    double sum = 0.;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += NORM_PARTS * 256)
        sum += (double)gradient[i] * gradient[i];
    sums[threadIdx.x] = sum;
    for (int d = 128; d; d >>= 1) {
        __syncthreads();
        if (threadIdx.x < d) sums[threadIdx.x] += sums[threadIdx.x + d];
    }
    if (threadIdx.x == 0) parts[blockIdx.x] = sums[0];
}

struct Change {
    float rate, decay, momentum, longest, first_share, second_share;
    int adam;
};

// Changes the parameters as `Trainer` does; nothing if the gradient is not finite.
extern "C" __global__ void __launch_bounds__(256)
    change(Change rule, const float *gradient, const double *parts, const u8 *decays, float *values, float *first,
           float *second, int count, double *norm) {
    double sum = 0.;
    for (int k = 0; k < NORM_PARTS; k++) sum += parts[k];
    const double length = sqrt(sum);
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i == 0) *norm = length;
    if (i >= count || !isfinite(length)) return;
    const float scale = length > rule.longest ? (float)(rule.longest / length) : 1.f;
    const float value = values[i];
    float slope = scale * gradient[i];
    if (rule.adam) {
        const float a = first[i] = 0.9f * first[i] + (1.f - 0.9f) * slope;
        const float b = second[i] = 0.999f * second[i] + (1.f - 0.999f) * slope * slope;
        const float shrunk = decays[i] ? value * (1.f - rule.rate * rule.decay) : value;
        values[i] = shrunk - rule.rate * (a / rule.first_share) / (sqrtf(b / rule.second_share) + 1e-8f);
    } else {
        if (decays[i]) slope += rule.decay * value;
        const float a = first[i] = rule.momentum * first[i] + slope;
        values[i] = value - rule.rate * a;
    }
}

// Writes the weights of convolutions (blockIdx.y) as bf16: for `forward` [layer][tap][out][in]; for `backward`, if
// `turned` is not null, last layer first, with the opposite tap and [in][out]. Biases are filled up to 64.
extern "C" __global__ void __launch_bounds__(256)
    spread(Net net, const float *store, u16 *weights, u16 *turned, float *bias) {
    const int i = blockIdx.x * 256 + threadIdx.x, layer = blockIdx.y, tap = i >> 12, o = (i >> 6) & 63, c = i & 63;
    const int channels = layer ? net.filters : net.planes, whole = 9 * CHANNELS * CHANNELS;
    const size_t start = convolution_start(net, layer);
    const float value =
        o < net.filters && c < channels ? store[start + (size_t)(tap * channels + c) * net.filters + o] : 0.f;
    const u16 half = (u16)pack(value, 0.f);
    weights[(size_t)layer * whole + i] = half;
    if (turned && layer)
        turned[(size_t)(net.layers - 1 - layer) * whole + (8 - tap) * CHANNELS * CHANNELS + c * CHANNELS + o] = half;
    if (i < CHANNELS)
        bias[layer * CHANNELS + i] = i < net.filters ? store[start + (size_t)9 * channels * net.filters + i] : 0.f;
}
