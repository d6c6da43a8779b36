import { getBlockNumber } from "../../chain/rpc/blocks";
import type { ChainError } from "../../errors/chainError";
import { toChainError } from "../../errors/dictionary";
import type { Chain, Stop } from "./chain";

/** How new blocks are followed. */
export interface BlockWatch {
  /** Each number once, in order, none left out. */
  readonly onBlock: (number: number) => void;
  /** The node couldn't be asked; it goes on by itself. */
  readonly onError?: (error: ChainError) => void;
  /** Milliseconds between two looks where the node doesn't push. Default 1,000. */
  readonly pollMs?: number;
}

/**
 * Tells each new block until the returned function is called: pushed where the node pushes, otherwise asked for.
 * @returns ends it
 * @example
 * ```ts
 * const stop = await watchBlocks(chain, { onBlock: (number) => console.log("block", number) });
 * setTimeout(stop, 60_000);
 * ```
 */
export async function watchBlocks(chain: Chain, { onBlock, onError, pollMs = 1000 }: BlockWatch): Promise<Stop> {
  let last = await getBlockNumber(chain.client);
  let stopped = false;
  const reached = (height: number): void => {
    while (!stopped && last < height) {
      last += 1;
      onBlock(last);
    }
  };
  const look = async (): Promise<void> => {
    try {
      reached(await getBlockNumber(chain.client));
    } catch (error) {
      if (!stopped) onError?.(toChainError(error));
    }
  };
  const push = chain.pushes?.();
  const unheard = push?.onBlock(({ group, number }) => {
    if (group === chain.groupId) reached(number);
  });
  await push?.connect().catch(() => undefined); // without it the chain is asked
  // A block may have come between the first look and the connection.
  await look();
  const timer = setInterval(() => {
    if (push?.state.kind !== "connected") void look();
  }, pollMs);
  return () => {
    stopped = true;
    clearInterval(timer);
    unheard?.();
  };
}
