//! Reading certificates: sections 2 to 4 of `docs/certificate.md`, their form only.

mod block;
mod body;
mod entry;
mod header;
mod zstd;

pub(crate) use body::Body;
pub use body::Source;
pub(crate) use entry::Statement;
