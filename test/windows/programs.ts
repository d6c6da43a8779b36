// How the tests on Windows' Node.js start the built programs and talk to them.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The project, as this system names it. */
const root = process.env["CHAINSIDE_ROOT"] ?? process.cwd();
export const compiler = join(root, "node_modules", "solc");
const program = (name: string): string => join(root, "dist", `${name}.js`);

/** A folder of its own below the temporary one, with files; their names have `/`. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "链 side (1)+"));
  /** Where looks at other computers and devices are written down. */
  readonly looks = `${this.path}.looks`;

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  at(...names: string[]): string {
    return join(this.path, ...names);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), text);
  }

  read(name: string): string {
    return readFileSync(this.at(name), "utf8");
  }

  /** What a user looked at on another computer, or as a device. */
  seen(): string[] {
    return existsSync(this.looks) ? readFileSync(this.looks, "utf8").split("\n").filter(Boolean) : [];
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
    rmSync(this.looks, { force: true });
  }
}

function start(name: string, args: readonly string[], folder: Folder, cwd = folder.path): ChildProcess {
  return spawn(process.execPath, [program(name), ...args], {
    cwd,
    env: { ...process.env, CHAINSIDE_LOOKS: folder.looks },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

export interface ProgramOutput {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a `chainside` command in a folder, or in another one, to its end. */
export async function chainside(folder: Folder, args: readonly string[], cwd?: string): Promise<ProgramOutput> {
  const child = start("cli", args, folder, cwd);
  const reported = { out: "", err: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (reported.out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (reported.err += text));
  child.stdin?.end();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...reported };
}

/** An embedded chain that runs until it is disposed of. */
export class RunningChain {
  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(folder: Folder, ...args: string[]): Promise<RunningChain> {
    const child = start("cli", ["devchain", "--port", "0", ...args], folder);
    let message = "";
    const url = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding("utf8").on("data", (text: string) => {
          message += text;
          const found = /https?:\/\/127\.0\.0\.1:\d+/.exec(message)?.[0];
          if (found !== undefined) resolve(found);
        });
      child.once("close", () => reject(new Error(`the chain ended: ${message}`)));
    });
    return new RunningChain(child, url);
  }

  async rpc(method: string, ...params: unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const answer = (await (await fetch(this.url, { method: "POST", headers, body })).json()) as { result?: unknown };
    return answer.result;
  }

  /** Ends it as the Task Manager does. */
  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.child, "close");
    this.child.kill();
    await ended;
  }
}

type Message = Readonly<Record<string, unknown>>;

/** A program that speaks in messages with `Content-Length`, as language servers and debug adapters do. */
export class Talker {
  readonly heard: Message[] = [];
  readonly child: ChildProcess;
  #buffer = Buffer.alloc(0);
  #waiting: (() => void)[] = [];
  #ended = false;
  #err = "";

  constructor(name: "languageServer" | "debugAdapter", folder: Folder, ...args: string[]) {
    this.child = start(name, args, folder);
    this.child.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.#err += text));
    this.child.once("close", () => {
      this.#ended = true;
      this.#wake();
    });
  }

  #read(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/.exec(this.#buffer.toString("latin1", 0, Math.max(end, 0)))?.[1]);
      if (end < 0 || this.#buffer.length < end + 4 + length) return;
      this.heard.push(JSON.parse(this.#buffer.toString("utf8", end + 4, end + 4 + length)) as Message);
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#wake();
    }
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  say(message: Message): void {
    const body = Buffer.from(JSON.stringify(message));
    this.child.stdin?.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin?.write(body);
  }

  /** The first message that fits, of those heard and those to come. */
  async hear(what: string, fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.heard.find(fits);
      if (found) return found;
      if (this.#ended) throw new Error(`it ended before ${what}: ${this.#err}`);
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return;
    const ended = once(this.child, "close");
    this.child.kill();
    await ended;
  }
}
