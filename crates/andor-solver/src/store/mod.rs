//! The store of solved positions, as searches use it.
//!
//! [`andor_store`] knows the file and nothing of games. The shelf of a search stands between both:
//! it holds the entries of one game in memory, answers the
//! [`Archive`](andor_search::memory::Archive) of the search from them, and writes what was solved
//! to the file from time to time. A search on a shelf asks about the position that is to be solved
//! before it begins. Entries are read back as positions for people, and solved again for checks
//! ([`InPlay::read_entry`](crate::InPlay::read_entry),
//! [`InPlay::settle_entry`](crate::InPlay::settle_entry)).

pub(crate) mod entries;
pub(crate) mod reading;
pub(crate) mod shelf;
pub(crate) mod shelved;

pub use andor_store::{
    AT_START, Added, Contradiction, Entry, Fact, Found, Place, Store, StoreError, Totals,
    is_guarded,
};
pub use reading::Reading;
