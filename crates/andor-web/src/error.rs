//! What is wrong with a request: a status and a sentence, as JSON; and what a panic says.

use andor_solver::BadInput;
use andor_solver::view::CannotShow;
use axum::Json;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::any::Any;

/// Why a request is not answered.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
pub(crate) struct Wrong {
    status: StatusCode,
    sentence: String,
}

impl Wrong {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Wrong {
        Wrong { status, sentence: sentence.into() }
    }

    /// The request itself is malformed.
    pub(crate) fn malformed(sentence: impl Into<String>) -> Wrong {
        Wrong::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// There is no such thing.
    pub(crate) fn missing(sentence: impl Into<String>) -> Wrong {
        Wrong::new(StatusCode::NOT_FOUND, sentence)
    }
}

/// What the engine refuses: a move, a position, a setting.
impl From<BadInput> for Wrong {
    fn from(error: BadInput) -> Wrong {
        Wrong::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
    }
}

/// Why a certificate is not read.
impl From<CannotShow> for Wrong {
    fn from(error: CannotShow) -> Wrong {
        let status = match error {
            CannotShow::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            CannotShow::Notation(_) | CannotShow::Other(_) => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Wrong::new(status, error.to_string())
    }
}

impl From<PathRejection> for Wrong {
    fn from(error: PathRejection) -> Wrong {
        Wrong::new(error.status(), format!("the address: {}", error.body_text()))
    }
}

impl From<QueryRejection> for Wrong {
    fn from(error: QueryRejection) -> Wrong {
        Wrong::new(error.status(), format!("the query: {}", error.body_text()))
    }
}

impl From<BytesRejection> for Wrong {
    fn from(error: BytesRejection) -> Wrong {
        Wrong::new(error.status(), error.body_text())
    }
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.sentence }))).into_response()
    }
}

/// What a panic says.
pub(crate) fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_string()))
        .unwrap_or_default()
}
