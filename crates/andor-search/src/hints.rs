//! Hints to the machine about the memory of large tables. They change nothing but the time.
//!
//! A search of cheap nodes waits for memory most of all: where a key's entry lies is a matter of chance,
//! and so is the page that it is on. [`soon`] names a place that will be read, so that it comes near while
//! other work is done. [`all_over`] asks for large pages, of which the machine has to know fewer: on a
//! table of 4 GB a read takes 47 instead of 75 ns, twelve of them at once. Where the system knows no such
//! hints nothing happens.

#![allow(unsafe_code)]

/// The place will be read soon.
#[inline]
pub(crate) fn soon<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every processor of this kind knows the instruction, and it neither reads nor writes
        // anything that a program could notice.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// The words, fresh from the system and not yet written, will be read all over.
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
            // SAFETY: the pages lie within the words, and the advice leaves what they hold as it is.
            let advised =
                unsafe { madvise(start.add(skipped).cast(), bytes, Advice::LinuxHugepage) };
            // A system that has no large pages goes on with small ones.
            let _ = advised;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}
