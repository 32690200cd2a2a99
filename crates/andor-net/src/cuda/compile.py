"""Compiles kernels.cu to kernels.cubin (machine code for sm_90) and kernels.ptx (for cards from sm_80 on).

    pip install nvidia-cuda-nvrtc-cu12==12.4.127
    python3 crates/andor-net/src/cuda/compile.py [-v]

Needs neither a GPU nor a driver. The outputs stand in the repository, so a build needs none of this.
"""

import ctypes
import pathlib
import sys
import zlib

import nvidia.cuda_nvrtc

HERE = pathlib.Path(__file__).parent
LIBRARIES = pathlib.Path(list(nvidia.cuda_nvrtc.__path__)[0]) / "lib"


def compile_kernels(nvrtc, source, architecture, kind):
    """The machine code or the PTX (kind "CUBIN" or "PTX") for an architecture."""
    program = ctypes.c_void_p()
    size = ctypes.c_size_t()

    def check(code, what):
        if code != 0:
            sys.exit(f"{what} gave the error {code}")

    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"kernels.cu", 0, None, None), "the program")
    options = [f"--gpu-architecture={architecture}".encode(), b"--std=c++17"]
    if "-v" in sys.argv and kind == "CUBIN":
        options.append(b"--ptxas-options=-v")
    result = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    if log.value:
        print(log.value.decode())
    check(result, "the compilation")
    check(getattr(nvrtc, f"nvrtcGet{kind}Size")(program, ctypes.byref(size)), "the size")
    image = ctypes.create_string_buffer(size.value)
    check(getattr(nvrtc, f"nvrtcGet{kind}")(program, image), "the image")
    return image.raw


def main():
    for library in sorted(LIBRARIES.glob("libnvrtc-builtins.so*")):
        ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
    nvrtc = ctypes.CDLL(str(LIBRARIES / "libnvrtc.so.12"))
    source = (HERE / "kernels.cu").read_bytes()
    for name, architecture, kind in [("kernels.cubin", "sm_90", "CUBIN"), ("kernels.ptx", "compute_80", "PTX")]:
        image = compile_kernels(nvrtc, source, architecture, kind)
        if kind == "PTX":
            # A test compares this number with the source. The driver wants a zero byte at the end.
            image = image.rstrip(b"\0") + f"// kernels.cu {zlib.crc32(source):08x}\n".encode() + b"\0"
        (HERE / name).write_bytes(image)
        print(f"{name}: {len(image)} bytes for {architecture}")


main()
