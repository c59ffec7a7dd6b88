# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# no_clang.sh EMPTY COMMAND...: runs a command that sees an empty folder where Clang's packages have headers.
empty=$1
shift
for folder in /usr/lib/llvm-*/lib/clang /usr/lib/clang /usr/include/clang /__tilec; do
  [ ! -d "$folder" ] || mount --bind "$empty" "$folder" || exit 1
done
exec "$@"
