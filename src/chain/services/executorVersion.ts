import { ChainError } from "../../errors/chainError";
import { atLeast } from "../../text/versions";
import type { RequestOptions } from "../client/client";
import { executorOf } from "../config/configValues";
import type { ChainSession } from "../session";
import { readPrecompiled } from "../transaction/precompiledCall";
import { transactionStatus } from "../transaction/transactionStatus";
import { getSystemConfig } from "./systemConfig/getSystemConfig";

/**
 * Which execution engine runs the chain: 0 the classic one, 1 the baseline one. A chain that never set `executor_version` is recognised by
 * what its file system does with a full page (docs/protocol/precompiled-contracts.md, "Paging").
 */
export async function getExecutorVersion(session: ChainSession, options?: RequestOptions): Promise<number> {
  const configured = await getSystemConfig(session, "executor_version", options);
  if (configured) return executorOf(configured.value);
  if (!atLeast(session.compatibilityVersion, "3.1.0")) return 0;
  try {
    const args = ["/", 0, 1];
    await readPrecompiled(session, { contract: "BFS", function: "list(string,uint256,uint256)", args }, options);
    return 0;
  } catch (error) {
    if (error instanceof ChainError && error.kind === "execution" && error.code === transactionStatus.precompiledError)
      return 1;
    throw error;
  }
}
