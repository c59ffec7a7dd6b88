// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoding: long caches split among blocks, whole, in pages, in rows that an index names, and latent; and the merging of splits.
#include "attention_latent.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

ATTENTION_DECODE(__nv_bfloat16, 8, 64, 128)
ATTENTION_DECODE(__half, 1, 32, 64)
ATTENTION_LATENT(__nv_bfloat16, 16, 64, 512, 64)
ATTENTION_LATENT(__nv_bfloat16, 64, 64, 256, 64)
ATTENTION_LATENT(__half, 8, 32, 128, 32)
MERGE_SPLITS(__nv_bfloat16, 4, 128)
MERGE_SPLITS(__half, 4, 64)
MERGE_SPLITS(__half, 4, 128)
MERGE_SPLITS(__nv_bfloat16, 4, 256)
MERGE_SPLITS(__nv_bfloat16, 4, 512)

// Keys and values in pages of one head, [page, Page, Width]; row `sequence` of `tables` says where its key heads' pages begin.
template <class T, int Rows, int Page, int Width>
__tile_global__ void attention_pages(T* __restrict__ out, const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                                     const int* __restrict__ tables, const int* __restrict__ lengths, int heads, int key_heads, int pages,
                                     int max_pages, float scale) {
  using Scores = ct::tile<float, ct::shape<Rows, Page>>;
  int key_head = ct::bid().x, sequence = ct::bid().y, head = sequence * key_heads + key_head;
  int length = ct::load(lengths + sequence);
  auto vk = head_rows<Page, Width>(k, pages, Page), vv = head_rows<Page, Width>(v, pages, Page);
  auto query = flat<Rows, Width>(head_rows<Rows, Width>(q, heads, Rows).load_masked(head, 0, 0));
  RunningSoftmax<Rows, Width> softmax;
  for (int t : ct::irange(0, ct::ceildiv(length, Page))) {
    int page = ct::load(tables + sequence * max_pages + t) + key_head;
    auto scores = ct::mma(query, ct::transpose(flat<Page, Width>(vk.load_masked(page, 0, 0))), ct::zeros<Scores>());
    scores = hidden_unless(scores, t * Page + ct::iota<ct::tile<int, ct::shape<1, Page>>>() < length);
    softmax.add(scores, scale * kLog2E, flat<Page, Width>(vv.load_masked(page, 0, 0)));
  }
  head_rows<Rows, Width>(out, heads, Rows)
      .store_masked(ct::reshape(ct::element_cast<T>(softmax.sum / softmax.total), ct::shape<1, Rows, Width>{}), head, 0, 0);
}
template __tile_global__ void attention_pages<__nv_bfloat16, 8, 64, 128>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*,
                                                                         const __nv_bfloat16*, const int*, const int*, int, int, int,
                                                                         int, float);
template __tile_global__ void attention_pages<__half, 4, 16, 32>(__half*, const __half*, const __half*, const __half*, const int*,
                                                                 const int*, int, int, int, int, float);

// Pages of any size: the tile's rows are gathered, [slot, key head, Width].
template <class T, int Rows, int Keys, int Width>
__tile_global__ void attention_slots(T* __restrict__ out, const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v,
                                     const int* __restrict__ slots, const int* __restrict__ lengths, int heads, int key_heads, int count,
                                     int max_keys, float scale) {
  using namespace ct::literals;
  using Scores = ct::tile<float, ct::shape<Rows, Keys>>;
  int key_head = ct::bid().x, sequence = ct::bid().y, head = sequence * key_heads + key_head;
  int length = ct::load(lengths + sequence);
  auto rows = [&](const T* p) {
    return ct::gather_scatter_view{ct::tensor_span{p, ct::extents{count, key_heads * Width}}, ct::shape<Keys, Width>{}, 0_ic};
  };
  auto query = flat<Rows, Width>(head_rows<Rows, Width>(q, heads, Rows).load_masked(head, 0, 0));
  RunningSoftmax<Rows, Width> softmax;
  for (int t : ct::irange(0, ct::ceildiv(length, Keys))) {
    auto key = t * Keys + ct::iota<ct::tile<int, ct::shape<Keys>>>();
    auto slot = ct::load_masked(slots + (sequence * max_keys + key), key < length, 0);
    auto scores = ct::mma(query, ct::transpose(rows(k).load_masked(slot, key_head)), ct::zeros<Scores>());
    scores = hidden_unless(scores, ct::reshape(key < length, ct::shape<1, Keys>{}));
    softmax.add(scores, scale * kLog2E, rows(v).load_masked(slot, key_head));
  }
  head_rows<Rows, Width>(out, heads, Rows)
      .store_masked(ct::reshape(ct::element_cast<T>(softmax.sum / softmax.total), ct::shape<1, Rows, Width>{}), head, 0, 0);
}
template __tile_global__ void attention_slots<__half, 16, 32, 64>(__half*, const __half*, const __half*, const __half*, const int*,
                                                                  const int*, int, int, int, int, float);
template __tile_global__ void attention_slots<__nv_bfloat16, 8, 16, 128>(__nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*,
                                                                         const __nv_bfloat16*, const int*, const int*, int, int, int,
                                                                         int, float);
