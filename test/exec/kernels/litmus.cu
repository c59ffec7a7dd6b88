// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small programs of two blocks whose outcome shows which memory orders hold. Blocks 2k and 2k + 1 are the two sides; each round
// runs kLanes trials at once, one an element, every trial in cells of its own. Consecutive accesses of a side number the trials
// differently, so that the order has to hold from one lane to another. Sides wait for one another at the start of a round, but
// not for ever: on a machine of one core they cannot meet.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kLanes = 512, kApart = 8; // cells in sectors of their own
// Short names for the kernels' own names.
enum class Order { relaxed, acquire, release, acq_rel };
enum class Scope { block, device, system };
constexpr ct::memory_order order(Order o) {
  return o == Order::relaxed   ? ct::memory_order::relaxed
         : o == Order::acquire ? ct::memory_order::acquire
         : o == Order::release ? ct::memory_order::release
                               : ct::memory_order::acq_rel;
}
constexpr ct::thread_scope scope(Scope s) {
  return s == Scope::block ? ct::thread_scope::block : s == Scope::device ? ct::thread_scope::device : ct::thread_scope::system;
}
using Trials = ct::tile<int, ct::shape<kLanes>>;

struct Round {
  int side, first;
  int shift;
  // The trials of this round in the order of permutation `which`: an odd factor permutes residues of a power of two.
  __tile__ Trials trials(int which) const {
    return first + ((ct::iota<Trials>() * (2 * which + 45) + shift * which) & (kLanes - 1));
  }
};

__tile__ void meet(int* counter, int patience) {
  ct::atomic_add<order(Order::relaxed), scope(Scope::device)>(counter, 1);
  for (int i = 0; i < patience; ++i)
    if (ct::atomic_load<order(Order::relaxed), scope(Scope::device)>(counter) == 2) break;
}

__tile__ Round start(int* meetings, int rounds, int round, int shift, int patience) {
  int pair = (int)ct::bid().x / 2, side = (int)ct::bid().x % 2, number = pair * rounds + round;
  meet(meetings + number, patience);
  return {side, number * kLanes, shift + round};
}

// One side leaves data and raises a flag; the other sees the flag and then looks for the data. `flags`: what it saw;
// `found`: the data. With `Plain` the data are not atomic and are looked at only behind a flag.
template <Order Store, Order Load, Scope S, bool Plain>
__tile_global__ void message_passing(int* data, int* flag, int* meetings, int* flags, int* found, int rounds, int shift, int patience) {
  for (int r = 0; r < rounds; ++r) {
    Round round = start(meetings, rounds, r, shift, patience);
    auto i = round.trials(1), j = round.trials(2);
    if (round.side == 0) {
      if constexpr (Plain) ct::store(data + i * kApart, ct::ones<Trials>());
      else ct::atomic_store<order(Order::relaxed), scope(S)>(data + i * kApart, ct::ones<Trials>());
      ct::atomic_store<order(Store), scope(S)>(flag + j * kApart, ct::ones<Trials>());
    } else {
      ct::store(flags + i, ct::atomic_load<order(Load), scope(S)>(flag + i * kApart));
      if constexpr (Plain) ct::store(found + j, ct::load_masked(data + j * kApart, ct::load(flags + j) == 1, 1));
      else ct::store(found + j, ct::atomic_load<order(Order::relaxed), scope(S)>(data + j * kApart));
    }
  }
}

// The same lanes throughout, so that nothing but the order itself keeps two accesses apart.
template <Order Store, Order Load, Scope S>
__tile_global__ void message_passing_in_lane(int* data, int* flag, int* meetings, int* flags, int* found, int rounds, int shift, int patience) {
  for (int r = 0; r < rounds; ++r) {
    Round round = start(meetings, rounds, r, shift, patience);
    auto i = round.trials(1);
    if (round.side == 0) {
      ct::atomic_store<order(Order::relaxed), scope(S)>(data + i * kApart, ct::ones<Trials>());
      ct::atomic_store<order(Store), scope(S)>(flag + i * kApart, ct::ones<Trials>());
    } else {
      auto seen = ct::atomic_load<order(Load), scope(S)>(flag + i * kApart);
      ct::store(found + i, ct::atomic_load<order(Order::relaxed), scope(S)>(data + i * kApart));
      ct::store(flags + i, seen);
    }
  }
}

// Each side writes its own cell and reads the other's.
template <Order Store, Order Load, Scope S>
__tile_global__ void store_buffering(int* x, int* y, int* meetings, int* first, int* second, int rounds, int shift, int patience) {
  for (int r = 0; r < rounds; ++r) {
    Round round = start(meetings, rounds, r, shift, patience);
    auto i = round.trials(1);
    int *mine = round.side ? y : x, *other = round.side ? x : y;
    ct::atomic_store<order(Store), scope(S)>(mine + i * kApart, ct::ones<Trials>());
    ct::store((round.side ? second : first) + i, ct::atomic_load<order(Load), scope(S)>(other + i * kApart));
  }
}

// Each side reads the other's cell and then writes its own.
template <Order Store, Order Load, Scope S>
__tile_global__ void load_buffering(int* x, int* y, int* meetings, int* first, int* second, int rounds, int shift, int patience) {
  for (int r = 0; r < rounds; ++r) {
    Round round = start(meetings, rounds, r, shift, patience);
    auto i = round.trials(1), j = round.trials(2);
    int *mine = round.side ? y : x, *other = round.side ? x : y;
    ct::store((round.side ? second : first) + i, ct::atomic_load<order(Load), scope(S)>(other + i * kApart));
    ct::atomic_store<order(Store), scope(S)>(mine + j * kApart, ct::ones<Trials>());
  }
}

// Each side writes both cells, in opposite order, by exchanges.
template <Order O, Scope S>
__tile_global__ void two_and_two_writes(int* x, int* y, int* meetings, int*, int*, int rounds, int shift, int patience) {
  for (int r = 0; r < rounds; ++r) {
    Round round = start(meetings, rounds, r, shift, patience);
    auto i = round.trials(1), j = round.trials(2);
    int *one = round.side ? y : x, *two = round.side ? x : y;
    (void)ct::atomic_xchg<order(O), scope(S)>(one + i * kApart, ct::ones<Trials>());
    (void)ct::atomic_xchg<order(O), scope(S)>(two + j * kApart, ct::ones<Trials>() * 2);
  }
}

// One side counts a cell up; what the other reads later is never less than what it read before, in whatever lane.
template <Scope S>
__tile_global__ void coherence(int* x, int*, int* meetings, int* earlier, int* later, int rounds, int shift, int patience) {
  for (int r = 0; r < rounds; ++r) {
    Round round = start(meetings, rounds, r, shift, patience);
    auto i = round.trials(1), j = round.trials(2);
    if (round.side == 0) {
      for (int k = 1; k < 9; ++k) ct::atomic_store<order(Order::relaxed), scope(S)>(x + i * kApart, k + ct::zeros<Trials>());
    } else {
      auto before = ct::atomic_load<order(Order::relaxed), scope(S)>(x + i * kApart);
      auto after = ct::atomic_load<order(Order::relaxed), scope(S)>(x + j * kApart);
      ct::store(earlier + i, before);
      ct::store(later + j, after);
    }
  }
}

// A block meets its own atomics in the order of its program, in every scope: many lanes add to few cells, others read them.
template <Scope S>
__tile_global__ void own_order(int* x, int*, int*, int* sums, int* after, int rounds, int shift, int) {
  for (int r = 0; r < rounds; ++r) {
    Round round{0, ((int)ct::bid().x * rounds + r) * kLanes, shift + r};
    auto i = round.trials(1), j = round.trials(2);
    auto few = round.first + (ct::iota<Trials>() & 7);
    (void)ct::atomic_add<order(Order::relaxed), scope(S)>(x + few * kApart, ct::ones<Trials>());
    ct::store(sums + i, ct::atomic_load<order(Order::relaxed), scope(S)>(x + (round.first + (i & 7)) * kApart));
    ct::atomic_store<order(Order::relaxed), scope(S)>(x + i * kApart, i);
    ct::store(after + j, ct::atomic_load<order(Order::relaxed), scope(S)>(x + j * kApart));
  }
}

// Updates of plain memory, a tile and a number, under a lock taken by compare-and-exchange.
template <Scope S> __tile_global__ void spin_lock(int* lock, int* data, int rounds) {
  auto i = ct::iota<Trials>();
  for (int r = 0; r < rounds; ++r) {
    while (ct::atomic_compare_exchange<order(Order::acquire), scope(S)>(lock, 0, 1) != 0) {
    }
    int turn = data[kLanes];
    ct::store(data + i, ct::load(data + (kLanes - 1) - i) + 1);
    data[kLanes] = turn + 1;
    ct::atomic_store<order(Order::release), scope(S)>(lock, 0);
  }
}

#define PAIR(KERNEL, ...) template __tile_global__ void KERNEL<__VA_ARGS__>(int*, int*, int*, int*, int*, int, int, int);
#define EACH_SCOPE(SCOPE)                                                                                                      \
  PAIR(message_passing, Order::release, Order::acquire, SCOPE, false)                                                          \
  PAIR(message_passing, Order::release, Order::acquire, SCOPE, true)                                                           \
  PAIR(message_passing_in_lane, Order::release, Order::acquire, SCOPE)                                                         \
  PAIR(message_passing_in_lane, Order::relaxed, Order::relaxed, SCOPE)                                                         \
  PAIR(store_buffering, Order::release, Order::acquire, SCOPE)                                                                 \
  PAIR(store_buffering, Order::relaxed, Order::relaxed, SCOPE)                                                                 \
  PAIR(load_buffering, Order::release, Order::acquire, SCOPE)                                                                  \
  PAIR(load_buffering, Order::relaxed, Order::relaxed, SCOPE)                                                                  \
  PAIR(two_and_two_writes, Order::acq_rel, SCOPE)                                                                              \
  PAIR(two_and_two_writes, Order::relaxed, SCOPE)                                                                              \
  PAIR(coherence, SCOPE)                                                                                                       \
  PAIR(own_order, SCOPE)
EACH_SCOPE(Scope::device)
EACH_SCOPE(Scope::system)
PAIR(own_order, Scope::block)
template __tile_global__ void spin_lock<Scope::device>(int*, int*, int);
template __tile_global__ void spin_lock<Scope::system>(int*, int*, int);
