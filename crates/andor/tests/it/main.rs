//! What the command does, from its arguments to its exit code.
//!
//! The tests are one program, because each program is linked anew.

mod bad_input;
mod batch;
mod book;
mod capture;
mod certificates;
mod checkpoint;
mod clients;
mod dataset;
mod documents;
mod events;
mod explore;
mod gomocup;
mod limits;
mod memory;
mod networks;
mod options;
mod output;
mod phutball;
mod play;
mod ponder;
mod proof;
mod referee;
mod report;
mod resign;
mod shortest;
mod solve;
mod store;
mod support;
mod think;
mod uploads;
