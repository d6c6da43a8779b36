import { type RunChain, startingChain } from "./chainProcess";

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
