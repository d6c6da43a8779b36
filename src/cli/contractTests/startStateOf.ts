import type { ChainSession } from "../../chain/session";
import type { StartState } from "../../contractTests/chain/startState";
import type { ChainChoice } from "../../contractTests/testProject";
import { readChainRules } from "../../devchain/execution/chainRules";
import type { RebuiltState } from "../../fork/replayHistory";

const cancun = "feature_evm_cancun";

/** A rebuilt state as tests take it, and what sources are compiled for on it. */
export function startStateOf(
  { nodeVersion }: ChainSession,
  { store, facts, hashes, admin }: RebuiltState,
): { readonly start: StartState; readonly chain: ChainChoice } {
  const rules = readChainRules(store, facts.number + 1);
  const { compatibilityVersion, executorVersion, authEnabled } = rules;
  return {
    chain: { compatibilityVersion, executorVersion, features: rules.feature(cancun) ? [cancun] : [] },
    start: {
      nodeVersion,
      compatibilityVersion,
      executorVersion,
      auth: authEnabled,
      governor: admin.replace(/^0x/, "").toLowerCase().padStart(40, "0"),
      blockNumber: facts.number,
      timestampMs: facts.timestampMs,
      hashes,
      rows: [...store.rows()],
    },
  };
}
