//! The explorer: a server that shows positions, searches and proofs in a browser.
//! `docs/explorer.md` describes its HTTP interface; the page in the folder `page` uses nothing
//! else.
//!
//! Every request that computes does so on a thread of its own kind: searches on threads of the list
//! of runs, the rest on tokio's threads for blocking work. So watching pages never wait for a
//! search, and a search never for a page.
//!
//! | modules | what they do |
//! |---|---|
//! | `server`, `guard`, `error` | requests, who is let in, refusals |
//! | `runs`, `run`, `request` | the list of searches; one search; how it is asked for |
//! | `position`, `read`, `start` | positions; pasted and dropped files; what the page shows first |
//! | `certificates` | certificates: heads, checks and walks |
//! | `problems`, `task` | a folder of problems with expected answers |
//! | `page` | the files of the page |

mod certificates;
mod error;
mod guard;
mod page;
mod position;
mod problems;
mod read;
mod request;
mod run;
mod runs;
mod server;
mod start;
mod task;

pub use server::{Address, Explorer, serve};
pub use start::First;
pub use std::net::IpAddr;
pub use task::{Agrees, Expected, Task};
