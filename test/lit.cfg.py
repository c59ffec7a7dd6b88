# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How lit runs the .mlir, .cu and .test files below this folder.
import importlib.util
import os
import shutil
import subprocess
import sys
import lit.formats

config.name = "tilec"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".cu", ".test", ".ptx"]
config.excludes = ["Inputs", "kernels"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tilec_build, "test")

binaries = os.path.join(config.tilec_build, "bin")
config.environment["PATH"] = os.pathsep.join([binaries, config.llvm_tools, config.environment.get("PATH", "")])
# Tests neither read nor fill the user's cache.
config.environment["TILEC_CACHE_DIR"] = os.path.join(config.tilec_build, "test-cache")

config.substitutions.append(("%include", os.path.join(config.tilec_source, "include")))
config.substitutions.append(("%source", config.tilec_source))
config.substitutions.append(("%build", config.tilec_build))
config.substitutions.append(("%llvm-library", config.llvm_library))
# The Python package of this tree, for `env`, and a Python that has NumPy.
config.substitutions.append(("%python-package", f"PYTHONPATH={config.tilec_source}/package/python PYTHONDONTWRITEBYTECODE=1 "
                             f"TILEC_LIBRARY={config.tilec_build}/lib/libtilec.so"))
for python in (sys.executable, "/usr/bin/python3"):
    if subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0:
        config.available_features.add("numpy")
        config.substitutions.append(("%python-numpy", python))
        break
if importlib.util.find_spec("sphinx") and importlib.util.find_spec("myst_parser"):
    config.available_features.add("sphinx")
for module in ("torch", "kernel_tuner"):
    if importlib.util.find_spec(module):
        config.available_features.add(module)
if subprocess.run([sys.executable, "-m", "pip", "--python", sys.executable, "--version"], capture_output=True).returncode == 0:
    config.available_features.add("pip")
config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%tests", os.path.join(binaries, "tests")))
if config.ptxas and not config.ptxas.endswith("NOTFOUND"):
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", config.ptxas))
    # Toolkits of wheels have no disassembler.
    config.substitutions.append(("%have-ptxas", "ptxas"))
    disassembler = os.path.join(os.path.dirname(config.ptxas), "nvdisasm")
    config.substitutions.append(("%have-nvdisasm", "lines" if shutil.which("nvdisasm") or os.path.exists(disassembler) else "none"))
    if shutil.which("cuobjdump"):
        config.available_features.add("cuobjdump")
else:
    config.substitutions += [("%have-ptxas", "none"), ("%have-nvdisasm", "none")]
if config.cuda_include and not config.cuda_include.endswith("NOTFOUND"):
    config.available_features.add("cuda-headers")
    config.substitutions.append(("%cuda-include", config.cuda_include))
if shutil.which("nvcc") or (config.ptxas and os.path.exists(os.path.join(os.path.dirname(config.ptxas), "nvcc"))):
    config.available_features.add("nvcc")
config.substitutions.append(("%programs", f"{sys.executable} {config.tilec_source}/tools/programs check --tilec tilec"))
for name in ("clang++-22", "clang++"):
    if shutil.which(name) and "clang" not in config.available_features:
        config.available_features.add("clang")
        config.substitutions.append(("%clang", name))
bolt = shutil.which("llvm-bolt", path=config.llvm_tools)
if bolt:
    config.available_features.add("llvm-bolt")
    config.substitutions.append(("%bolt", bolt))
# Opens the pages that tilec writes.
browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
if browser:
    config.available_features.add("browser")
    config.substitutions.append(("%browser", browser))
# For what holds on machines that lack something.
if shutil.which("unshare") and subprocess.run(["unshare", "-m", "--propagation", "private", "true"], capture_output=True).returncode == 0:
    config.available_features.add("unshare")
if shutil.which("dpkg-deb"):
    config.available_features.add("dpkg")
if shutil.which("clang-format-22"):
    config.available_features.add("clang-format")
# A source archive has no list of tracked files.
if os.path.exists(os.path.join(config.tilec_source, ".git")):
    config.available_features.add("git")
