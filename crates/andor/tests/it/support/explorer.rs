//! A running explorer, for tests.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The longest time that a test waits for something.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running explorer.
pub struct Explorer {
    pub child: Child,
    /// `127.0.0.1:PORT`.
    pub host: String,
    /// What follows in the printed address.
    pub query: String,
}

impl Drop for Explorer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }
}

impl Explorer {
    pub fn start(arguments: &[&str]) -> Explorer {
        let mut child = super::command()
            .args(["explore", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut line = String::new();
        let out = child.stdout.take().expect("standard output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let rest = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("{line:?}"));
        let (host, query) = rest.split_once('/').expect("a path");
        let (host, query) = (host.to_string(), query.to_string());
        Explorer { child, host, query }
    }

    pub fn send(&self, head: &str, body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let length = body.len();
        let end = format!("{head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
        let sent = stream.write_all(end.as_bytes()).and_then(|()| stream.write_all(body));
        // A server that refuses a large body need not read it.
        drop(sent);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let middle = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&bytes[..middle]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        let body = bytes[middle + 4..].to_vec();
        let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        assert!(!is_chunked, "{head}");
        Answer { status, head, body }
    }

    pub fn ask(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        self.send(&format!("{method} {path} HTTP/1.1\r\nHost: {}", self.host), body)
    }

    pub fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, b"");
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.json()
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.ask("POST", path, body.to_string().as_bytes());
        assert!((200..300).contains(&answer.status), "{path} {body}: {answer:?}");
        answer.json()
    }

    /// The sentence with which a request is refused.
    pub fn refused(&self, path: &str, body: &Value, status: u16) -> String {
        let answer = self.ask("POST", path, body.to_string().as_bytes());
        assert_eq!(answer.status, status, "{path} {body}: {answer:?}");
        answer.json()["error"].as_str().expect("a sentence").to_string()
    }

    /// Begins a run and waits until it is over.
    pub fn run(&self, body: &Value) -> Value {
        let id = self.post("/api/runs", body)["id"].as_u64().expect("a number");
        self.wait(id)
    }

    pub fn wait(&self, id: u64) -> Value {
        let begun = Instant::now();
        loop {
            let whole = self.get(&format!("/api/runs/{id}"));
            let state = whole["run"]["state"].as_str().expect("a state");
            if !["waiting", "running"].contains(&state) {
                return whole;
            }
            assert!(begun.elapsed() < PATIENCE, "{whole}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a certificate is checked; gives its head.
    pub fn checked(&self, id: u64) -> Value {
        let begun = Instant::now();
        loop {
            let head = self.get(&format!("/api/certificates/{id}"));
            if head["check"]["state"] != "running" {
                return head;
            }
            assert!(begun.elapsed() < PATIENCE, "{head}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
