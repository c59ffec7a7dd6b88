// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts of variants are about something that is there.
// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected an argument or a grid dimension}}
func.func private @k() attributes {fact = #tile.fact<kind = at_least, value = 16>}

// -----

// expected-error @+1 {{expected a power of two as divisor, got 12}}
func.func private @k() attributes {fact = #tile.fact<kind = multiple_of, argument = 0, value = 12>}

// -----

// expected-error @+1 {{expected a positive step, got 0}}
func.func private @k() attributes {fact = #tile.fact<kind = at_least, argument = 0, grid = x, step = 0, value = 0>}

// -----

// expected-error @+1 {{expected the number of an argument, got -1}}
func.func private @k() attributes {fact = #tile.fact<kind = at_least, argument = -1, value = 0>}

// -----

// expected-error @+1 {{expected facts about arguments below 1, got argument 1}}
func.func private @k(i32) attributes {tile.variant = #tile.variant<@k, 0, [<kind = at_least, argument = 1, value = 0>]>}

// -----

// expected-error @+1 {{expected #tile.variant as 'tile.variant'}}
func.func private @k(i32) attributes {tile.variant = 3 : i32}

// -----

// expected-error @+1 {{expected a positive number of blocks as 'tile.few_blocks', got 0 : i32}}
func.func private @k() attributes {tile.few_blocks = 0 : i32}

// -----

// expected-error @+1 {{expected three positive i64 as tile.wave_cycles, got array<i64: 132, 939>}}
func.func private @k() attributes {tile.wave_cycles = array<i64: 132, 939>}

// -----

// expected-error @below {{expected three positive numbers as 'tile.block_parts', got array<i32: 2, 0, 1>}}
func.func @no_parts() attributes {tile.kernel, tile.block_parts = array<i32: 2, 0, 1>} {
  return
}

// -----

// expected-error @below {{expected steps and coordinates as 'tile.numbering', got 3 : i32}}
func.func private @k() attributes {tile.numbering = 3 : i32}

// -----

// expected-error @below {{expected steps and coordinates as 'tile.numbering', got {coordinates = array<i64: 0>, steps = [["add", "b"]]}}}
func.func private @k() attributes {tile.numbering = {coordinates = array<i64: 0>, steps = [["add", "b"]]}}

// -----

// expected-error @below {{expected coordinates below 1, got 1}}
func.func private @k() attributes {tile.numbering = {coordinates = array<i64: 1>, steps = [["blockX"]]}}

// -----

// expected-error @below {{expected operands of steps below 1, got 1}}
func.func private @k() attributes {tile.numbering = {coordinates = array<i64: 1>, steps = [["blockX"], ["add", 32, 0, 1]]}}

// -----

// expected-error @below {{expected arguments below 1, got 1}}
func.func private @k(i32) attributes {tile.numbering = {coordinates = array<i64: 0>, steps = [["argument", 1]]}}
