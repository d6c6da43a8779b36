import type { GasByLine, ShownValue, StateChanges, StorageView } from "../../debugger/inspect/messages";
import { t } from "../../text/catalogue";
import { clauses, labelled, listed } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";

function valueLines({ name, type, value, parts = [], partsLeft }: ShownValue, indent: string): string[] {
  const inside = parts.flatMap((part) => valueLines(part, `${indent}  `));
  if (partsLeft !== undefined) inside.push(`${indent}  ${t("… {0} more", partsLeft)}`);
  const text = parts.length > 0 ? "" : ` = ${value}`;
  return [`${indent}${type} ${name}${text}`, ...inside];
}

/** A contract's storage for a terminal. */
export function storageLines({
  contract,
  address,
  block,
  variables,
  lookedUp,
  others,
  othersLeft,
}: StorageView): string[] {
  const head = clauses([contract, address, block === undefined ? "" : t("block {0}", block)]);
  return [
    head,
    ...variables.flatMap((each) => valueLines(each, "  ")),
    ...lookedUp.flatMap(({ expression, found, problem }) =>
      found ? valueLines(found, "  ") : [`  ${labelled(expression, problem ?? "")}`],
    ),
    ...others.map(({ slot, word }) => `  ${t("slot {0}", slot)} = ${word}`),
    ...(othersLeft > 0 ? [`  ${t("… {0} more", othersLeft)}`] : []),
  ].map(visibleLine);
}

/** What a transaction changed, for a terminal. */
export function stateLines({ status, accounts, builtins: precompiledContracts }: StateChanges): string[] {
  return [
    t("Status {0}", status),
    ...accounts.flatMap(({ address, contracts, changes, others }) => [
      clauses([listed(contracts), address]),
      ...changes.map(({ type, name, before, after }) => `  ${labelled(`${type} ${name}`, `${before} → ${after}`)}`),
      ...others.map(({ slot, before, after }) => `  ${labelled(t("slot {0}", slot), `${before} → ${after}`)}`),
    ]),
    ...precompiledContracts.map(
      ({ contract, call, results }) => `${contract}.${call}${results ? ` → ${results}` : ""}`,
    ),
  ].map(visibleLine);
}

/** Gas of each line, for a terminal. */
export function gasLines({ status, gasUsed, base, elsewhere, lines }: GasByLine): string[] {
  const width = Math.max(7, ...lines.map(({ withCalls }) => String(withCalls).length));
  const cell = (value: number): string => String(value).padStart(width);
  return [
    t("Status {0}, {1} gas: {2} before any code runs, {3} in code without source", status, gasUsed, base, elsewhere),
    t("Gas of the line itself, gas with what it calls, times, line:"),
    ...lines.map(
      ({ source, line, gas, withCalls, times }) =>
        `${cell(gas)} ${cell(withCalls)} ${String(times).padStart(6)}  ${source}:${line}`,
    ),
  ].map(visibleLine);
}
