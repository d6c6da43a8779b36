import type { RequestOptions } from "../../../chain/client/client";
import { lookUpAbi } from "../../../chain/services/contract/lookUpAbi";
import { describeTable } from "../../../chain/services/table/describeTable";
import type { ChainSession } from "../../../chain/session";
import type { TableShape } from "../../../webview/table/messages";

/** The sort of a table: only one of rows can select (docs/protocol/precompiled-contracts.md, "Tables"). Undefined where no ABI tells. */
export async function tableKind(
  session: ChainSession,
  table: string,
  options?: RequestOptions,
): Promise<TableShape["kind"] | undefined> {
  const { abi } = await lookUpAbi(session, `/tables/${table}`, options);
  return abi && (abi.functions.some(({ name }) => name === "select") ? "rows" : "keyValue");
}

/**
 * What a table is, of either sort.
 * @throws ChainError usage `tableNotFound`.
 */
export async function tableShape(session: ChainSession, table: string, options?: RequestOptions): Promise<TableShape> {
  const { keyField, valueFields, keyOrder } = await describeTable(session, table, options);
  const kind = await tableKind(session, table, options);
  return {
    kind: kind ?? "rows",
    columns: [keyField, ...valueFields],
    numericKeys: keyOrder === "numerical",
  };
}
