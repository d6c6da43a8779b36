import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Readable, Transform, type TransformCallback, type Writable } from "node:stream";

/** No editor sends more at once. */
const maxMessage = 64 * 1024 * 1024;
/** `Content-Length: 67108864`, an empty line. */
const maxHeadLength = 40;
const headEnd = "\r\n\r\n";

/**
 * Lets messages of the Debug Adapter Protocol through and nothing else: each is one line that says its length, an empty line, and its body.
 * A request of HTTP, whose other lines the protocol's own reader would pass over, ends the connection with its first byte that doesn't fit.
 */
export class OnlyDebugProtocol extends Transform {
  #head = "";
  #body = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#body > 0) {
        const part = chunk.subarray(at, at + this.#body);
        this.#body -= part.length;
        at += part.length;
        this.push(part);
        continue;
      }
      this.#head += String.fromCharCode(chunk[at] ?? 0);
      at += 1;
      if (!this.#isHead()) {
        done(new Error("this is no message of the Debug Adapter Protocol"));
        return;
      }
    }
    done();
  }

  /** Whether the head is, or can still become, one; a whole one is passed on. */
  #isHead(): boolean {
    const start = "Content-Length: ";
    if (this.#head.length <= start.length) return start.startsWith(this.#head);
    const rest = this.#head.slice(start.length);
    const [, digits = "", end = ""] = /^(\d{1,8})(\r?\n?\r?\n?)$/.exec(rest) ?? [];
    if (digits === "" || !headEnd.startsWith(end) || this.#head.length > maxHeadLength) return false;
    if (end !== headEnd) return true;
    const length = Number(digits);
    if (length === 0 || length > maxMessage) return false;
    this.push(Buffer.from(this.#head, "latin1"));
    this.#head = "";
    this.#body = length;
    return true;
  }
}

/**
 * Where a server listens that pages and other users of the machine can't reach: a socket in a folder of this user alone, a pipe whose name
 * isn't known.
 */
function privateAddress(): { readonly path: string; readonly forget: () => void } {
  if (process.platform === "win32") {
    return { path: `\\\\.\\pipe\\chainside-debug-${randomBytes(16).toString("hex")}`, forget: () => undefined };
  }
  const path = join(mkdtempSync(join(tmpdir(), "chainside-debug-")), "adapter.sock");
  return { path, forget: () => rmSync(dirname(path), { recursive: true, force: true }) };
}

/** A server of debug sessions. */
export interface SessionServer {
  /** Path of its socket or pipe. */
  readonly path: string;
  close(): void;
}

function welcome(socket: Socket, begin: (input: Readable, output: Writable) => void): void {
  const messages = new OnlyDebugProtocol();
  messages.on("error", () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.on("close", () => messages.destroy());
  begin(socket.pipe(messages), socket);
}

/**
 * Takes several debug sessions, one after another or at once, over a socket of this user alone (on Windows a pipe): no port, so that no
 * page in a browser gets to it.
 * @param begin starts a session
 */
export function serveSessions(begin: (input: Readable, output: Writable) => void): Promise<SessionServer> {
  const { path, forget } = privateAddress();
  const server: Server = createServer((socket) => welcome(socket, begin));
  const close = (): void => {
    server.close();
    forget();
  };
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      forget();
      reject(error);
    });
    server.listen(path, () => resolve({ path, close }));
  });
}
