import { clientError } from "../../errors/clientError";
import { schemaVersion, stateTable } from "../schema/baseTables";
import type { IndexIdentity } from "../store/historySink";
import type { StoreTransaction } from "../store/historyStore";

/** What an index has. */
export interface IndexState extends IndexIdentity {
  /** Its blocks, all from `low` to `high`; none where `low` is above `high`. */
  readonly low: number;
  readonly high: number;
  /** Raised by each change: who finds another one than it left has not been alone. */
  readonly revision: number;
}

const numberOf = (text: string | undefined): number => Number(text ?? 0);

/**
 * What an index says of itself; undefined for a database without one.
 * @throws ChainError usage `historyOtherVersion`
 */
export async function readState(transaction: StoreTransaction): Promise<IndexState | undefined> {
  const rows = await transaction.rows('SELECT "key", value FROM state');
  const values = new Map(rows.map(([key, value]) => [String(key), String(value)]));
  const version = values.get("schema");
  if (version === undefined) return undefined;
  if (version !== String(schemaVersion)) throw clientError("historyOtherVersion", { version });
  return {
    chainId: values.get("chain_id") ?? "",
    groupId: values.get("group_id") ?? "",
    suite: values.get("suite") ?? "",
    genesis: values.get("genesis") ?? "",
    low: numberOf(values.get("low")),
    high: numberOf(values.get("high")),
    revision: numberOf(values.get("revision")),
  };
}

/** Writes what has changed. */
export async function writeState(transaction: StoreTransaction, state: IndexState): Promise<void> {
  const { chainId, groupId, suite, genesis, low, high, revision } = state;
  const values = { schema: schemaVersion, chain_id: chainId, group_id: groupId, suite, genesis, low, high, revision };
  const rows = Object.entries(values).map(([key, value]) => [key, String(value)]);
  await transaction.merge(stateTable, rows, { value: "new" });
}
