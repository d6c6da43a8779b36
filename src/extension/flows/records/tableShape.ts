import type { RequestOptions } from "../../../chain/client";
import { lookUpAbi } from "../../../chain/services/contract/lookUpAbi";
import { describeTable } from "../../../chain/services/table/describeTable";
import type { ChainSession } from "../../../chain/session";
import type { TableShape } from "../../../webview/table/messages";

/**
 * What a table is, of either sort: only a table of rows can select (docs/protocol/precompiled-contracts.md, "Tables").
 * @throws ChainError usage `tableNotFound`.
 */
export async function tableShape(session: ChainSession, table: string, options?: RequestOptions): Promise<TableShape> {
  const { keyField, valueFields, keyOrder } = await describeTable(session, table, options);
  const { abi } = await lookUpAbi(session, `/tables/${table}`, undefined, options);
  const keyValue = abi !== undefined && !abi.functions.some(({ name }) => name === "select");
  return {
    kind: keyValue ? "keyValue" : "rows",
    columns: [keyField, ...valueFields],
    numericKeys: keyOrder === "numerical",
  };
}
