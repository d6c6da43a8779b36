import { tableLimits } from "../../../chain/abi/builtInLimits";
import type { RequestOptions } from "../../../chain/client/client";
import { getValue } from "../../../chain/services/kvTable/kvTable";
import type { Condition } from "../../../chain/services/table/condition";
import { describeTable } from "../../../chain/services/table/describeTable";
import { countRows, everyRow, selectRows } from "../../../chain/services/table/selectRows";
import type { ChainSession } from "../../../chain/session";
import type { TableAnswer, TableQuestion } from "../../../webview/table/messages";
import { tableShape } from "../../flows/records/tableShape";

async function rowsPage(
  session: ChainSession,
  table: string,
  { filter, after, count }: TableQuestion & { kind: "rows" },
  options: RequestOptions,
): Promise<TableAnswer> {
  const description = await describeTable(session, table, options);
  const { keyField, valueFields } = description;
  const from: Condition =
    after === undefined ? everyRow(description) : { field: keyField, operator: ">", value: after };
  // Without the lower bound where a filter is enough: a chain before 3.2 takes few conditions.
  const conditions = after === undefined && filter.length > 0 ? filter : [...filter, from];
  // one more tells whether there are more
  const wanted = Math.min(count, tableLimits.rows - 1);
  const rows = await selectRows(session, table, conditions, { ...options, count: wanted + 1 });
  const columns = [keyField, ...valueFields];
  return {
    kind: "rows",
    rows: rows.slice(0, wanted).map((row) => columns.map((column) => row[column] ?? "")),
    more: rows.length > wanted,
  };
}

/** Everything the grid page may ask about its table. @throws ChainError */
export async function answerTableQuestion(
  session: ChainSession,
  table: string,
  question: TableQuestion,
  options: RequestOptions,
): Promise<TableAnswer> {
  switch (question.kind) {
    case "shape":
      return { kind: "shape", shape: await tableShape(session, table, options) };
    case "rows":
      return rowsPage(session, table, question, options);
    case "count": {
      const conditions =
        question.filter.length > 0 ? question.filter : [everyRow(await describeTable(session, table, options))];
      return { kind: "count", count: await countRows(session, table, conditions, options) };
    }
    case "value": {
      const value = await getValue(session, table, question.key, options);
      return { kind: "value", key: question.key, ...(value === undefined ? {} : { value }) };
    }
  }
}
