//! The page: files that are part of the program.

use crate::error::Wrong;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file of this name.
pub(crate) fn file(name: &str) -> Result<Response, Wrong> {
    let found = FILES.iter().find(|(known, _)| *known == name);
    let (_, text) =
        found.ok_or_else(|| Wrong::missing(format!("page \"{name}\": no such file")))?;
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], *text).into_response())
}
