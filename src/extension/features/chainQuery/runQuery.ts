import * as vscode from "vscode";
import type { QueryParameters } from "../../../history/service/messages";
import { queryValue } from "../../../text/queryValue";
import { isBoundName, typedBound } from "../../../text/typedTime";
import { openQuery } from "../../flows/history/openQuery";
import { askChoice, askRemembered } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Asks for the values that a query wants. @throws Cancelled; ChainError as the query would */
export async function askParameters(app: Chainside, group: ChainGroup, sql: string): Promise<QueryParameters> {
  const { parameters } = await app.indexes.ask(group, "check", { sql });
  const values: Record<string, string | number> = {};
  for (const name of parameters) {
    const typed = await askRemembered(app.kept, `query :${name}`, {
      title: vscode.l10n.t("Run Chain Query"),
      prompt: isBoundName(name)
        ? vscode.l10n.t('Enter the time :{0}, such as "2026-11-23 09:12", yesterday, or "last hour"', name)
        : vscode.l10n.t("Enter the value of :{0}", name),
    });
    // blocks have the time in milliseconds
    const time = isBoundName(name) ? typedBound(name, typed, app.clock.now()) : undefined;
    values[name] = time === undefined ? queryValue(typed.trim()) : Math.ceil(time);
  }
  return values;
}

/** Opens a query to begin with. */
export function newQuery(): Promise<void> {
  const first = vscode.l10n.t("Blocks with most transactions. Tables and columns are offered as you type.");
  return openQuery(
    `-- ${first}\nSELECT number, time, transactions, failed, gas_used\nFROM blocks\nWHERE number > 0\nORDER BY transactions DESC\nLIMIT 100\n`,
  );
}

/** Opens one of the questions that every chain is asked. @throws Cancelled */
export async function openSavedQuery(app: Chainside): Promise<void> {
  const questions = await app.indexes.savedQuestions();
  const { sql, summary } = await askChoice(
    questions.map((question) => ({
      label: question.name,
      description: question.parameters.map((name) => `:${name}`).join(" "),
      detail: question.summary,
      value: question,
    })),
    { title: vscode.l10n.t("Open Saved Query") },
  );
  await openQuery(`-- ${summary}\n${sql}\n`);
}
