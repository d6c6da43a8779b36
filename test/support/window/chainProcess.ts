// Stands for the process of the embedded chain: the same chain, in this process.
import { EventEmitter } from "node:events";
import { parseArgs } from "node:util";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { ChainError } from "../../../src/errors/chainError";
import type { ChainProcess } from "../../../src/extension/state/embeddedChain/chainProcess";

const running = new Set<ChainInsteadOfProcess>();

class ChainInsteadOfProcess extends EventEmitter implements ChainProcess {
  readonly stdout = null;
  readonly stderr = null;
  readonly pid = process.pid;
  connected = true;
  #chain: DevChain | undefined;

  constructor(args: readonly string[]) {
    super();
    running.add(this);
    void this.#start(args);
  }

  get port(): number | undefined {
    return this.#chain?.port;
  }

  async #start(args: readonly string[]): Promise<void> {
    const { values } = parseArgs({ args: [...args], strict: false });
    const all = (name: string): string[] =>
      args.flatMap((arg, at) => (arg === `--${name}` ? [args[at + 1] ?? ""] : []));
    const number = (name: string): number | undefined =>
      all(name)[0] === undefined ? undefined : Number(all(name)[0]);
    const [nodeVersion, compatibilityVersion] = [all("node-version")[0], all("compatibility")[0]];
    const [chainId, seed, data] = [all("chain-id")[0], all("seed")[0], all("data")[0]];
    try {
      const chain = await startDevChain({
        port: number("port") ?? 0,
        accounts: number("accounts") ?? 5,
        executorVersion: number("executor") === 0 ? 0 : 1,
        auth: values["auth"] === true,
        features: all("feature"),
        openDev: true,
        ...(values["sm"] === true ? { suite: "sm" as const } : {}),
        ...(nodeVersion === undefined ? {} : { nodeVersion }),
        ...(compatibilityVersion === undefined ? {} : { compatibilityVersion }),
        ...(chainId === undefined ? {} : { chainId }),
        ...(seed === undefined ? {} : { seed }),
        ...(data === undefined ? {} : { data }),
        ...(number("archive-port") === undefined ? {} : { archivePort: 0, archiveQueryPort: 0 }),
      });
      this.#chain = chain;
      this.emit("message", { ...chain, type: "ready" });
    } catch (error) {
      const code = error instanceof ChainError ? error.code : (error as NodeJS.ErrnoException).code;
      this.emit("message", { type: "failed", code: code === "EADDRINUSE" ? "portInUse" : code });
      this.#end(1);
    }
  }

  #end(code: number | null): void {
    if (!this.connected) return;
    this.connected = false;
    running.delete(this);
    this.emit("close", code);
  }

  /** What the extension says to it means its end. */
  send(): boolean {
    void this.#chain?.close().then(() => this.#end(0));
    return true;
  }

  kill(): boolean {
    void this.#chain?.close().then(() => this.#end(null));
    return true;
  }
}

export const runInstead = (_: string, args: readonly string[]): ChainProcess => new ChainInsteadOfProcess(args);

/** Ends the embedded chain of a port as a crash does: without a word. */
export function crashChain(port: number): void {
  for (const chain of running) if (chain.port === port) chain.kill();
}

/** Waits until the chains that were told to end have. */
export async function chainsEnded(): Promise<void> {
  await Promise.all([...running].map((chain) => new Promise((done) => chain.once("close", done))));
}
