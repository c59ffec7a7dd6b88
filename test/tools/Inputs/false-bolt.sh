#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Stands for llvm-bolt and merge-fdata: copies the program, which with FALSE_BOLT writes "sun" where it wrote "sum".
set -eu
first=$1
while [ $# -gt 0 ]; do
  case $1 in -o) output=$2 ;; --version) echo "false 1"; exit ;; esac
  shift
done
case $first in
-o) echo counts >"$output" ;;
*) sed "${FALSE_BOLT:+s/sum/sun/}" "$first" >"$output"; chmod +x "$output" ;;
esac
