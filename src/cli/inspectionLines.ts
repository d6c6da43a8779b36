import type { GasByLine, ShownValue, StateChanges, StorageView } from "../debugger/inspect/messages";
import { visibleLine } from "../text/visibleText";

function valueLines({ name, type, value, parts = [], partsLeft, isMapping }: ShownValue, indent: string): string[] {
  const inside = parts.flatMap((part) => valueLines(part, `${indent}  `));
  if (partsLeft !== undefined) inside.push(`${indent}  … ${partsLeft} more`);
  const text = parts.length > 0 || (isMapping && value === "{}") ? "" : ` = ${value}`;
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
  const head = [contract, address, block === undefined ? "" : `block ${block}`].filter(Boolean).join(", ");
  return [
    head,
    ...variables.flatMap((each) => valueLines(each, "  ")),
    ...lookedUp.flatMap(({ expression, found, problem }) =>
      found ? valueLines(found, "  ") : [`  ${expression}: ${problem}`],
    ),
    ...others.map(({ slot, word }) => `  slot ${slot} = ${word}`),
    ...(othersLeft > 0 ? [`  … ${othersLeft} more slots`] : []),
  ].map(visibleLine);
}

/** What a transaction changed, for a terminal. */
export function stateLines({ status, accounts, builtins }: StateChanges): string[] {
  return [
    `status ${status}`,
    ...accounts.flatMap(({ address, contracts, changes, others }) => [
      [contracts.join(", "), address].filter(Boolean).join(" "),
      ...changes.map(({ type, name, before, after }) => `  ${type} ${name}: ${before} → ${after}`),
      ...others.map(({ slot, before, after }) => `  slot ${slot}: ${before} → ${after}`),
    ]),
    ...builtins.map(({ contract, call, results }) => `${contract}.${call}${results ? ` → ${results}` : ""}`),
  ].map(visibleLine);
}

/** Gas of each line, for a terminal. */
export function gasLines({ status, gasUsed, base, elsewhere, lines }: GasByLine): string[] {
  const width = Math.max(7, ...lines.map(({ withCalls }) => String(withCalls).length));
  const cell = (value: number): string => String(value).padStart(width);
  return [
    `status ${status}, ${gasUsed} gas: ${base} before any code runs, ${elsewhere} in code without a source`,
    `${"own".padStart(width)} ${"in all".padStart(width)} ${"times".padStart(6)}`,
    ...lines.map(
      ({ source, line, gas, withCalls, times }) =>
        `${cell(gas)} ${cell(withCalls)} ${String(times).padStart(6)}  ${source}:${line}`,
    ),
  ].map(visibleLine);
}
