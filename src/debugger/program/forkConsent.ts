import type { ChainClient, Transport } from "../../chain/client/client";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import type { ForkVerdict } from "../../fork/fork";
import type { ForkProgress } from "../../fork/forkContext";
import type { LaunchRequest } from "./launchRequest";

/** How transactions of chains that record nothing are executed again: who is told of it, and may stop it. */
export interface ForkConsent {
  /** The chain, in place of the request's URL. */
  readonly client?: ChainClient | undefined;
  /** Tells what would be done; false: it is not wanted. */
  begin(lines: readonly string[]): Promise<boolean>;
  report(progress: ForkProgress): void;
  readonly signal?: AbortSignal | undefined;
}

/** A transaction on a copy of its chain's state; `client` answers what the debugger asks of an embedded chain. */
interface Forked {
  readonly client: ChainClient;
  readonly verdict: ForkVerdict;
  /** The verdict in words. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

const web3TimeoutMs = 20_000;

/**
 * Executes a transaction again on a copy of the state before it, or makes ready for calls on the latest one; undefined where that is not
 * wanted.
 * @throws CannotFork, ChainError of the node.
 */
export async function forkThrough(
  consent: ForkConsent,
  client: ChainClient,
  transaction: string | undefined,
  { blocks, web3 }: Pick<LaunchRequest, "blocks" | "web3">,
): Promise<Forked | undefined> {
  const [{ planFork, verdictLines }, { forkClient }] = await Promise.all([
    import("../../fork/openFork"),
    import("../../fork/forkClient"),
  ]);
  const storage: Transport | undefined =
    web3 === undefined ? undefined : createHttpTransport({ url: web3, timeoutMs: web3TimeoutMs });
  try {
    const plan = await planFork({
      client,
      web3: storage,
      transaction,
      limits: blocks === undefined ? {} : { blocks },
      ...(consent.signal === undefined ? {} : { signal: consent.signal }),
      report: (progress) => consent.report(progress),
    });
    if (!(await consent.begin(plan.lines))) {
      await storage?.close();
      return undefined;
    }
    const fork = await plan.carryOut();
    return {
      client: forkClient(fork, client.transport.label, plan.group),
      verdict: fork.verdict,
      lines: verdictLines(fork.verdict),
      close: async () => storage?.close(),
    };
  } catch (error) {
    await storage?.close();
    throw error;
  }
}
