//! A small HTTP server that can misbehave: it writes whatever bytes a test wants.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// One request.
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self
            .headers
            .iter()
            .filter(|(n, _)| n.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The JSON-RPC method, or nothing.
    pub(crate) fn rpc(&self) -> String {
        self.json()["method"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// A JSON-RPC result for this request.
    pub(crate) fn result(&self, result: &Value) -> Reply {
        ok(&json!({"jsonrpc": "2.0", "id": self.json()["id"], "result": result}))
    }

    /// A JSON-RPC error for this request.
    pub(crate) fn error(&self, status: u16, code: i64, data: &Value) -> Reply {
        let error = json!({"code": code, "message": "no", "data": data});
        let body = json!({"jsonrpc": "2.0", "id": self.json()["id"], "error": error});
        Reply::json(status, &body)
    }

    /// The answer of a well-behaved modern server to `server/discover`.
    pub(crate) fn discover(&self, capabilities: &Value) -> Reply {
        self.result(&json!({
            "resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": capabilities,
            "ttlMs": 0, "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "acme-notes", "version": "1.4.0"}},
        }))
    }

    /// The answer of a well-behaved legacy server to `initialize`.
    pub(crate) fn initialize(&self, capabilities: &Value) -> Reply {
        self.result(&json!({
            "protocolVersion": self.json()["params"]["protocolVersion"], "capabilities": capabilities,
            "serverInfo": {"name": "acme-crm", "version": "0.7.0"},
        }))
    }
}

/// What to answer.
pub(crate) enum Reply {
    Http(u16, Vec<(String, String)>, Vec<u8>),
    /// Bytes as they are; the connection is closed after them.
    Raw(Vec<u8>),
    /// Whatever the test does with the connection.
    Script(Box<dyn FnOnce(&mut TcpStream) + Send>),
}

impl Reply {
    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Reply::text(status, "application/json", &body.to_string())
    }

    pub(crate) fn text(status: u16, media: &str, body: &str) -> Self {
        let headers = vec![("Content-Type".to_owned(), media.to_owned())];
        Reply::Http(status, headers, body.as_bytes().to_vec())
    }

    pub(crate) fn empty(status: u16) -> Self {
        Reply::Http(status, Vec::new(), Vec::new())
    }

    pub(crate) fn with(self, name: &str, value: &str) -> Self {
        match self {
            Reply::Http(status, mut headers, body) => {
                headers.push((name.to_owned(), value.to_owned()));
                Reply::Http(status, headers, body)
            }
            other => other,
        }
    }

    pub(crate) fn script(script: impl FnOnce(&mut TcpStream) + Send + 'static) -> Self {
        Reply::Script(Box::new(script))
    }
}

pub(crate) fn ok(body: &Value) -> Reply {
    Reply::json(200, body)
}

/// A running server; it stays until the test process ends.
pub(crate) struct Server {
    pub(crate) origin: String,
    pub(crate) port: u16,
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server on loopback; the handler gets its origin.
    pub(crate) fn start(handler: impl Fn(&Request, &str) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let origin = format!("http://127.0.0.1:{port}");
        let log = Arc::new(Mutex::new(Vec::new()));
        let shared = (Arc::new(handler), Arc::clone(&log), origin.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (handler, log, origin) = shared.clone();
                thread::Builder::new()
                    .stack_size(256 * 1024)
                    .spawn(move || serve(stream, &*handler, &log, &origin))
                    .unwrap();
            }
        });
        Self { origin, port, log }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// What was asked, in order: `POST /mcp server/discover`.
    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }
}

fn serve(
    mut stream: TcpStream,
    handler: &(impl Fn(&Request, &str) -> Reply + Send + Sync),
    log: &Mutex<Vec<String>>,
    origin: &str,
) {
    let Some(request) = read(&stream) else { return };
    let line = format!("{} {} {}", request.method, request.path, request.rpc());
    log.lock().unwrap().push(line.trim_end().to_owned());
    match handler(&request, origin) {
        Reply::Http(status, headers, body) => {
            let mut head = format!(
                "HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n",
                body.len()
            );
            for (name, value) in headers {
                head.extend([&name, ": ", &value, "\r\n"]);
            }
            let _ = stream.write_all((head + "\r\n").as_bytes());
            let _ = stream.write_all(&body);
        }
        Reply::Raw(bytes) => {
            let _ = stream.write_all(&bytes);
        }
        Reply::Script(script) => script(&mut stream),
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let length = headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length = length.map_or(0, |(_, value)| value.parse().unwrap_or(0));
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request {
        method,
        path,
        headers,
        body: String::from_utf8(body).ok()?,
    })
}
