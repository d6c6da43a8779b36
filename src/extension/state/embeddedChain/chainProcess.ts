import { fork } from "node:child_process";
import type { Readable } from "node:stream";
import { clientError } from "../../../errors/clientError";
import { minuteMs } from "../../../time/units";

/** What the extension uses of the chain's process. */
export interface ChainProcess {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly pid?: number | undefined;
  /** Whether it can be spoken to. */
  readonly connected: boolean;
  send(message: { readonly type: "stop" }): boolean;
  kill(signal?: NodeJS.Signals): boolean;
  once(event: "message", listener: (message: unknown) => void): unknown;
  once(event: "error", failed: (error: Error) => void): unknown;
  once(event: "close", ended: (code: number | null) => void): unknown;
}

/** Starts the program of the chain, as a port: tests run the chain in their own process. */
export type RunChain = (program: string, args: readonly string[]) => ChainProcess;

/** In desktop VS Code the extension host's own program is Electron: the environment makes it plain Node. */
export const forkChain: RunChain = (program, args) =>
  fork(program, args, {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });

/** How long a start may take on a busy machine. */
const startLimitMs = minuteMs;

const isOfType = <Type extends string>(message: unknown, type: Type): message is { readonly type: Type } =>
  typeof message === "object" && message !== null && "type" in message && message.type === type;

/** A chain's process on its way. */
interface StartingChain<Ready> {
  /** What it says when it serves. @throws ChainError transport `embeddedChainFailed` with the process's own words */
  readonly ready: Promise<Ready>;
  /** The last line of what it has complained of. */
  lastLine(): string;
}

/** Waits for the process's word that it serves, and ends it where that doesn't come. */
export function startingChain<Ready>(child: ChainProcess): StartingChain<Ready> {
  let words = "";
  let reason = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = `${words}${text}`.slice(-2000);
  });
  const lastLine = (): string => words.trim().split("\n").at(-1) ?? "";
  const ready = new Promise<Ready>((resolve, reject) => {
    const fail = (code: number | null, cause?: Error): void => {
      clearTimeout(limit);
      const details = { code: code ?? "-", words: cause?.message ?? lastLine(), reason };
      reject(clientError("embeddedChainFailed", details, cause ? { cause } : {}));
    };
    const limit = setTimeout(() => {
      child.kill();
      fail(null);
    }, startLimitMs);
    child.once("message", (message) => {
      // Its words are complete when its output has been read to the end.
      if (isOfType(message, "failed")) reason = "code" in message ? String(message.code) : "";
      else if (!isOfType(message, "ready")) fail(null);
      else {
        clearTimeout(limit);
        resolve(message as Ready);
      }
    });
    child.once("error", (error) => fail(null, error));
    // `close` comes when its output has been read to the end.
    child.once("close", (code) => fail(code));
  });
  return { ready, lastLine };
}

/** A chain that is there for some work and gone after it. */
export interface PassingChain {
  readonly url: string;
  /** What its `dev_` methods want to be shown; absent where they are open. */
  readonly devToken?: string;
  /** Its development accounts, keys in hex. The first one governs a chain with permissions. */
  readonly accounts: readonly { readonly privateKey: string }[];
  stop(): void;
}

/** @throws ChainError transport `embeddedChainFailed` with the process's own words; also when the signal ends it. */
export async function startPassingChain(
  run: RunChain,
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<PassingChain> {
  signal.throwIfAborted();
  const child = run(program, ["--port", "0", ...args]);
  const end = (): void => void child.kill();
  signal.addEventListener("abort", end, { once: true });
  child.once("close", () => signal.removeEventListener("abort", end));
  child.stdout?.resume();
  const { url, devToken, accounts } = await startingChain<Omit<PassingChain, "stop">>(child).ready;
  return { url, accounts, ...(devToken === undefined ? {} : { devToken }), stop: () => child.kill() };
}
