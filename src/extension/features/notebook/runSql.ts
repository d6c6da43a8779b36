import * as vscode from "vscode";
import type { SqlRequest } from "../../../chain/notebook/requestText";
import type { QueryParameters } from "../../../history/service/messages";
import type { Plain } from "../../../scenarios/document/plain";
import { numberText } from "../../../text/formats";
import { queryValue } from "../../../text/queryValue";
import type { QueryRows } from "../../../webview/queryResult/messages";
import { requireIndexed } from "../../flows/history/requireIndexed";
import type { Answered, RequestContext } from "./requestAnswers";

/** Rows below a cell; a query document shows more. */
const maxRows = 200;

/** A value as variables and expectations see it. */
const plain = (value: QueryRows["rows"][number][number] | undefined): Plain =>
  value === null || value === undefined ? null : String(value);

const objectOf = ({ columns }: QueryRows, row: QueryRows["rows"][number]): Plain =>
  Object.fromEntries(columns.map(({ name }, place) => [name, plain(row[place])]));

/** One value is that value, one row its columns by name; several are a list. */
function answerOf(result: QueryRows): Plain {
  const [first, ...others] = result.rows;
  if (first && others.length === 0) return first.length === 1 ? plain(first[0]) : objectOf(result, first);
  return result.rows.map((row) => objectOf(result, row));
}

/**
 * Asks the index of the group.
 * @throws Cancelled without an index; ChainError as the query gives it
 */
export async function runSql(
  { app, group, signal }: RequestContext,
  { sql, parameters: typed, chart }: SqlRequest,
): Promise<Answered> {
  requireIndexed(app, group);
  const parameters: QueryParameters = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, queryValue(value.trim())]),
  );
  const result = await app.indexes.ask(group, "query", { sql, parameters, max: maxRows }, signal);
  const { columns, rows, more, milliseconds } = result;
  const chartTexts = { logScale: vscode.l10n.t("Logarithmic Scale"), wholeChart: vscode.l10n.t("Reset Zoom") };
  const spoken = vscode.l10n.t("Chart of {0} across {1}, {2} points. The table below has the same values.");
  return {
    shown: {
      outcome: "done",
      head:
        rows.length === 1
          ? vscode.l10n.t("1 row in {0} ms", numberText(milliseconds))
          : vscode.l10n.t("{0} rows in {1} ms", numberText(rows.length), numberText(milliseconds)),
      fields: [],
      rows: {
        ...{ columns, rows, locale: vscode.env.language },
        ...(chart === undefined ? {} : { chart: { kind: chart, spoken, ...chartTexts } }),
        ...(more ? { note: vscode.l10n.t("There are more than {0} rows.", numberText(maxRows)) } : {}),
      },
    },
    answer: answerOf(result),
  };
}
