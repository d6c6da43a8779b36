import { normalize } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { t } from "../../text/catalogue";
import type { Debuggee } from "../program/debuggee";
import type { Stop } from "../source/codeInfo";

/** A breakpoint as it was set and where it came to be. */
export interface PlacedBreakpoint {
  readonly id: number;
  readonly verified: boolean;
  readonly line?: number;
  readonly message?: string;
  readonly stops: ReadonlySet<number>;
  /** First stops of the functions of this name. */
  readonly functionName?: string;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

/** Lines below a breakpoint that are looked at for code. */
const reach = 30;

const samePath = (a: string, b: string): boolean =>
  process.platform === "win32"
    ? normalize(a).toLowerCase() === normalize(b).toLowerCase()
    : normalize(a) === normalize(b);

/** Stops of a file by line. */
function stopsOfFile({ table }: Debuggee, isFile: (stop: Stop) => boolean): Map<number, Stop[]> {
  const lines = new Map<number, Stop[]>();
  for (const stop of table.stops) {
    if (!isFile(stop)) continue;
    lines.set(stop.line, [...(lines.get(stop.line) ?? []), stop]);
  }
  return lines;
}

/** All breakpoints of a session. */
export class Breakpoints {
  readonly #byFile = new Map<string, readonly PlacedBreakpoint[]>();
  #functions: readonly PlacedBreakpoint[] = [];
  #next = 1;

  get all(): readonly PlacedBreakpoint[] {
    return [...[...this.#byFile.values()].flat(), ...this.#functions];
  }

  /** Places a file's breakpoints: on their line, or the first one below it that has code. */
  setLines(
    debuggee: Debuggee,
    file: string,
    isFile: (path: string | undefined, name: string) => boolean,
    wanted: readonly DebugProtocol.SourceBreakpoint[],
  ): readonly PlacedBreakpoint[] {
    const lines = stopsOfFile(debuggee, ({ syntax, shown }) => {
      const source = syntax.sources.get(shown.source);
      return source !== undefined && isFile(source.path, source.name);
    });
    const placed = wanted.map((each): PlacedBreakpoint => {
      const rest = extras(each);
      for (let line = each.line; line <= each.line + reach; line++) {
        const stops = lines.get(line);
        if (stops) return { id: this.#next++, verified: true, line, stops: firstOfEach(stops), ...rest };
      }
      const message = t("No code of this execution's contracts is on this line.");
      return { id: this.#next++, verified: false, message, stops: new Set(), ...rest };
    });
    this.#byFile.set(file, placed);
    return placed;
  }

  setFunctions(debuggee: Debuggee, wanted: readonly DebugProtocol.FunctionBreakpoint[]): readonly PlacedBreakpoint[] {
    this.#functions = wanted.map((each) => {
      const known = debuggee.syntaxes.some((syntax) =>
        [...syntax.functions.values()].some((of) => isNamed(of, each.name)),
      );
      return {
        id: this.#next++,
        verified: known,
        ...(known ? {} : { message: t("No function of this name is known.") }),
        stops: new Set<number>(),
        functionName: each.name,
        ...extras(each),
      };
    });
    return this.#functions;
  }

  isPath = samePath;
}

function extras({
  condition,
  hitCondition,
  logMessage,
}: {
  condition?: string;
  hitCondition?: string;
  logMessage?: string;
}): Pick<PlacedBreakpoint, "condition" | "hitCondition" | "logMessage"> {
  return {
    ...(condition?.trim() ? { condition } : {}),
    ...(hitCondition?.trim() ? { hitCondition } : {}),
    ...(logMessage?.trim() ? { logMessage } : {}),
  };
}

/** One stop a function: several statements on a line stop once. */
function firstOfEach(stops: readonly Stop[]): Set<number> {
  const first = new Map<unknown, Stop>();
  for (const stop of stops) {
    const known = first.get(stop.owner);
    if (!known || stop.shown.start < known.shown.start) first.set(stop.owner, stop);
  }
  return new Set([...first.values()].map(({ id }) => id));
}

/** `transfer`, `Coin.transfer` or `transfer(address,uint256)`. */
export function isNamed(
  { name, qualified }: { readonly name: string; readonly qualified: string },
  wanted: string,
): boolean {
  const asked = wanted.split("(")[0]?.trim();
  return asked === name || asked === qualified;
}

/** Whether a breakpoint stops at its n-th hit: `5`, `== 5`, `> 5`, `>= 5`, `< 5`, `<= 5`, `% 5`. */
export function isHit(condition: string | undefined, hits: number): boolean {
  if (condition === undefined) return true;
  const [, operator = "==", digits = ""] = /^\s{0,9}(==?|>=?|<=?|%)?\s{0,9}(\d{1,9})\s{0,9}$/.exec(condition) ?? [];
  if (digits === "") return true;
  const count = Number(digits);
  switch (operator) {
    case ">":
      return hits > count;
    case ">=":
      return hits >= count;
    case "<":
      return hits < count;
    case "<=":
      return hits <= count;
    case "%":
      return count > 0 && hits % count === 0;
    default:
      return hits === count;
  }
}
