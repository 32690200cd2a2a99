//! Prefetch and page-size hints to the machine for large tables. The hints change nothing but the
//! time.
//!
//! A search with cheap nodes mostly waits for memory: the entry of a key is at a random place, on a
//! random page. [`soon`] names a place that will be read, so that the cache line is loaded while
//! other work is done. [`all_over`] asks for large pages, so that the machine has fewer pages to
//! look up: on a table of 4 GB a read takes 47 instead of 75 ns, with twelve reads at once. On
//! systems without such hints nothing happens.

#![allow(unsafe_code)]

/// The place will be read soon.
#[inline]
pub(crate) fn soon<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every processor of this kind knows the instruction, and it neither reads nor
        // writes anything that a program could notice.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// The words, new from the system and not yet written, will be read in random order.
pub(crate) fn all_over(words: &mut [u64]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4096;
        // Smaller tables share their memory with others, and large pages would not help them.
        const LARGE: usize = 4 << 20;
        let start = words.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        let bytes = size_of_val(words).saturating_sub(skipped) / PAGE * PAGE;
        if bytes >= LARGE {
            // SAFETY: the pages lie within the words, and the advice leaves what they hold as it
            // is.
            let advised =
                unsafe { madvise(start.add(skipped).cast(), bytes, Advice::LinuxHugepage) };
            // A system that has no large pages goes on with small ones.
            let _ = advised;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}
