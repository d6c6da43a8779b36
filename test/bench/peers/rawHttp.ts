import { connect, type Socket } from "node:net";

const endOfHead = Buffer.from("\r\n\r\n");

/** A whole answer at the start of the bytes: its body and where it ends; undefined while something is missing. */
function wholeAnswer(bytes: Buffer): { body: string; end: number } | undefined {
  const head = bytes.indexOf(endOfHead);
  if (head < 0) return undefined;
  const start = head + 4;
  const headers = bytes.toString("latin1", 0, head);
  const length = /\r\ncontent-length: *(\d+)/i.exec(headers)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length < end ? undefined : { body: bytes.toString("utf8", start, end), end };
  }
  const parts: string[] = [];
  for (let at = start; ; ) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body: parts.join(""), end: next };
    parts.push(bytes.toString("utf8", line + 2, next - 2));
    at = next;
  }
}

/** One keep-alive connection that asks one thing at a time, with as little work of its own as possible. */
export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer | undefined;
  #waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("close", () => this.#waiting?.reject(new Error("the chain closed the connection")));
    socket.on("error", (error) => this.#waiting?.reject(error));
  }

  /** @throws the system's error when no one listens. */
  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  #take(chunk: Buffer): void {
    const bytes = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
    const answer = wholeAnswer(bytes);
    this.#received = answer ? undefined : bytes;
    if (!answer) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(answer.body);
  }

  ask(request: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** A request as bytes: made before the clock runs. */
export function rawRequest(method: string, params: readonly unknown[]): Buffer {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return Buffer.from(
    `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

export interface Rate {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const share = (sorted: readonly number[], part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;

/** Runs one queue of jobs a connection, each job after the one before it. Times are milliseconds. */
export async function runQueues<Job>(
  port: number,
  queues: readonly (readonly Job[])[],
  run: (connection: RawConnection, job: Job) => Promise<void>,
): Promise<Rate> {
  const connections = await Promise.all(queues.map(() => RawConnection.open(port)));
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    queues.map(async (queue, index) => {
      const connection = connections[index] as RawConnection;
      for (const job of queue) {
        const startedAt = performance.now();
        await run(connection, job);
        times.push(performance.now() - startedAt);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const connection of connections) connection.close();
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p50: share(times, 0.5), p99: share(times, 0.99) };
}
