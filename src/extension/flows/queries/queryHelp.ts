import * as vscode from "vscode";
import type { QueryTable } from "../../../history/service/messages";
import { md } from "../../../text/markdown";
import { visibleLine } from "../../../text/visibleText";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { namedTables, type QueryWord, queryWords } from "./queryWords";

/** More are not offered at once. */
const maxOffered = 2000;

const keywords = [
  ..."SELECT FROM WHERE GROUP BY ORDER LIMIT OFFSET JOIN LEFT ON AS WITH UNION ALL DISTINCT HAVING".split(" "),
  ..."AND OR NOT IN IS NULL LIKE GLOB BETWEEN EXISTS CASE WHEN THEN ELSE END ASC DESC OVER PARTITION".split(" "),
];

/** Functions that queries have beside those of SQLite. */
const functions: readonly { readonly name: string; readonly says: () => string }[] = [
  { name: "big", says: () => vscode.l10n.t("Writes a number as wide integers are kept, for comparisons") },
  { name: "dec", says: () => vscode.l10n.t("Decimal digits of a wide integer") },
  { name: "num", says: () => vscode.l10n.t("A number with 15 exact digits, for charts") },
  {
    name: "moment",
    says: () =>
      vscode.l10n.t("Day or time, in UTC or with its offset, as a time of blocks: moment('2026-11-19 13:00+08:00')"),
  },
  { name: "bigsum", says: () => vscode.l10n.t("Exact sum of wide integers") },
];

/** What a table was made for, or what it is. */
function originOf({ kind, standsFor }: QueryTable): string {
  if (!standsFor) return kind === "view" ? vscode.l10n.t("view") : vscode.l10n.t("table");
  const { contract, signature } = standsFor;
  return standsFor.kind === "event"
    ? vscode.l10n.t("event {0} of {1}", signature, contract)
    : vscode.l10n.t("function {0} of {1}", signature, contract);
}

const typeText = (type: string | undefined): string =>
  type === undefined ? "" : type === "big" ? "integer (256)" : type;

function tableItem(table: QueryTable): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    { label: table.name, description: visibleLine(originOf(table)) },
    table.standsFor?.kind === "event" ? vscode.CompletionItemKind.Event : vscode.CompletionItemKind.Struct,
  );
  item.sortText = `2${table.name}`;
  item.documentation = tableText(table);
  return item;
}

function columnItem(table: QueryTable, { name, type }: QueryTable["columns"][number]): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    { label: name, detail: type ? ` ${typeText(type)}` : "", description: table.name },
    vscode.CompletionItemKind.Field,
  );
  item.sortText = `1${name}`;
  return item;
}

function tableText(table: QueryTable): vscode.MarkdownString {
  const columns = table.columns.map(({ name, type }) => [name, typeText(type)].filter(Boolean).join(" "));
  return new vscode.MarkdownString(md`**${table.name}** · ${originOf(table)}\n\n${columns.join(", ")}`);
}

/** Whether the offset is behind FROM or JOIN, where tables stand, and which name stands before a dot at it. */
function placeAt(
  words: readonly QueryWord[],
  offset: number,
): { readonly behindFrom: boolean; readonly owner?: string } {
  const before = words.filter(({ to }) => to <= offset);
  const last = before.at(-1);
  const typed = last?.isName === true && last.to === offset;
  const rest = typed ? before.slice(0, -1) : before;
  const [owner, dot] = rest.slice(-2);
  if (dot?.text === "." && owner?.isName) return { behindFrom: false, owner: owner.text };
  return { behindFrom: /^(?:from|join)$/i.test(rest.at(-1)?.text ?? "") };
}

/** Tables and columns that may stand at a place of a query. */
export function queryCompletions(text: string, offset: number, tables: readonly QueryTable[]): vscode.CompletionItem[] {
  const words = queryWords(text);
  const { behindFrom, owner } = placeAt(words, offset);
  const named = namedTables(words);
  const byName = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
  if (owner !== undefined) {
    const table = byName.get(named.get(owner.toLowerCase()) ?? owner.toLowerCase());
    return table ? table.columns.map((column) => columnItem(table, column)) : [];
  }
  const all = tables.map(tableItem).slice(0, maxOffered);
  if (behindFrom) return all;
  const used = [...new Set(named.values())].flatMap((name) => byName.get(name) ?? []);
  return [
    ...used.flatMap((table) => table.columns.map((column) => columnItem(table, column))),
    ...all,
    ...functions.map(({ name, says }) => {
      const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Function);
      item.insertText = `${name}(`;
      item.detail = says();
      item.sortText = `3${name}`;
      return item;
    }),
    ...keywords.map((keyword) => {
      const item = new vscode.CompletionItem(keyword, vscode.CompletionItemKind.Keyword);
      item.sortText = `4${keyword}`;
      return item;
    }),
  ];
}

/** What the word at a place is: a table, or a column of those that the query names. */
export function queryHover(
  text: string,
  offset: number,
  tables: readonly QueryTable[],
): vscode.MarkdownString | undefined {
  const words = queryWords(text);
  const word = words.find(({ from, to, isName }) => isName && from <= offset && offset <= to);
  if (!word) return undefined;
  const name = word.text.toLowerCase();
  const known = functions.find((each) => each.name === name);
  if (known) return new vscode.MarkdownString(md`${known.says()}`);
  const byName = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
  const named = namedTables(words);
  const table = byName.get(named.get(name) ?? name);
  if (table) return tableText(table);
  for (const used of new Set(named.values())) {
    const owner = byName.get(used);
    const column = owner?.columns.find((each) => each.name.toLowerCase() === name);
    if (!owner || !column) continue;
    return new vscode.MarkdownString(
      md`**${column.name}** ${typeText(column.type)}\n\n${owner.name} · ${originOf(owner)}`,
    );
  }
  return undefined;
}

/** Tables come with new contracts: so long what was read is good for completion. */
const keptMs = 15_000;

/** What a group's index has to be asked for, as it was a moment ago. */
class KnownTables {
  latest: { readonly at: number; readonly tables: Promise<readonly QueryTable[]> } | undefined;
}

/** The tables of a group's index; none where there is no index, or it can't be read. */
export function queryTables(app: Chainside, group: ChainGroup): Promise<readonly QueryTable[]> {
  if (!app.indexes.has(group)) return Promise.resolve([]);
  const known = group.kept.of(KnownTables);
  const now = app.clock.now();
  if (known.latest && now - known.latest.at < keptMs) return known.latest.tables;
  const tables = app.indexes.ask(group, "tables", {}).catch((error: unknown) => {
    if (!(error instanceof Cancelled)) app.errors.log(error);
    known.latest = undefined;
    return [];
  });
  known.latest = { at: now, tables };
  return tables;
}
