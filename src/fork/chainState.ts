import type { ChainClient } from "../chain/client/client";
import { openSession } from "../chain/openSession";
import { getBlockNumber } from "../chain/rpc/blocks";
import type { ChainSession } from "../chain/session";
import { addressDigits, bytesToHex } from "../crypto/bytes/hex";
import { readChainRules } from "../devchain/execution/chainRules";
import { readCode } from "../devchain/execution/flatStateManager";
import { t } from "../text/catalogue";
import {
  CannotFork,
  defaultLimits,
  type ForkContext,
  type ForkLimits,
  type ForkProgress,
  requestOptions,
} from "./forkContext";
import { type RebuiltState, replayToBlock } from "./replayHistory";
import { areBlocksThere, within } from "./withinLimits";

/** Which state is wanted, and what it may cost. */
interface StateRequest {
  readonly client: ChainClient;
  /** Undefined: the latest. */
  readonly block: number | undefined;
  readonly limits?: Partial<ForkLimits>;
  readonly signal?: AbortSignal | undefined;
  report?(progress: ForkProgress): void;
}

/** What would be done; nothing of it has begun. */
interface StatePlan {
  readonly session: ChainSession;
  readonly blockNumber: number;
  /**
   * Does it.
   * @throws CannotFork also when it was cancelled, ChainError of the node.
   */
  carryOut(): Promise<RebuiltState>;
}

/**
 * Looks at a chain and says which state of it would be copied. Nothing is written to the chain.
 * @throws CannotFork for what can't be, ChainError of the node.
 */
export async function planState(request: StateRequest): Promise<StatePlan> {
  const limits = { ...defaultLimits, ...request.limits };
  const { signal } = request;
  return within({ signal, limits }, async (asking) => {
    const session = await openSession(request.client, { signal: asking });
    if (session.wasm) throw new CannotFork(t("Contracts compiled to WebAssembly can't be re-executed."));
    const contextOf = (inner: AbortSignal): ForkContext => ({
      session,
      web3: undefined,
      limits,
      signal: inner,
      report: (progress) => request.report?.(progress),
    });
    const head = await getBlockNumber(session.client, requestOptions(contextOf(asking)));
    const blockNumber = request.block ?? head;
    if (blockNumber > head)
      throw new CannotFork(t("The chain has no block {0}; its latest is {1}.", blockNumber, head));
    if (blockNumber > limits.blocks) {
      throw new CannotFork(
        t(
          "To build the state of block {0}, as many blocks would have to be re-executed, but at most {1} are. Raise that number with --blocks.",
          blockNumber,
          limits.blocks,
        ),
      );
    }
    if (blockNumber > 1 && !(await areBlocksThere(contextOf(asking))))
      throw new CannotFork(t("The node no longer has all blocks, so the state can't be rebuilt."));
    return {
      session,
      blockNumber,
      carryOut: () => within({ signal, limits }, (inner) => replayToBlock(contextOf(inner), blockNumber, head)),
    };
  });
}

/** What a rebuilt state has of an account: code as `0x` hex, storage by slots, and the machine that runs in the next block. */
export function accountIn(
  { store, facts }: RebuiltState,
  address: string,
): { readonly code: string; readonly words: ReadonlyMap<bigint, bigint>; readonly revision: string } {
  const digits = addressDigits(address);
  const words = new Map<bigint, bigint>();
  for (const key of store.keys(digits)) {
    const word = store.get(digits, key);
    if (word instanceof Uint8Array) words.set(BigInt(`0x${key}`), BigInt(bytesToHex(word)));
  }
  const { revision } = readChainRules(store, facts.number + 1);
  return { code: bytesToHex(readCode(store, digits)), words, revision };
}
