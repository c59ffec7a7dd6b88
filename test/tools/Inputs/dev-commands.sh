#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# dev-commands.sh DEV FOLDER: asks a copy of DEV, which is tools/dev, for each command that it lists. In the copy a command for which
# there is a function only says that it was asked for.
set -euo pipefail
dev=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/tools"
commands=$("$dev" --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p')
awk -v commands="$(echo $commands)" '
  /^case / { print "for c in " commands "; do declare -F $c >/dev/null && eval \"$c() { echo asked for $c: \\$*; }\"; done" }
  { print }' "$dev" >"$folder/tools/dev"
for command in $commands; do
  bash "$folder/tools/dev" "$command" first second | sed -n 1p || true
done
