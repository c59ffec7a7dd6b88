#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# arranged.sh N FILE: stands for a linked program.
[ "$2" = - ] && exec echo "sum $1"
echo "sum $1" >"$2"
