# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a source with each option of nvcc, spelled in each way that nvcc takes."""
import subprocess
import sys

# Long and short name.
FLAGS = """
    --generate-dependency-targets:-MP --objdir-as-tempdir:-objtemp --use-local-env:-use-local-env
    --force-cl-env-setup:-force-cl-env-setup --profile:-pg --debug:-g --device-debug:-G --generate-line-info:-lineinfo
    --dlink-time-opt:-dlto --lto:-lto --gen-opt-lto:-gen-opt-lto --no-exceptions:-noeh
    --no-host-device-initializer-list:-nohdinitlist --no-host-device-move-forward:-nohdmoveforward
    --expt-relaxed-constexpr:-expt-relaxed-constexpr --extended-lambda:-extended-lambda
    --expt-extended-lambda:-expt-extended-lambda --m64:-m64
    --forward-unknown-to-host-compiler:-forward-unknown-to-host-compiler
    --forward-unknown-to-host-linker:-forward-unknown-to-host-linker --forward-unknown-opts:-forward-unknown-opts
    --dont-use-profile:-noprof --no-align-double:--no-align-double --no-device-link:-nodlink
    --use_fast_math:-use_fast_math --extra-device-vectorization:-extra-device-vectorization --disable-warnings:-w
    --keep-device-functions:-keep-device-functions --source-in-ptx:-src-in-ptx --restrict:-restrict
    --Wreorder:-Wreorder --Wdefault-stream-launch:-Wdefault-stream-launch
    --Wmissing-launch-bounds:-Wmissing-launch-bounds --Wext-lambda-captures-this:-Wext-lambda-captures-this
    --Wno-deprecated-declarations:-Wno-deprecated-declarations
    --Wno-deprecated-gpu-targets:-Wno-deprecated-gpu-targets --resource-usage:-res-usage
    --extensible-whole-program:-ewp --no-compress:-no-compress --display-error-number:-err-no
    --no-display-error-number:-no-err-no --augment-host-linker-script:-aug-hls --relocatable-ptx:-reloc-ptx
    --jobserver:-jobserver --enable-tile:-enable-tile --tile-only:-tile-only --verbose2:-v2 --prune:-prune
    --Wconversion:-Wconversion --concat:-concat --skip-ptx-semantics-check:-skip-ptx-semantics-check --utf-8:-utf-8
    --safety-compatibility:-safety-compat
"""
# Long name, short name, a value.
VALUES = """
    --pre-include:-include:cuda_tile.h --define-macro:-D:abc --undefine-macro:-U:abc --include-path:-I:abc
    --system-include:-isystem:abc --archiver-binary:-arbin:abc --cudadevrt:-cudadevrt:none
    --libdevice-directory:-ldir:abc --target-directory:-target-dir:abc --optimization-info:-opt-info:abc
    --optimize:-O:2 --Ofast-compile:-Ofc:abc --dopt:-dopt:on --ftemplate-backtrace-limit:-ftemplate-backtrace-limit:10
    --ftemplate-depth:-ftemplate-depth:100 --std:-std:c++20 --machine:-m:64 --archive-options:-Xarchive:abc
    --ptxas-options:-Xptxas:abc --nvlink-options:-Xnvlink:abc
    --static-global-template-stub:-static-global-template-stub:true
    --device-entity-has-hidden-visibility:-device-entity-has-hidden-visibility:true --threads:-t:4
    --split-compile:-split-compile:4 --split-compile-extended:-split-compile-extended:4
    --fdevice-time-trace:-fdevice-time-trace:abc --input-drive-prefix:-idp:abc --dependency-drive-prefix:-ddp:abc
    --drive-prefix:-dp:abc --gpu-architecture:-arch:sm_90 --gpu-code:-code:sm_90
    --generate-code:-gencode:arch=compute_90,code=sm_90 --entries:-e:abc --maxrregcount:-maxrregcount:64
    --ftz:-ftz:true --prec-div:-prec-div:true --prec-sqrt:-prec-sqrt:true --fmad:-fmad:true
    --default-stream:-default-stream:legacy --Werror:-Werror:all-warnings --qpp-config:-qpp-config:gcc
    --diag-error:-diag-error:4 --diag-suppress:-diag-suppress:4 --diag-warn:-diag-warn:4
    --host-linker-script:-hls:use-lcs --brief-diagnostics:-brief-diag:true --jump-table-density:-jtd:4
    --device-stack-protector:-device-stack-protector:true --compress-mode:-compress-mode:size
    --frandom-seed:-frandom-seed:abc --sanitize:-sanitize:abc --tile-preview:-tile-preview:simt
    --tileiras-options:-Xtileiras:abc --stdlib:-stdlib:libc++ --apply-controls:-apply-controls:abc
    --nvprune-options:-Xnvprune:abc --fmax-errors:-fmax-errors:5
    --fdevice-time-trace-granularity:-fdevice-time-trace-granularity:abc --fdevice-sanitize:-fdevice-sanitize:abc
"""


def spellings():
    """All options, in one spelling each."""
    flags, values = [f.split(":") for f in FLAGS.split()], [v.split(":", 2) for v in VALUES.split()]
    for name in (0, 1):
        yield [[option[name]] for option in flags] + [[option[name], option[2]] for option in values]
        yield [[option[name]] for option in flags] + [[option[name] + "=" + option[2]] for option in values]


def problem(tilec, source, arguments):
    done = subprocess.run([tilec, source, "--emit=tile", "-o", "-", "-w", *arguments], capture_output=True, text=True)
    return done.stderr or (done.returncode and "exit code %d" % done.returncode) or ("module" not in done.stdout and "no output")


def main():
    tilec, source = sys.argv[1:]
    wrong = False
    for options in spellings():
        if found := problem(tilec, source, [argument for option in options for argument in option]):
            wrong = True
            print(found)
            for option in options:
                if found := problem(tilec, source, option):
                    print(" ".join(option), "gives", found)
    if not wrong:
        print("%d options are taken in all their spellings" % (len(FLAGS.split()) + len(VALUES.split())))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
