//! The store: a file of solved positions that many searches share.
//!
//! A [`Store`] is a database in one file. A position has an entry, under the text of its game, its
//! picture and the moves before it where those matter: two positions never share an entry. An entry
//! has [`Fact`]s: each is a verdict on a claim, with the winner's move, the zone, the work, and
//! where the fact comes from.
//!
//! Two facts that contradict each other are set aside, both: no search gets them, and whoever adds
//! the second one is told.
//!
//! The file is open only while it is read or written, so many processes can use it. Every change is
//! a transaction: after a kill or on a full disk the file holds what it held before the change or
//! after it. Each entry has a checksum of its own.
//!
//! A search reads the entries of its game once and keeps them in memory, in an [`Index`].
//!
//! | module | what it has |
//! |---|---|
//! | `store` | the database: entries, merging, facts that are set aside |
//! | `fact` | verdicts on claims: what follows from them, what contradicts |
//! | `index` | the entries of one game in memory |
//! | `guard`, `overlay`, `part` | damaged files, files that are only read, files in the making |

mod error;
mod fact;
mod guard;
mod index;
mod overlay;
mod part;
mod store;

pub use error::StoreError;
pub use fact::{AT_START, Fact};
pub use guard::is_guarded;
pub use index::{Held, Index};
pub use store::{Added, Contradiction, Entry, Found, New, Place, Store, Totals};
