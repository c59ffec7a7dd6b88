# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Differential test of the back end: random tile kernels (tile_program.py), run by tilec as whole tiles on the host and
as the `tile_gpu` code that a GPU would get, lane by lane on the host. Both must leave the same bytes.

    tiles.py --tilec build/dev/bin/tilec --count 200 --first 1000 [--arch sm_80]

With --device FOLDER it writes what `tiles_device.py FOLDER` needs to compare a GPU with the host: PTX, arguments and
expected bytes. The first difference of each kernel is printed; its source and arguments stay in --directory.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys

import campaign
import tile_program

def arrays(folder):
    generator = random.Random(11)
    words = bytearray()
    for _ in range(tile_program.IN):
        word = generator.choice([generator.getrandbits(32), generator.getrandbits(10), generator.getrandbits(4)])
        words += word.to_bytes(4, "little")
    with open(os.path.join(folder, "in.bin"), "wb") as file:
        file.write(words)
    with open(os.path.join(folder, "bytes.bin"), "wb") as file:
        file.write(bytes(generator.getrandbits(8) for _ in range(tile_program.IN)))


def run(options, folder, source, scalars, place):
    out = os.path.join(folder, place + ".bin")
    command = [options.tilec, source, "-arch=" + options.arch, "--run", "kernel0", "--on", place,
               "--grid", str(tile_program.BLOCKS), "--threads", "1", "-o", os.devnull,
               "--arg", "u32[%d]=zeros>%s" % (tile_program.OUT * tile_program.BLOCKS, out)]
    for argument in ["u32[%d]=@%s/in.bin" % (tile_program.IN, folder), "u8[%d]=@%s/bytes.bin" % (tile_program.IN, folder),
                     *map(str, scalars)]:
        command += ["--arg", argument]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        return None, result.stderr.strip() or "exit code %d" % result.returncode
    with open(out, "rb") as file:
        return file.read(), None


def difference(expected, got):
    for i in range(0, len(expected), 4):
        if expected[i:i + 4] != got[i:i + 4]:
            return "word %d (block %d, %d): expected %#x, got %#x" % (
                i // 4, i // 4 // tile_program.OUT, i // 4 % tile_program.OUT,
                int.from_bytes(expected[i:i + 4], "little"), int.from_bytes(got[i:i + 4], "little"))
    return None


def check(options, folder, seed):
    """What is wrong with this kernel; None if nothing."""
    source = os.path.join(folder, "%d.cu" % seed)
    with open(source, "w") as file:
        file.write(tile_program.source(seed, 1, int(re.search(r"\d+", options.arch).group())))
    scalars = tile_program.scalars(seed)
    expected, problem = run(options, folder, source, scalars, "host")
    if problem:
        return "host: " + problem
    if options.device:
        return write_for_device(options, source, seed, scalars, expected)
    got, problem = run(options, folder, source, scalars, "tile-gpu")
    if problem:
        return None if "not supported yet" in problem else "tile-gpu: " + problem
    wrong = difference(expected, got)
    if not wrong:
        os.remove(source)
    return wrong


def write_for_device(options, source, seed, scalars, expected):
    base = os.path.join(options.device, str(seed))
    result = subprocess.run([options.tilec, source, "-arch=" + options.arch, "-o", base + ".ptx"], capture_output=True, text=True)
    if result.returncode != 0:
        return None if "not supported yet" in result.stderr else result.stderr
    with open(base + ".json", "w") as file:
        json.dump({"scalars": scalars, "in": tile_program.IN, "out": tile_program.OUT, "blocks": tile_program.BLOCKS}, file)
    import zlib
    with open(base + ".expected", "wb") as file:
        file.write(zlib.compress(expected, 9))
    return None


def main():
    parser = campaign.parser(__doc__, "tile-fuzz")
    parser.add_argument("--device")
    options = parser.parse_args()
    folder = campaign.folder_of(options)
    arrays(folder)
    if options.device:
        os.makedirs(options.device, exist_ok=True)
        for name in ("in.bin", "bytes.bin"):
            shutil.copy(os.path.join(folder, name), options.device)
    return campaign.run(options, folder, check)


if __name__ == "__main__":
    sys.exit(main())
