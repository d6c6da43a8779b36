import { basename } from "node:path";
import * as vscode from "vscode";
import type { GasByLine, ShownValue, StateChanges, StorageView } from "../../../debugger/inspect/messages";
import { listed } from "../../../text/joining";
import type { InspectedPart, PartQuestion } from "../../../webview/explorer/messages";
import { inspecting } from "../../flows/inspection/inspectedChain";
import { inspectTransaction } from "../../flows/inspection/inspectTransaction";
import { LookedUp, readStorage } from "../../flows/inspection/readStorage";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

type Table = InspectedPart["tables"][number];

/** Rows of one table; a page is no place for more. */
const maxRows = 500;

/** @param left rows that there are beside those that are told */
function limited({ rows, ...table }: Table, left = 0): Table {
  const shown = rows.slice(0, maxRows);
  const more = rows.length - shown.length + left;
  return { ...table, rows: more > 0 ? [...shown, [vscode.l10n.t("… {0} more", more)]] : shown };
}

function changesPart({ status, accounts, builtins: precompiledContracts, notes }: StateChanges): InspectedPart {
  const { t } = vscode.l10n;
  const nothing = status === 0 ? t("It changed no variable.") : t("Failed: all changes were reverted.");
  const tables = accounts.map(
    ({ address, contracts, changes, others }): Table => ({
      title: listed(contracts) || t("Contract"),
      address,
      head: [t("Variable"), t("Type"), t("Before"), t("After")],
      rows: [
        ...changes.map(({ name, type, before, after }) => [name, type, before, after]),
        ...others.map(({ slot, before, after }) => [t("Slot {0}", slot), "", before, after]),
      ],
    }),
  );
  if (precompiledContracts.length > 0) {
    tables.push({
      title: t("Built-In Contracts ({0})", precompiledContracts.length),
      head: [t("Contract"), t("Call"), t("Output")],
      rows: precompiledContracts.map(({ contract, call, results }) => [contract, call, results]),
    });
  }
  return {
    notes: [...notes, ...(tables.length === 0 ? [nothing] : [])],
    tables: tables.map((table) => limited(table)),
  };
}

function gasPart({ gasUsed, base, elsewhere, lines, notes }: GasByLine): InspectedPart {
  const { t } = vscode.l10n;
  const dearest = [...lines].sort((a, b) => b.gas - a.gas);
  const sum = t("{0} gas: {1} before any code runs, {2} in code without source.", gasUsed, base, elsewhere);
  const table: Table = {
    title: "",
    head: [t("Line"), t("Gas"), t("With calls"), t("Times")],
    rows: dearest.map(({ source, line, gas, withCalls, times }) => [
      `${basename(source)}:${line}`,
      String(gas),
      String(withCalls),
      String(times),
    ]),
  };
  return { notes: [...notes, sum], tables: lines.length > 0 ? [limited(table)] : [] };
}

/** A variable and what is inside, one line each. */
function storageRows({ name, type, value, parts = [], partsLeft, isMapping }: ShownValue, before = ""): string[][] {
  const path = before === "" ? name : name.startsWith("[") ? `${before}${name}` : `${before}.${name}`;
  const inside = parts.flatMap((part) => storageRows(part, path));
  const left = partsLeft === undefined ? [] : [[path, type, vscode.l10n.t("… {0} more", partsLeft)]];
  if (inside.length > 0) return [...inside, ...left];
  return [[path, type, isMapping === true ? vscode.l10n.t("no key is known") : value], ...left];
}

function storagePart(view: StorageView): InspectedPart {
  const { contract, source, block, variables, lookedUp, others, othersLeft, notes } = view;
  const { t } = vscode.l10n;
  const asked = lookedUp.map(({ expression, found, problem }) => [
    expression,
    found?.type ?? "",
    found?.value ?? problem ?? "",
  ]);
  const rows = [...variables.flatMap((each) => storageRows(each)), ...asked];
  const tables: Table[] = [];
  if (rows.length > 0) tables.push(limited({ title: contract, head: [t("Variable"), t("Type"), t("Value")], rows }));
  if (others.length > 0) {
    const slots = others.map(({ slot, word }) => [slot, word]);
    const title = t("Other Slots ({0})", others.length + othersLeft);
    tables.push(limited({ title, head: [t("Slot"), t("Value")], rows: slots }, othersLeft));
  }
  const from = [...(source === "" ? [] : [source]), ...(block === undefined ? [] : [t("Block {0}", block)])].join(
    " · ",
  );
  return { notes: [...(from === "" ? [] : [from]), ...notes], tables };
}

/**
 * What a page unfolds: what a transaction changed, what its lines took, what a contract holds.
 * @throws Cancelled; ChainError; Error with words for people
 */
export async function inspectedPart(
  app: Chainside,
  group: ChainGroup,
  { what, id }: PartQuestion,
  signal: AbortSignal,
): Promise<InspectedPart> {
  if (what === "changes") return changesPart(await inspectTransaction(app, group, "state", id, signal));
  if (what === "gas") return gasPart(await inspectTransaction(app, group, "gas", id, signal));
  const view = await inspecting(vscode.l10n.t("Reading storage"), (stopped, report) =>
    readStorage(app, group, id, group.kept.of(LookedUp).of(id), {
      ask: true,
      signal: AbortSignal.any([signal, stopped]),
      report,
    }),
  );
  if (!view) throw new Cancelled();
  return storagePart(view);
}
