//! The server: which request is answered by what.

use crate::certificates::{self, Certificates};
use crate::error::Wrong;
use crate::guard::{self, Guard};
use crate::problems;
use crate::read::{self, Pasted};
use crate::request::Request;
use crate::runs::{Happening, Runs};
use crate::start::{First, choices};
use crate::task::Task;
use crate::{page, position};
use andor_solver::GameTree;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{
    self, DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, RawQuery, State,
};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, broadcast, mpsc};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

/// The port if none is asked for, or one of the next if it is taken.
const PORT: u16 = 8420;

/// How many ports are tried.
const PORTS: u16 = 20;

/// The largest body of a request, and of a request with a certificate.
const MOST_BYTES: usize = 4 << 20;
const MOST_CERTIFICATE: usize = 64 << 20;

/// How many certificates are received at the same time, and how long each may take.
const MOST_UPLOADS: usize = 4;
const LONGEST_UPLOAD: Duration = Duration::from_secs(60);

/// One part in so many of the memory is for certificates.
const CERTIFICATES: usize = 4;

/// How many happenings a slow page may be behind.
const BEHIND: usize = 256;

/// How long the server waits for its pages at the end.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Where the server listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Address {
    /// The address; the loopback address without one.
    pub ip: Option<IpAddr>,
    /// The port; a free one without one.
    pub port: Option<u16>,
}

/// What the explorer shows.
#[derive(Debug, Default)]
pub struct Explorer {
    /// What the page shows first.
    pub first: First,
    /// The name of the folder of problems.
    pub folder: Option<String>,
    /// The problems of the folder.
    pub tasks: Vec<Task>,
    /// The memory of all searches and certificates together.
    pub memory: usize,
}

/// What the answers need.
struct Shared {
    start: Value,
    folder: Option<String>,
    tasks: Arc<Vec<Task>>,
    runs: Arc<Runs>,
    certificates: Arc<Certificates>,
    uploads: Arc<Semaphore>,
    news: broadcast::Sender<Happening>,
}

/// The part of an address that has a name in its route.
struct Named(String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Wrong> {
        let Path(text) = Path::<String>::from_request_parts(parts, state).await?;
        Ok(Named(text))
    }
}

type Here = State<Arc<Shared>>;
type Body = Result<Bytes, BytesRejection>;

/// Serves the explorer until `stop` is set. `ready` hears the address of the page.
pub fn serve(
    explorer: Explorer,
    address: Address,
    stop: Arc<AtomicBool>,
    ready: impl FnOnce(&str),
) -> io::Result<()> {
    let listener = listener(address)?;
    let local = listener.local_addr()?;
    let token = address.ip.map(|_| token());
    let (news, _) = broadcast::channel(BEHIND);
    let shared = Arc::new(shared(explorer, news)?);
    let runs = shared.runs.clone();
    let (hosts, port) = (hosts(address, local), local.port());
    let guard = Arc::new(Guard { hosts, port, token: token.clone() });
    let router = router(shared).layer(middleware::from_fn_with_state(guard, guard::check));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        ready(&match token {
            Some(token) => format!("http://{local}/?token={token}"),
            None => format!("http://{local}/"),
        });
        let (end, mut ended) = mpsc::channel::<()>(1);
        let until = async move {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            runs.close();
            drop(end);
        };
        let server = axum::serve(listener, router).with_graceful_shutdown(until);
        let server = tokio::spawn(server.into_future());
        // Nothing is ever sent: the channel closes when the server begins to end.
        let _ = ended.recv().await;
        match tokio::time::timeout(LAST_WORDS, server).await {
            Ok(Ok(done)) => done,
            Ok(Err(error)) => Err(io::Error::other(error)),
            // A page that does not hang up.
            Err(_) => Ok(()),
        }
    });
    // Searches that have not ended yet end with the program.
    runtime.shutdown_background();
    served
}

/// A socket at the address.
fn listener(address: Address) -> io::Result<TcpListener> {
    let ip = address.ip.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let first = address.port.unwrap_or(PORT);
    let tries = if address.port.is_some() { 1 } else { PORTS };
    let mut last = io::Error::other("no port");
    for port in (first..).take(tries.into()) {
        match TcpListener::bind(SocketAddr::new(ip, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
    }
    let expected = match address.port {
        Some(_) => "expected an address and a port that are free",
        None => "expected an address of this machine with a free port; --port chooses one",
    };
    Err(io::Error::new(last.kind(), format!("{ip} port {first}: {last}; {expected}")))
}

/// The names under which pages on this machine reach the server; `None` where a token is asked for
/// instead.
fn hosts(address: Address, local: SocketAddr) -> Option<Vec<String>> {
    let port = local.port();
    address
        .ip
        .is_none()
        .then(|| ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}")).to_vec())
}

/// A word that nobody guesses.
fn token() -> String {
    // The hasher's keys come from the operating system's random numbers.
    use std::hash::{BuildHasher, Hasher, RandomState};
    let word = || format!("{:016x}", RandomState::new().build_hasher().finish());
    word() + &word()
}

fn shared(explorer: Explorer, news: broadcast::Sender<Happening>) -> io::Result<Shared> {
    let Explorer { first, folder, tasks, memory } = explorer;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let tasks = Arc::new(tasks);
    let of_certificates = memory / CERTIFICATES;
    let certificates = Certificates::new(of_certificates);
    let of_runs = memory - of_certificates;
    let runs = Runs::new(processors, of_runs, tasks.clone(), certificates.clone(), news.clone());
    let certificate = first.certificate.map(|bytes| runs.add_certificate(bytes.into())).transpose();
    let certificate = certificate.map_err(io::Error::other)?.map(|kept| kept.id);
    let mut start = choices();
    if let Some(fields) = start.as_object_mut() {
        fields.insert("version".into(), json!(env!("CARGO_PKG_VERSION")));
        fields.insert("processors".into(), json!(processors));
        fields.insert("memory".into(), json!(memory));
        fields.insert("problem".into(), json!(first.problem));
        fields.insert("certificate".into(), json!(certificate));
        fields.insert("folder".into(), json!(folder));
    }
    let uploads = Arc::new(Semaphore::new(MOST_UPLOADS));
    Ok(Shared { start, folder, tasks, runs, certificates, uploads, news })
}

fn router(shared: Arc<Shared>) -> Router {
    let dropped = post(drop_certificate).layer(DefaultBodyLimit::max(MOST_CERTIFICATE));
    Router::new()
        .route("/", get(|| async { page::file("index.html") }))
        .route("/page/{name}", get(|Named(name): Named| async move { page::file(&name) }))
        .route("/api/start", get(start))
        .route("/api/position", post(position_of))
        .route("/api/read", post(read_text))
        .route("/api/sgf", post(write_sgf))
        .route("/api/runs", get(all_runs).post(begin_run))
        .route("/api/runs/{id}", get(one_run).delete(remove_run))
        .route("/api/runs/{id}/stop", post(stop_run))
        .route("/api/events", get(events))
        .route("/api/certificates", dropped)
        .route("/api/certificates/{id}", get(head))
        .route("/api/certificates/{id}/file", get(bytes))
        .route("/api/certificates/{id}/walk", post(walk))
        .route("/api/certificates/{id}/sgf", get(replies))
        .route("/api/problems", get(all_problems))
        .route("/api/problems/{entry}", get(one_problem))
        .route("/api/problems/solve", post(solve_problems))
        .fallback(|| async { Wrong::missing("there is no such address; see docs/explorer.md") })
        .method_not_allowed_fallback(|| async {
            let sentence = "the address has no such method; see docs/explorer.md";
            Wrong::new(StatusCode::METHOD_NOT_ALLOWED, sentence)
        })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .with_state(shared)
}

/// The JSON object of a body.
fn parsed<T: DeserializeOwned>(body: Body) -> Result<T, Wrong> {
    let bytes = body?;
    serde_json::from_slice(&bytes).map_err(|error| Wrong::malformed(format!("the body: {error}")))
}

/// The number in an address.
fn number(text: &str) -> Result<u64, Wrong> {
    let expected = || Wrong::missing(format!("\"{text}\": no number of this list"));
    text.parse().map_err(|_| expected())
}

/// Computes an answer on a thread for blocking work.
async fn computed<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Wrong> + Send + 'static,
) -> Result<T, Wrong> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| {
        let sentence = format!("a fault of the program: {error}");
        Err(Wrong::new(StatusCode::INTERNAL_SERVER_ERROR, sentence))
    })
}

async fn start(State(shared): Here) -> Json<Value> {
    Json(shared.start.clone())
}

async fn position_of(body: Body) -> Result<Json<Value>, Wrong> {
    let asked: position::Asked = parsed(body)?;
    computed(move || position::answer(&asked)).await.map(Json)
}

async fn read_text(body: Body) -> Result<Json<GameTree>, Wrong> {
    let pasted: Pasted = parsed(body)?;
    computed(move || read::tree(&pasted)).await.map(Json)
}

async fn write_sgf(body: Body) -> Result<Response, Wrong> {
    let tree: GameTree = parsed(body)?;
    let text = computed(move || Ok(tree.to_sgf()?)).await?;
    Ok(as_sgf(text))
}

fn as_sgf(text: String) -> Response {
    ([(CONTENT_TYPE, "application/x-go-sgf; charset=utf-8")], text).into_response()
}

async fn all_runs(State(shared): Here) -> Json<Value> {
    Json(json!({ "runs": shared.runs.summaries() }))
}

async fn begin_run(State(shared): Here, body: Body) -> Result<(StatusCode, Json<Value>), Wrong> {
    let request: Request = parsed(body)?;
    let summary = computed(move || shared.runs.begin(request)).await?;
    Ok((StatusCode::CREATED, Json(summary)))
}

async fn one_run(State(shared): Here, Named(id): Named) -> Result<Json<Value>, Wrong> {
    shared.runs.whole(number(&id)?).map(Json)
}

async fn stop_run(State(shared): Here, Named(id): Named) -> Result<Json<Value>, Wrong> {
    shared.runs.stop(number(&id)?).map(Json)
}

async fn remove_run(State(shared): Here, Named(id): Named) -> Result<StatusCode, Wrong> {
    shared.runs.remove(number(&id)?)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn drop_certificate(
    State(shared): Here,
    request: extract::Request,
) -> Result<(StatusCode, Json<Value>), Wrong> {
    // Asked for before the body is read, so that the bodies that wait are not in memory.
    let closed = |_| Wrong::malformed("the server ends");
    let _upload = shared.uploads.clone().acquire_owned().await.map_err(closed)?;
    let received = tokio::time::timeout(LONGEST_UPLOAD, Bytes::from_request(request, &()));
    let late = |_| {
        let seconds = LONGEST_UPLOAD.as_secs();
        let sentence = format!("the certificate did not arrive within {seconds} s");
        Wrong::new(StatusCode::REQUEST_TIMEOUT, sentence)
    };
    let bytes = received.await.map_err(late)??;
    let head = computed(move || Ok(shared.runs.add_certificate(bytes)?.head())).await?;
    Ok((StatusCode::CREATED, Json(head)))
}

async fn head(State(shared): Here, Named(id): Named) -> Result<Json<Value>, Wrong> {
    let kept = shared.certificates.kept(number(&id)?)?;
    computed(move || Ok(Json(kept.head()))).await
}

async fn bytes(State(shared): Here, Named(id): Named) -> Result<Response, Wrong> {
    let kept = shared.certificates.kept(number(&id)?)?;
    let name = format!("attachment; filename=\"certificate-{}.cert\"", kept.id);
    let headers =
        [(CONTENT_TYPE, "application/octet-stream".to_string()), (CONTENT_DISPOSITION, name)];
    Ok((headers, kept.bytes.clone()).into_response())
}

async fn walk(State(shared): Here, Named(id): Named, body: Body) -> Result<Json<Value>, Wrong> {
    let kept = shared.certificates.kept(number(&id)?)?;
    let asked: certificates::Asked = parsed(body)?;
    computed(move || kept.walk(&asked)).await.map(Json)
}

async fn replies(
    State(shared): Here,
    Named(id): Named,
    RawQuery(query): RawQuery,
) -> Result<Response, Wrong> {
    let kept = shared.certificates.kept(number(&id)?)?;
    let uri: axum::http::Uri = format!("/?{}", query.unwrap_or_default())
        .parse()
        .map_err(|_| Wrong::malformed("the query is not understood"))?;
    let Query(asked) = Query::<certificates::AskedSgf>::try_from_uri(&uri)
        .map_err(|error| Wrong::malformed(error.body_text()))?;
    computed(move || kept.sgf(&asked)).await.map(as_sgf)
}

async fn all_problems(State(shared): Here) -> Json<Value> {
    Json(problems::list(shared.folder.as_deref(), &shared.tasks, &shared.runs))
}

async fn one_problem(State(shared): Here, Named(entry): Named) -> Result<Json<GameTree>, Wrong> {
    let entry = number(&entry)?;
    computed(move || problems::tree(&shared.tasks, entry as usize)).await.map(Json)
}

async fn solve_problems(State(shared): Here, body: Body) -> Result<Json<Value>, Wrong> {
    let asked: problems::Asked = parsed(body)?;
    computed(move || problems::solve(&shared.tasks, &shared.runs, &asked)).await.map(Json)
}

/// The events of all runs, and the moments of one run if the query names one.
async fn events(
    State(shared): Here,
    query: Result<Query<HashMap<String, String>>, QueryRejection>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Wrong> {
    let Query(query) = query?;
    let watched = query.get("run").map(|id| number(id)).transpose()?;
    // Heard from now on: nothing is lost between the beginning and the news.
    let mut news = shared.news.subscribe();
    let mut first: Vec<Happening> =
        shared.runs.summaries().into_iter().map(Happening::Run).collect();
    if let Some(run) = watched.and_then(|id| shared.runs.run(id).ok()) {
        let last = run.known().last.clone();
        first.extend(last.map(|moment| Happening::Moment(run.id, moment)));
    }
    let (out, stream) = mpsc::channel(1);
    tokio::spawn(async move {
        for happening in first {
            if out.send(Ok(event(&happening))).await.is_err() {
                return;
            }
        }
        loop {
            let happening = match news.recv().await {
                Ok(happening) => happening,
                // The page was too slow for some news; the next ones bring it up to date.
                Err(broadcast::error::RecvError::Lagged(_)) => continue,
                Err(broadcast::error::RecvError::Closed) => return,
            };
            let is_wanted = match &happening {
                Happening::Moment(id, _) => watched == Some(*id),
                _ => true,
            };
            let is_last = matches!(happening, Happening::Goodbye);
            if is_wanted && out.send(Ok(event(&happening))).await.is_err() || is_last {
                return;
            }
        }
    });
    Ok(Sse::new(ReceiverStream::new(stream)).keep_alive(KeepAlive::default()))
}

fn event(happening: &Happening) -> Event {
    let (name, data) = happening.event();
    Event::default().event(name).data(data.to_string())
}
