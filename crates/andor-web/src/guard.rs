//! Who is let in: the checks that every request passes before anything else looks at it.

use crate::error::Wrong;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, COOKIE, HOST, ORIGIN, SET_COOKIE,
};
use axum::http::header::{REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The name of the cookie with the token, before the port: browsers share cookies among the ports
/// of a host.
const COOKIE_NAME: &str = "andor-token-";

/// The rules for requests.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The names under which the server is reached; with a token any name.
    pub(crate) hosts: Option<Vec<String>>,
    /// The port of the server.
    pub(crate) port: u16,
    /// What a request must know, if the server listens to other machines.
    pub(crate) token: Option<String>,
}

impl Guard {
    /// May this request go on? `query` is its query string.
    fn examine(&self, headers: &HeaderMap, query: &str) -> Result<(), Wrong> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let refuse = |sentence: &str| Err(Wrong::new(StatusCode::FORBIDDEN, sentence));
        let Some(host) = text(HOST) else {
            return refuse("no Host; expected the server's address");
        };
        if let Some(hosts) = &self.hosts
            && !hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
        {
            return refuse(&format!("Host \"{host}\": expected {}", hosts.join(" or ")));
        }
        if let Some(origin) = headers.get(ORIGIN) {
            let own = format!("http://{host}");
            if origin.as_bytes() != own.as_bytes() {
                return refuse(&format!("Origin: another page; expected {own}"));
            }
        }
        match &self.token {
            Some(token) if !self.given(headers, query).any(|found| same(found, token)) => {
                let sentence =
                    "no token, or a wrong one; expected the address that andor explore printed";
                Err(Wrong::new(StatusCode::UNAUTHORIZED, sentence))
            }
            _ => Ok(()),
        }
    }

    /// The tokens of a request.
    fn given<'a>(
        &self,
        headers: &'a HeaderMap,
        query: &'a str,
    ) -> impl Iterator<Item = &'a str> + use<'a> {
        let of = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let bearer = of(AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
        let cookies = of(COOKIE).unwrap_or_default().split("; ");
        let name = self.cookie();
        let named = |pair: &'a str, name: &str| pair.strip_prefix(name)?.strip_prefix('=');
        let cookies = cookies.filter_map(move |pair| named(pair, &name));
        let asked = query.split('&').filter_map(move |pair| named(pair, "token"));
        bearer.into_iter().chain(cookies).chain(asked)
    }

    /// The name of the cookie with the token.
    fn cookie(&self) -> String {
        format!("{COOKIE_NAME}{}", self.port)
    }
}

/// Are two texts the same? The time does not tell where they differ.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one.bytes().zip(other.bytes()).fold(0, |acc, (a, b)| acc | (a ^ b)) == 0
}

/// Lets a request through or refuses it, and tells the browser what the page may do.
pub(crate) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let mut response = match guard.examine(request.headers(), query) {
        Ok(()) => {
            let is_page = request.uri().path() == "/";
            let mut response = next.run(request).await;
            let cookie = guard.token.as_ref().filter(|_| is_page).and_then(|token| {
                let text = format!("{}={token}; HttpOnly; SameSite=Strict; Path=/", guard.cookie());
                HeaderValue::from_str(&text).ok()
            });
            if let Some(cookie) = cookie {
                response.headers_mut().insert(SET_COOKIE, cookie);
            }
            response
        }
        Err(wrong) => wrong.into_response(),
    };
    let policy =
        "default-src 'self'; img-src 'self' blob: data:; style-src 'self'; frame-ancestors 'none'";
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, policy),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
