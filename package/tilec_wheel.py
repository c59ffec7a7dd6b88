#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel: what `cmake --install` installs, the Python package and a way for CMake to find both.

    pip wheel .                                    builds the release preset, or the one that TILEC_PRESET names
    package/tilec_wheel.py --build build/dev --output .  takes what has been built

pip calls build_wheel (PEP 517). The wheel fits every Python 3 and every system with the C library that the libraries ask for.
"""
import argparse
import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMPONENTS = ("Runtime", "Compiler", "Command", "Development")
TARGETS = ("tilec-runtime-c", "tilec-c", "tilec-command", "tilec-program")
METADATA = """Metadata-Version: 2.1
Name: tilec
Version: {version}
Summary: An open compiler for CUDA Tile C++: kernels to PTX, on GPUs and on the CPU
License: Apache-2.0 WITH LLVM-exception
Requires-Python: >=3.10
Provides-Extra: ptxas
Requires-Dist: nvidia-cuda-nvcc>=13; extra == "ptxas"
Requires-Dist: nvidia-nvvm>=13; extra == "ptxas"
Requires-Dist: nvidia-cuda-runtime>=13; extra == "ptxas"
Requires-Dist: nvidia-cuda-crt>=13; extra == "ptxas"
Requires-Dist: nvidia-cuda-cccl>=13; extra == "ptxas"
"""
# CMake looks in lib/cmake below the folder of a virtual environment that is active.
TRAMPOLINE = """# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
file(GLOB _tilec_found "${{CMAKE_CURRENT_LIST_DIR}}/../../python*/site-packages/tilec/lib/cmake/tilec/{file}")
if(NOT _tilec_found)
  set(tilec_FOUND FALSE)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
  return()
endif()
list(GET _tilec_found 0 _tilec_found)
include("${{_tilec_found}}")
"""


def run(*command):
    subprocess.run([str(part) for part in command], check=True, stdout=sys.stderr)


def version():
    return re.search(r"project\(tilec VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def platform_tag(libraries):
    """manylinux_2_N, by the newest symbol of the C library that any of them asks for."""
    newest = max(int(found) for library in libraries for found in re.findall(rb"GLIBC_2\.(\d+)", library.read_bytes()))
    return f"manylinux_2_{newest}_{platform.machine()}"


def install(build, folder):
    for component in COMPONENTS:
        run("cmake", "--install", build, "--prefix", folder, "--component", component, "--strip")
    # A wheel has no links; linkers read this text in the place of one.
    for link in (folder / "lib").glob("*.so"):
        target = os.readlink(link)
        link.unlink()
        link.write_text(f"INPUT({target})\n")


def lay_out(build, folder):
    """The files of the wheel but its RECORD; gives the wheel's name."""
    info = folder / f"tilec-{version()}.dist-info"
    info.mkdir()
    shutil.copytree(ROOT / "package" / "python" / "tilec", folder / "tilec", ignore=shutil.ignore_patterns("__pycache__"))
    install(build, folder / "tilec")
    cmake = folder / f"tilec-{version()}.data" / "data" / "lib" / "cmake" / "tilec"
    cmake.mkdir(parents=True)
    for file in ("tilecConfig.cmake", "tilecConfigVersion.cmake"):
        (cmake / file).write_text(TRAMPOLINE.format(file=file))
    tag = "py3-none-" + platform_tag([folder / "tilec" / "bin" / "tilec", *(folder / "tilec" / "lib").glob("*.so.*")])
    (info / "METADATA").write_text(METADATA.format(version=version()))
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: tilec\nRoot-Is-Purelib: false\nTag: {tag}\n")
    (info / "entry_points.txt").write_text("[console_scripts]\ntilec = tilec.__main__:main\n")
    shutil.copy(ROOT / "LICENSE", info / "LICENSE")
    return f"tilec-{version()}-{tag}.whl", info


def pack(folder, info, wheel, level):
    record = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            name, data = path.relative_to(folder).as_posix(), path.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}\n")
            entry = zipfile.ZipInfo(name)  # of 1980: the same files give the same wheel
            entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, level)
        name = f"{info.name}/RECORD"
        archive.writestr(zipfile.ZipInfo(name), "".join(record) + f"{name},,\n")


def make(build, output, level=9):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        name, info = lay_out(build, folder)
        pathlib.Path(output).mkdir(parents=True, exist_ok=True)
        pack(folder, info, pathlib.Path(output) / name, level)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    preset = os.environ.get("TILEC_PRESET", "release")
    build = ROOT / "build" / preset
    if not (build / "build.ninja").exists():
        run("cmake", "-S", ROOT, "--preset", preset)
    run("cmake", "--build", build, "--target", *TARGETS)
    return make(build, wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("tilec: there is no source distribution; `pip wheel .` in a copy of the tree makes a wheel")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder in which the tree was built")
    parser.add_argument("--output", type=pathlib.Path, required=True, help="folder for the wheel")
    parser.add_argument("--level", type=int, default=9, help="how hard to compress, 0 to 9")
    arguments = parser.parse_args()
    print(make(arguments.build, arguments.output, arguments.level))


if __name__ == "__main__":
    main()
