import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { programArguments } from "../../scripts/test/programArguments";

/** The adapter as a process that takes several sessions. */
export class AdapterProcess {
  readonly #child: ChildProcess;
  /** Of its socket or pipe. */
  readonly path: string;

  private constructor(child: ChildProcess, path: string) {
    this.#child = child;
    this.path = path;
  }

  static async start(): Promise<AdapterProcess> {
    const program = programArguments("dist/debugAdapter.js", "src/debugger/main.ts");
    const child = spawn(process.execPath, [...program, "--server"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line")) as [string];
    return new AdapterProcess(child, line);
  }

  stop(): void {
    this.#child.stdin?.end();
    this.#child.kill();
  }
}

/** Nothing here may wait for ever. */
const maxWaitMs = 600_000;

async function within<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the adapter does not answer: ${what}`)), maxWaitMs);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/** A client of the Debug Adapter Protocol, as an editor is one. */
export class DebugClient {
  readonly #socket: Socket;
  #sequence = 1;
  #buffer = Buffer.alloc(0);
  readonly #waiting = new Map<number, (response: DebugProtocol.Response) => void>();
  readonly events: DebugProtocol.Event[] = [];
  readonly #listeners = new Set<() => void>();
  #closed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("close", () => {
      this.#closed = true;
      for (const listener of this.#listeners) listener();
    });
    socket.on("error", () => undefined);
  }

  static async open(path: string): Promise<DebugClient> {
    const socket = connect(path);
    await once(socket, "connect");
    return new DebugClient(socket);
  }

  #read(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.#buffer.toString("latin1", 0, end))?.[1]);
      if (this.#buffer.length < end + 4 + length) return;
      const message = JSON.parse(
        this.#buffer.toString("utf8", end + 4, end + 4 + length),
      ) as DebugProtocol.ProtocolMessage;
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      if (process.env["DEBUGDAP"]) console.error("←", JSON.stringify(message).slice(0, 300));
      if (message.type === "response") {
        const response = message as DebugProtocol.Response;
        this.#waiting.get(response.request_seq)?.(response);
        this.#waiting.delete(response.request_seq);
      } else if (message.type === "event") {
        this.events.push(message as DebugProtocol.Event);
        for (const listener of [...this.#listeners]) listener();
      }
    }
  }

  /** @throws Error with the adapter's words. */
  async request<Body = unknown>(command: string, given: object = {}): Promise<Body> {
    const seq = this.#sequence++;
    const body = JSON.stringify({ seq, type: "request", command, arguments: given });
    const answered = new Promise<DebugProtocol.Response>((resolve) => this.#waiting.set(seq, resolve));
    if (process.env["DEBUGDAP"]) console.error("→", body.slice(0, 300));
    this.#socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    const response = await within(answered, command);
    if (!response.success) {
      const { format = response.message } = ((response.body as { error?: { format?: string } })?.error ?? {}) as {
        format?: string;
      };
      throw new Error((format ?? "failed").replaceAll("{{", "{"));
    }
    return response.body as Body;
  }

  /** The first event of a kind from the n-th event on. */
  async event(wanted: (event: DebugProtocol.Event) => boolean, from = 0): Promise<DebugProtocol.Event> {
    for (;;) {
      const found = this.events.slice(from).find(wanted);
      if (found) return found;
      if (this.#closed) throw new Error("the adapter has ended");
      const more = new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
      await within(more, "an event");
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}
