// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The symbols of the CUDA runtime. Each jumps to the address in its slot, so the types of its parameters need not be
// known here. A slot begins with the address of code that asks tilecProgramResolve (Entries.cpp) for the function,
// which fills in the slot where the answer is final, and jumps there with all argument registers as they were.
// Symbols are hidden, as those of NVIDIA's static runtime are: two libraries of one process do not meet in them.

#if defined(__x86_64__)

.macro runtime_function name
  .text
  .globl \name
  .hidden \name
  .type \name, @function
  .p2align 4
\name:
  .cfi_startproc
  endbr64
  jmpq *.Lslot_\name(%rip)
.Lfirst_\name:
  endbr64
  leaq .Lslot_\name(%rip), %r11
  jmp .Lresolve
  .cfi_endproc
  .size \name, . - \name
  .section .data.rel.tilecProgramSlots, "aw", @progbits
.Lslot_\name:
  .quad .Lfirst_\name
.endm

  .text
  .p2align 4
  .type .Lresolve, @function
.Lresolve:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $192, %rsp
  movq %rdi, (%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  movq %rcx, 24(%rsp)
  movq %r8, 32(%rsp)
  movq %r9, 40(%rsp)
  movq %rax, 48(%rsp)
  movaps %xmm0, 64(%rsp)
  movaps %xmm1, 80(%rsp)
  movaps %xmm2, 96(%rsp)
  movaps %xmm3, 112(%rsp)
  movaps %xmm4, 128(%rsp)
  movaps %xmm5, 144(%rsp)
  movaps %xmm6, 160(%rsp)
  movaps %xmm7, 176(%rsp)
  movq %r11, %rdi
  callq tilecProgramResolve
  movq %rax, %r11
  movq (%rsp), %rdi
  movq 8(%rsp), %rsi
  movq 16(%rsp), %rdx
  movq 24(%rsp), %rcx
  movq 32(%rsp), %r8
  movq 40(%rsp), %r9
  movq 48(%rsp), %rax
  movaps 64(%rsp), %xmm0
  movaps 80(%rsp), %xmm1
  movaps 96(%rsp), %xmm2
  movaps 112(%rsp), %xmm3
  movaps 128(%rsp), %xmm4
  movaps 144(%rsp), %xmm5
  movaps 160(%rsp), %xmm6
  movaps 176(%rsp), %xmm7
  leave
  .cfi_def_cfa %rsp, 8
  jmpq *%r11
  .cfi_endproc
  .size .Lresolve, . - .Lresolve

#elif defined(__aarch64__)

.macro runtime_function name
  .text
  .globl \name
  .hidden \name
  .type \name, %function
  .p2align 4
\name:
  .cfi_startproc
  hint #34 // bti c
  adrp x17, .Lslot_\name
  add x17, x17, :lo12:.Lslot_\name
  ldr x16, [x17]
  br x16
.Lfirst_\name:
  hint #36 // bti j
  b .Lresolve
  .cfi_endproc
  .size \name, . - \name
  .section .data.rel.tilecProgramSlots, "aw", %progbits
.Lslot_\name:
  .xword .Lfirst_\name
.endm

  .text
  .p2align 4
  .type .Lresolve, %function
.Lresolve:
  .cfi_startproc
  stp x29, x30, [sp, #-224]!
  .cfi_def_cfa_offset 224
  .cfi_offset x29, -224
  .cfi_offset x30, -216
  mov x29, sp
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  str x8, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov x0, x17
  bl tilecProgramResolve
  mov x16, x0
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldr x8, [sp, #80]
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x29, x30, [sp], #224
  .cfi_def_cfa_offset 0
  br x16
  .cfi_endproc
  .size .Lresolve, . - .Lresolve

#else
#error "tilec programs are for x86-64 and aarch64"
#endif

  .section .data.rel.tilecProgramSlots, "aw"
  .p2align 3
  .globl tilecProgramSlots
  .hidden tilecProgramSlots
tilecProgramSlots:

#define TILEC_RUNTIME_NAME(name) runtime_function name
#include "runtime/Program/RuntimeNames.def"

// The copy of the library that serves all in the process (Owner.h): the dynamic linker has one such symbol.
  .data
  .p2align 3
  .globl __tilecProgramOwner
#if defined(__x86_64__)
  .type __tilecProgramOwner, @gnu_unique_object
#else
  .type __tilecProgramOwner, %gnu_unique_object
#endif
  .size __tilecProgramOwner, 8
__tilecProgramOwner:
  .quad 0

  .section .note.GNU-stack, "", %progbits
