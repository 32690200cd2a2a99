//! Errors of input that cannot be solved.

use andor_core::NotationError;

/// Input that cannot be solved: where, what is wrong, what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadInput {
    /// A text that was read is wrong.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A request is impossible.
    #[error("{0}")]
    Request(String),
}

impl From<andor_search::threads::NoThread> for BadInput {
    fn from(error: andor_search::threads::NoThread) -> BadInput {
        BadInput::Request(error.to_string())
    }
}

impl From<andor_store::StoreError> for BadInput {
    fn from(error: andor_store::StoreError) -> BadInput {
        BadInput::Request(error.to_string())
    }
}

impl From<andor_certify::view::CannotShow> for BadInput {
    fn from(error: andor_certify::view::CannotShow) -> BadInput {
        match error {
            andor_certify::view::CannotShow::Notation(error) => BadInput::Notation(error),
            andor_certify::view::CannotShow::TooLarge(text)
            | andor_certify::view::CannotShow::Other(text) => BadInput::Request(text),
        }
    }
}
