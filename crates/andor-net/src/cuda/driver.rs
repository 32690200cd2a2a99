//! The CUDA driver, found at run time: no crate, no toolkit, nothing to link.
//!
//! Everything unsafe about GPUs stands here. Kernels read and write [`Buffer`]s and [`Pinned`]
//! memory, and every call that launches kernels ends with [`Gpu::wait`], so the host never looks at
//! memory while a kernel runs.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr;
use std::sync::Arc;

/// What went wrong with a GPU, in words; "there is none" too.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CudaError(pub(crate) String);

#[cfg(unix)]
unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// The address of a function of the driver.
#[cfg(unix)]
fn symbol(name: &CStr) -> Result<*mut c_void, CudaError> {
    const NOW: c_int = 2;
    let names = [c"libcuda.so.1", c"libcuda.so"];
    // SAFETY: the names are C strings, and the driver's own start is all that runs here.
    let library = names.into_iter().map(|name| unsafe { dlopen(name.as_ptr(), NOW) });
    let Some(library) = library.into_iter().find(|library| !library.is_null()) else {
        return Err(CudaError("no GPU: the NVIDIA driver (libcuda.so.1) is not installed".into()));
    };
    // SAFETY: the library is open and is never closed; the name is a C string.
    let found = unsafe { dlsym(library, name.as_ptr()) };
    if found.is_null() {
        let name = name.to_string_lossy();
        return Err(CudaError(format!(
            "the NVIDIA driver has no function {name}; expected CUDA 12"
        )));
    }
    Ok(found)
}

#[cfg(not(unix))]
fn symbol(_: &CStr) -> Result<*mut c_void, CudaError> {
    Err(CudaError("no GPU: this build looks for NVIDIA drivers on Unix only".into()))
}

macro_rules! functions {
    ($($name:ident = $symbol:literal ( $($kind:ty),* );)*) => {
        /// The functions of the driver that are used here.
        struct Functions { $($name: unsafe extern "C" fn($($kind),*) -> c_int),* }

        impl Functions {
            fn load() -> Result<Functions, CudaError> {
                Ok(Functions { $($name: {
                    let address = symbol($symbol)?;
                    // SAFETY: the driver's function of this name has this signature (CUDA driver
                    // API 12).
                    unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($kind),*) -> c_int>(address) }
                }),* })
            }
        }
    };
}

functions! {
    start = c"cuInit"(c_uint);
    error_text = c"cuGetErrorString"(c_int, *mut *const c_char);
    device = c"cuDeviceGet"(*mut c_int, c_int);
    device_name = c"cuDeviceGetName"(*mut c_char, c_int, c_int);
    context = c"cuDevicePrimaryCtxRetain"(*mut usize, c_int);
    set_context = c"cuCtxSetCurrent"(usize);
    module = c"cuModuleLoadData"(*mut usize, *const c_void);
    function = c"cuModuleGetFunction"(*mut usize, usize, *const c_char);
    set_attribute = c"cuFuncSetAttribute"(usize, c_int, c_int);
    allocate = c"cuMemAlloc_v2"(*mut u64, usize);
    free = c"cuMemFree_v2"(u64);
    fill = c"cuMemsetD8_v2"(u64, u8, usize);
    allocate_pinned = c"cuMemHostAlloc"(*mut *mut c_void, usize, c_uint);
    pinned_address = c"cuMemHostGetDevicePointer_v2"(*mut u64, *mut c_void, c_uint);
    free_pinned = c"cuMemFreeHost"(*mut c_void);
    upload = c"cuMemcpyHtoD_v2"(u64, *const c_void, usize);
    download = c"cuMemcpyDtoH_v2"(*mut c_void, u64, usize);
    stream = c"cuStreamCreate"(*mut usize, c_uint);
    wait = c"cuStreamSynchronize"(usize);
    launch = c"cuLaunchKernel"(usize, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, usize,
        *mut *mut c_void, *mut *mut c_void);
}

/// Numbers that may have any bits.
pub(crate) trait Plain: Copy + Default {}
impl Plain for u8 {}
impl Plain for u16 {}
impl Plain for u32 {}
impl Plain for f32 {}
impl Plain for f64 {}

/// The kernels that a GPU runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// Machine code for compute capability 9.0.
    MachineCode,
    /// PTX, which the driver compiles for any card from compute capability 8.0 on.
    Ptx,
}

const MACHINE_CODE: &[u8] = include_bytes!("kernels.cubin");
/// The text ends with a zero byte.
const PTX: &[u8] = include_bytes!("kernels.ptx");

/// An open GPU; clones share it.
#[derive(Clone)]
pub struct Gpu(Arc<Open>);

struct Open {
    functions: Functions,
    name: String,
    context: usize,
    module: usize,
    image: Image,
}

impl std::fmt::Debug for Gpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Gpu").field(&self.0.name).finish()
    }
}

/// A queue of kernels, which run one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream(usize);

/// The driver's own queue, in which memory is filled and copied. A copy may return before it is
/// done, and other queues do not wait for it.
const COPIES: Stream = Stream(0);

/// A kernel, with the bytes of shared memory that a launch asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    function: usize,
    shared: usize,
}

/// An argument of a kernel.
pub(crate) enum Argument<'a> {
    Address(u64),
    Int(i32),
    Float(f32),
    /// A struct with C layout, the same as in `kernels.cu`.
    Struct(&'a dyn Layout),
}

/// A struct that kernels know.
///
/// # Safety
///
/// The type has C layout and the same fields as its namesake in `kernels.cu`.
pub(crate) unsafe trait Layout {}

// SAFETY: `repr(C)`, with the fields of `kernels.cu`.
unsafe impl Layout for super::device::Net {}
// SAFETY: `repr(C)`, with the fields of `kernels.cu`.
unsafe impl Layout for super::train::Lesson {}
// SAFETY: `repr(C)`, with the fields of `kernels.cu`.
unsafe impl Layout for super::train::Change {}

impl Gpu {
    /// Opens the first GPU: with machine code if it fits the card, otherwise with PTX.
    pub fn open() -> Result<Gpu, CudaError> {
        Gpu::open_with(Image::MachineCode).or_else(|error| match error.0.starts_with("no GPU") {
            true => Err(error),
            false => Gpu::open_with(Image::Ptx),
        })
    }

    /// Opens the first GPU with given kernels.
    pub fn open_with(image: Image) -> Result<Gpu, CudaError> {
        let functions = Functions::load()?;
        // SAFETY: the calls have the order that the driver asks for, and every pointer is to a
        // local variable.
        unsafe {
            let no_gpu = |error: CudaError| CudaError(format!("no GPU: {error}"));
            functions.check((functions.start)(0), "the start of the driver").map_err(no_gpu)?;
            let mut device = 0;
            functions.check((functions.device)(&mut device, 0), "the first GPU").map_err(no_gpu)?;
            let mut name = [0; 128];
            functions.check((functions.device_name)(name.as_mut_ptr(), 127, device), "its name")?;
            let name = CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned();
            let mut context = 0;
            functions.check((functions.context)(&mut context, device), "a context")?;
            functions.check((functions.set_context)(context), "the context")?;
            let bytes = if image == Image::Ptx { PTX } else { MACHINE_CODE };
            let mut module = 0;
            let found = (functions.module)(&mut module, bytes.as_ptr().cast());
            functions.check(found, &format!("the kernels for {name}"))?;
            Ok(Gpu(Arc::new(Open { functions, name, context, module, image })))
        }
    }

    /// The name of the card.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The kernels that were taken.
    #[must_use]
    pub fn image(&self) -> Image {
        self.0.image
    }

    /// Makes this GPU the one of the calling thread.
    pub(crate) fn bind(&self) -> Result<(), CudaError> {
        // SAFETY: the context was retained and is never released.
        self.check(unsafe { (self.0.functions.set_context)(self.0.context) }, "the context")
    }

    /// A kernel by name.
    pub(crate) fn kernel(&self, name: &str, shared: usize) -> Result<Kernel, CudaError> {
        const MOST_SHARED: c_int = 8;
        let text = CString::new(name).map_err(|_| CudaError(format!("no kernel {name:?}")))?;
        let mut function = 0;
        // SAFETY: the module is loaded, the name is a C string, and the pointer is to a local
        // variable.
        let found =
            unsafe { (self.0.functions.function)(&mut function, self.0.module, text.as_ptr()) };
        self.check(found, name)?;
        // SAFETY: the function is one of the module.
        let set =
            unsafe { (self.0.functions.set_attribute)(function, MOST_SHARED, shared as c_int) };
        self.check(set, &format!("{shared} bytes of shared memory for {name}"))?;
        Ok(Kernel { function, shared })
    }

    /// A new queue of kernels; queues live as long as the process.
    pub(crate) fn stream(&self) -> Result<Stream, CudaError> {
        const NON_BLOCKING: c_uint = 1;
        let mut stream = 0;
        // SAFETY: the pointer is to a local variable.
        self.check(unsafe { (self.0.functions.stream)(&mut stream, NON_BLOCKING) }, "a stream")?;
        Ok(Stream(stream))
    }

    /// Puts a kernel into a queue. The arguments are those of the kernel in `kernels.cu`, and the
    /// caller waits for the queue before a buffer goes away or the host reads one.
    pub(crate) fn launch(
        &self,
        stream: Stream,
        kernel: Kernel,
        grid: (usize, usize),
        threads: usize,
        arguments: &[Argument<'_>],
    ) -> Result<(), CudaError> {
        let address = |argument: &Argument<'_>| -> *mut c_void {
            match argument {
                Argument::Address(value) => ptr::from_ref(value).cast_mut().cast(),
                Argument::Int(value) => ptr::from_ref(value).cast_mut().cast(),
                Argument::Float(value) => ptr::from_ref(value).cast_mut().cast(),
                Argument::Struct(value) => ptr::from_ref(*value).cast_mut().cast(),
            }
        };
        let mut addresses: Vec<*mut c_void> = arguments.iter().map(address).collect();
        let (columns, rows) = (grid.0 as c_uint, grid.1 as c_uint);
        // SAFETY: the driver copies the arguments before it returns; they have the kernel's kinds
        // and order.
        let launched = unsafe {
            (self.0.functions.launch)(
                kernel.function,
                columns,
                rows,
                1,
                threads as c_uint,
                1,
                1,
                kernel.shared as c_uint,
                stream.0,
                addresses.as_mut_ptr(),
                ptr::null_mut(),
            )
        };
        self.check(launched, "a kernel")
    }

    /// Waits until a queue is empty.
    pub(crate) fn wait(&self, stream: Stream) -> Result<(), CudaError> {
        // SAFETY: the stream is the driver's own, or was created and is never destroyed.
        self.check(unsafe { (self.0.functions.wait)(stream.0) }, "the kernels")
    }

    /// Memory of the GPU, filled with zeros.
    pub(crate) fn zeros<T: Plain>(&self, count: usize) -> Result<Buffer<T>, CudaError> {
        let bytes = (count * size_of::<T>()).max(16);
        let mut address = 0;
        // SAFETY: the pointer is to a local variable.
        let made = unsafe { (self.0.functions.allocate)(&mut address, bytes) };
        self.check(made, &format!("{bytes} bytes of GPU memory"))?;
        let buffer = Buffer { gpu: self.clone(), address, count, kind: PhantomData };
        // SAFETY: the memory was allocated with this length.
        self.check(unsafe { (self.0.functions.fill)(address, 0, bytes) }, "memory of zeros")?;
        self.wait(COPIES)?;
        Ok(buffer)
    }

    /// Memory of the host that kernels read and write, filled with zeros.
    pub(crate) fn pinned<T: Plain>(&self, count: usize) -> Result<Pinned<T>, CudaError> {
        const PORTABLE_AND_MAPPED: c_uint = 3;
        let bytes = (count * size_of::<T>()).max(16);
        let mut host = ptr::null_mut();
        // SAFETY: the pointer is to a local variable.
        let made =
            unsafe { (self.0.functions.allocate_pinned)(&mut host, bytes, PORTABLE_AND_MAPPED) };
        self.check(made, &format!("{bytes} bytes of pinned memory"))?;
        // SAFETY: the memory was allocated with this length; zero bits are a number of every plain
        // kind.
        unsafe { ptr::write_bytes(host.cast::<u8>(), 0, bytes) };
        let mut pinned = Pinned { gpu: self.clone(), host: host.cast(), address: 0, count };
        // SAFETY: the memory is mapped, and the pointer is to a local variable.
        let found = unsafe { (self.0.functions.pinned_address)(&mut pinned.address, host, 0) };
        self.check(found, "pinned memory")?;
        Ok(pinned)
    }

    fn check(&self, code: c_int, what: &str) -> Result<(), CudaError> {
        self.0.functions.check(code, what)
    }
}

impl Functions {
    fn check(&self, code: c_int, what: &str) -> Result<(), CudaError> {
        if code == 0 {
            return Ok(());
        }
        let mut text = ptr::null();
        // SAFETY: the pointer is to a local variable; the driver's texts live as long as the
        // driver.
        let reason = unsafe {
            match (self.error_text)(code, &mut text) {
                0 if !text.is_null() => CStr::from_ptr(text).to_string_lossy().into_owned(),
                _ => "unknown error".to_string(),
            }
        };
        Err(CudaError(format!("the NVIDIA driver refused {what}: {reason} ({code})")))
    }
}

/// Numbers in the memory of a GPU.
pub(crate) struct Buffer<T> {
    gpu: Gpu,
    address: u64,
    count: usize,
    kind: PhantomData<T>,
}

impl<T: Plain> Buffer<T> {
    /// The address of the first number, for kernels.
    pub(crate) fn address(&self) -> Argument<'static> {
        self.at(0)
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The address of a number, for kernels.
    pub(crate) fn at(&self, index: usize) -> Argument<'static> {
        assert!(index <= self.count, "number {index} of {}", self.count);
        Argument::Address(self.address + (index * size_of::<T>()) as u64)
    }

    /// Writes all numbers.
    pub(crate) fn upload(&mut self, values: &[T]) -> Result<(), CudaError> {
        assert_eq!(values.len(), self.count, "numbers for a buffer");
        self.gpu.bind()?;
        // SAFETY: both sides have this length, and the call returns when the host's numbers are
        // read.
        let done = unsafe {
            (self.gpu.0.functions.upload)(self.address, values.as_ptr().cast(), size_of_val(values))
        };
        self.gpu.check(done, "a copy to the GPU")?;
        self.gpu.wait(COPIES)
    }

    /// Reads all numbers.
    pub(crate) fn download(&self) -> Result<Vec<T>, CudaError> {
        let mut values = vec![T::default(); self.count];
        self.gpu.bind()?;
        let bytes = self.count * size_of::<T>();
        // SAFETY: both sides have this length, and the call returns when the numbers are copied.
        let done = unsafe {
            (self.gpu.0.functions.download)(values.as_mut_ptr().cast(), self.address, bytes)
        };
        self.gpu.check(done, "a copy from the GPU")?;
        Ok(values)
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        let _ = self.gpu.bind();
        // SAFETY: the memory was allocated and is freed once; the driver waits for kernels that use
        // it.
        let _ = unsafe { (self.gpu.0.functions.free)(self.address) };
    }
}

/// Numbers in the memory of the host that kernels read and write.
pub(crate) struct Pinned<T> {
    gpu: Gpu,
    host: *mut T,
    address: u64,
    count: usize,
}

// SAFETY: the memory belongs to this value alone, and plain numbers may go to any thread.
unsafe impl<T: Plain> Send for Pinned<T> {}
// SAFETY: a shared borrow only reads, and no kernel runs between calls.
unsafe impl<T: Plain> Sync for Pinned<T> {}

impl<T> Pinned<T> {
    /// The address of the first number, for kernels.
    pub(crate) fn address(&self) -> Argument<'static> {
        Argument::Address(self.address)
    }
}

impl<T> Deref for Pinned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the memory holds this many plain numbers, and no kernel runs between calls.
        unsafe { std::slice::from_raw_parts(self.host, self.count) }
    }
}

impl<T> DerefMut for Pinned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the borrow is the only one.
        unsafe { std::slice::from_raw_parts_mut(self.host, self.count) }
    }
}

impl<T> Drop for Pinned<T> {
    fn drop(&mut self) {
        let _ = self.gpu.bind();
        // SAFETY: the memory was allocated and is freed once.
        let _ = unsafe { (self.gpu.0.functions.free_pinned)(self.host.cast()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_whole() {
        assert_eq!(&MACHINE_CODE[..4], b"\x7fELF");
        let text = CStr::from_bytes_with_nul(PTX).expect("a text with a zero byte at its end");
        let text = text.to_string_lossy();
        assert!(text.contains(".target sm_80"));
        let source = crate::model::crc32(include_bytes!("kernels.cu"));
        assert!(text.ends_with(&format!("// kernels.cu {source:08x}\n")), "run compile.py");
    }

    #[test]
    fn a_missing_gpu_is_an_error_in_words() {
        match Gpu::open() {
            Ok(gpu) => assert!(!gpu.name().is_empty()),
            Err(error) => assert!(error.to_string().starts_with("no GPU: "), "{error}"),
        }
    }
}
