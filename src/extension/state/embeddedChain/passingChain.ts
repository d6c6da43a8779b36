import { clientError } from "../../../chain/errors/clientError";
import type { ChainProcess, RunChain } from "./chainProcess";

/** A chain that is there for some work and gone after it. */
export interface PassingChain {
  readonly url: string;
  /** What its `dev_` methods want to be shown; absent where they are open. */
  readonly devToken?: string;
  /** Its development accounts, keys in hex. The first one governs a chain with permissions. */
  readonly accounts: readonly { readonly privateKey: string }[];
  stop(): void;
}

/** How long a start may take on a busy machine. */
const startLimitMs = 60_000;

const isReady = (message: unknown): message is PassingChain & { readonly type: "ready" } =>
  typeof message === "object" && message !== null && "type" in message && message.type === "ready";

const codeOf = (message: unknown): string =>
  typeof message === "object" && message !== null && "code" in message ? String(message.code) : "";

/** The process's word that it serves. */
function whenReady(child: ChainProcess): Promise<PassingChain> {
  return new Promise((resolve, reject) => {
    let words = "";
    let reason = "";
    const fail = (code: number | null): void =>
      reject(
        clientError("embeddedChainFailed", { code: code ?? "-", words: words.trim().split("\n").at(-1) ?? "", reason }),
      );
    const limit = setTimeout(() => {
      child.kill();
      fail(null);
    }, startLimitMs);
    child.stdout?.resume();
    child.stderr?.on("data", (data: Buffer) => {
      words = `${words}${data.toString()}`.slice(-2000);
    });
    child.once("message", (message) => {
      if (!isReady(message)) {
        reason = codeOf(message);
        return;
      }
      clearTimeout(limit);
      const { url, devToken, accounts } = message;
      resolve({ url, accounts, ...(devToken === undefined ? {} : { devToken }), stop: () => child.kill() });
    });
    child.once("error", (error) => {
      words = error.message;
      clearTimeout(limit);
      fail(null);
    });
    child.once("close", (code) => {
      clearTimeout(limit);
      fail(code);
    });
  });
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
  return whenReady(child);
}
