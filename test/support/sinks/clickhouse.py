# ClickHouse's own engine, as a library, behind the part of its HTTP interface that a client uses. Arguments: a folder for its data.
import re
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlparse

from chdb.session import Session

session = Session(sys.argv[1])


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while True:
            size = int(self.rfile.readline().split(b";")[0], 16)
            part = self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                return b"".join(parts)
            parts.append(part)

    def do_POST(self):
        asked = parse_qs(urlparse(self.path).query)
        text = self.body().decode()
        query = asked.get("query", [""])[0]
        query = f"{query}\n{text}" if query else text
        code, status, answer = None, 200, b""
        try:
            database = asked.get("database", ["default"])[0]
            session.query(f"CREATE DATABASE IF NOT EXISTS `{database}`")
            session.query(f"USE `{database}`")
            answer = session.query(query, "JSONEachRow").bytes() or b""
        except Exception as error:
            status, answer = 500, str(error).encode()
            code = re.search(r"Code: (\d+)", str(error))
        self.send_response(status)
        if code:
            self.send_header("X-ClickHouse-Exception-Code", code.group(1))
        self.send_header("Content-Length", str(len(answer)))
        # one connection is served after the other: none is kept
        self.send_header("Connection", "close")
        self.close_connection = True
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


class Server(HTTPServer):
    def handle_error(self, *_):
        """A client that was killed has no more to say."""


server = Server(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
