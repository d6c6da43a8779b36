import { getExecutorVersion } from "../../chain/services/executorVersion";
import { getSystemConfig } from "../../chain/services/systemConfig/getSystemConfig";
import type { ChainSession } from "../../chain/session";
import type { ChainTarget } from "../../solidity/version/evmVersion";

/** What decides which machine a chain runs (docs/protocol/evm-differences.md, "Revision and opcodes"). */
export async function chainTargetOf(session: ChainSession): Promise<ChainTarget> {
  const { compatibilityVersion } = session;
  const [executorVersion, cancun] = await Promise.all([
    getExecutorVersion(session),
    getSystemConfig(session, "feature_evm_cancun"),
  ]);
  return { compatibilityVersion, executorVersion, features: cancun?.value === "1" ? ["feature_evm_cancun"] : [] };
}
