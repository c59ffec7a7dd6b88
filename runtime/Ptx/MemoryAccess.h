// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The addresses of an access, looked at before anything is touched.
#ifndef TILEC_RUNTIME_PTX_MEMORYACCESS_H
#define TILEC_RUNTIME_PTX_MEMORYACCESS_H

#include "runtime/Ptx/Decoder.h"

namespace tilec::ptx {

/// Operand 0 of an instruction is an address.
enum class AddressKind : uint8_t { Absolute, Shared };

/// Gives the host's address that each lane touches `bytes` bytes at. False if one may not be touched: the launch has
/// failed.
bool addressesOf(Warp &warp, const Instruction &instruction, uint32_t lanes, AddressKind kind, unsigned bytes,
                 const char *what, uint64_t (&addresses)[kWarpLanes]);

/// Whether kernels may touch memory, where accesses are checked.
bool isAllowed(Warp &warp, uint64_t address, uint64_t bytes);

/// The state space that a statement names.
Space spaceOf(const Statement &statement);

/// The base of the brackets in an operand, and how it is to be read; false if it is of no known form.
bool decodeAddressOperand(Decoder &decoder, const Operand &operand, int32_t &base, AddressKind &kind);

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_MEMORYACCESS_H
