//! Reading certificates: sections 2 to 4 of `docs/certificate.md`, their form only.

mod body;
mod entry;
mod header;

pub(crate) use body::Body;
pub use body::Source;
pub(crate) use entry::Statement;
