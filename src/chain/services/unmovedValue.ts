import type { RequestOptions } from "../client/client";
import type { ChainSession } from "../session";
import { getExecutorVersion } from "./executorVersion";
import { getSystemConfig } from "./systemConfig/getSystemConfig";

/** A value of the system configuration for which transactions move no value; `value` is undefined where it isn't set. */
interface UnmovedValue {
  readonly key: "balance_transfer" | "feature_balance" | "feature_balance_policy1";
  readonly value: string | undefined;
}

/**
 * Why the value of a transaction would stay where it is; undefined where it moves. Such a transaction isn't refused: it runs without its
 * value (docs/protocol/evm-differences.md, "Value").
 * @throws ChainError what a request throws
 */
export async function unmovedValue(session: ChainSession, options?: RequestOptions): Promise<UnmovedValue | undefined> {
  const configOf = async (key: UnmovedValue["key"]): Promise<UnmovedValue> => ({
    key,
    value: (await getSystemConfig(session, key, options))?.value,
  });
  const [executor, transfer, feature, policy] = await Promise.all([
    getExecutorVersion(session, options),
    configOf("balance_transfer"),
    configOf("feature_balance"),
    configOf("feature_balance_policy1"),
  ]);
  if (transfer.value === "0") return transfer;
  if (executor > 0) return transfer.value === undefined ? transfer : undefined;
  if (feature.value !== "1") return feature;
  return policy.value === "1" ? policy : undefined;
}
