import { clockCountsSeconds } from "../../../chain/evm/chainMachine";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import type { ChainTarget } from "../../version/evmVersion";

/** What is known of the chain that sources are for; undefined: not known. */
export interface ChainFacts {
  readonly suite: CryptoSuiteName;
  /** Whether contracts and accounts hold coins that can be moved. */
  readonly coins?: boolean | undefined;
  /** Whether `block.timestamp` counts seconds, as on Ethereum. */
  readonly seconds?: boolean | undefined;
}

/** What rules know of the chain that sources are compiled for (docs/protocol/evm-differences.md). */
export function chainFacts(
  suite: CryptoSuiteName,
  { features = [], executorVersion, movesCoins }: ChainTarget = {},
): ChainFacts {
  const seconds = clockCountsSeconds({ executorVersion, hasFeature: (name) => features.includes(name) });
  return { suite, coins: movesCoins, seconds };
}
