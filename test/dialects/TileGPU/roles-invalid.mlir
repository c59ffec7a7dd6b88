// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics
// What warp roles refuse.

func.func @not_a_kernel() {
  // expected-error @+1 {{expected to stand in the entry block of a kernel with 'tile_gpu.num_warps'}}
  tile_gpu.warp_roles consumers {
  } producer {
  }
  return
}

// -----

func.func @nested(%b: i1) attributes {tile_gpu.num_warps = 4 : i32} {
  scf.if %b {
    // expected-error @+1 {{expected to stand in the entry block of a kernel with 'tile_gpu.num_warps'}}
    tile_gpu.warp_roles consumers {
    } producer {
    }
  }
  return
}

// -----

func.func @not_last() attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected nothing but the kernel's return behind it}}
  tile_gpu.warp_roles consumers {
  } producer {
  }
  tile_gpu.memory_barrier cta
  return
}

// -----

func.func @store_before(%p: !tile.ptr<i32>, %x: i32) attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-note @+1 {{here}}
  tile_gpu.store %p, %x : !tile.ptr<i32>
  // expected-error @+1 {{expected only what any number of warps may run before it, got tile_gpu.store}}
  tile_gpu.warp_roles consumers {
  } producer {
  }
  return
}

// -----

func.func @two_producers() attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected 1 or 4 warps of the producer, got 2}}
  tile_gpu.warp_roles consumers {
  } producer warps 2 {
  }
  return
}

// -----

func.func @too_many() attributes {tile_gpu.num_warps = 32 : i32} {
  // expected-error @+1 {{expected at most 1024 threads in all, got 1152}}
  tile_gpu.warp_roles consumers {
  } producer {
  }
  return
}

// -----

func.func @in_groups() attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected the group's number, an i32, as the argument of consumers in groups}}
  tile_gpu.warp_roles consumers groups 2 {
  } producer {
  }
  return
}

// -----

func.func @number_of_other_type() attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected the group's number, an i32, as the argument of consumers in groups}}
  tile_gpu.warp_roles consumers groups 2 {
  ^bb0(%group: i64):
  } producer {
  }
  return
}

// -----

func.func @no_group() attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected 1 group of consumers or more, got 0}}
  tile_gpu.warp_roles consumers groups 0 {
  } producer {
  }
  return
}

// -----

func.func @groups_of_two() attributes {tile_gpu.num_warps = 2 : i32} {
  // expected-error @+1 {{expected whole warpgroups in each group, got 2 warps}}
  tile_gpu.warp_roles consumers groups 2 {
  ^bb0(%group: i32):
  } producer {
  }
  return
}

// -----

func.func @argument() attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected no arguments of its regions}}
  tile_gpu.warp_roles consumers {
  ^bb0(%group: i32):
  } producer {
  }
  return
}

// -----

func.func @barrier_of_producer() attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected only what one lane can do in the producer's region, got tile_gpu.memory_barrier}}
  tile_gpu.warp_roles consumers {
  } producer {
    // expected-note @+1 {{here}}
    tile_gpu.memory_barrier cta
  }
  return
}

// -----

func.func @arrival_of_producer() attributes {tile_gpu.num_warps = 4 : i32} {
  %zero = arith.constant 0 : i32
  %m = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<1>
  // expected-error @+1 {{expected only what one lane can do in the producer's region, got tile_gpu.mbarrier_arrive}}
  tile_gpu.warp_roles consumers {
  } producer {
    // expected-note @+1 {{here}}
    tile_gpu.mbarrier_arrive %m[%zero] by warps : !tile_gpu.mbarriers<1>
  }
  return
}

// -----

func.func @half_of_the_registers() attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected registers of both consumers and producer, or of none}}
  "tile_gpu.warp_roles"() <{consumer_registers = 240 : i64}> ({
  ^bb0:
  }, {
  ^bb0:
  }, {
  }) : () -> ()
  return
}

// -----

func.func @odd_registers() attributes {tile_gpu.num_warps = 8 : i32} {
  // expected-error @+1 {{expected registers that are a multiple of 8 from 24 to 256, got 20}}
  tile_gpu.warp_roles registers 240, 20 consumers {
  } producer {
  }
  return
}

// -----

func.func @half_a_warpgroup() attributes {tile_gpu.num_warps = 2 : i32} {
  // expected-error @+1 {{expected whole warpgroups where registers are dealt out, got 2 warps}}
  tile_gpu.warp_roles registers 240, 24 consumers {
  } producer {
  }
  return
}

// -----

func.func @too_many_registers() attributes {tile_gpu.num_warps = 8 : i32} {
  // expected-error @+1 {{expected at most 64512 registers in all, which 384 threads begin with, got 66560}}
  tile_gpu.warp_roles registers 240, 40 consumers {
  } producer {
  }
  return
}

// -----

func.func @turn_of_nobody() attributes {tile_gpu.num_warps = 8 : i32} {
  // expected-error @+1 {{expected to stand in the consumers' region of warp_roles}}
  tile_gpu.ping_pong_wait
  tile_gpu.warp_roles consumers {
  } producer {
  }
  return
}

// -----

func.func @one_warpgroup_takes_turns() attributes {tile_gpu.num_warps = 4 : i32} {
  tile_gpu.warp_roles consumers {
    // expected-error @+1 {{expected 2 to 14 warpgroups that take turns, got 4 warps}}
    tile_gpu.ping_pong_arrive
  } producer {
  }
  return
}

// -----

func.func @issues(%p: !tile.ptr<i32>) attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected only what one lane can do in the issuer's region, got tile_gpu.load}}
  tile_gpu.warp_roles consumers {
  } producer {
  } issuer {
    // expected-note @+1 {{here}}
    %x = tile_gpu.load %p : !tile.ptr<i32>
  }
  return
}

// -----

func.func @issuer_of_groups() attributes {tile_gpu.num_warps = 4 : i32} {
  // expected-error @+1 {{expected an issuer without arguments, beside one group of consumers}}
  tile_gpu.warp_roles consumers groups 2 {
  ^bb0(%group: i32):
  } producer {
  } issuer {
    %c0 = arith.constant 0 : i32
  }
  return
}
