import type { DebugProtocol } from "@vscode/debugprotocol";
import { instructionStarts } from "../../chain/evm/opcodes";
import { t } from "../../text/catalogue";
import type { Debuggee } from "../program/debuggee";
import type { Stop } from "../source/codeInfo";
import { type FunctionSyntax, ownerOf, type SourceSyntax, type SyntaxRange } from "../source/syntax";
import { elementaryType, plain, type SolidityType, type TypeReader, typeName } from "../values/solidityType";
import { readCodeAddress } from "./machineReferences";

/** Statements that begin on a line, itself or inside others. */
function statementsOn(source: SourceSyntax, line: number): SyntaxRange[] {
  const found: SyntaxRange[] = [];
  const waiting = [...source.roots];
  for (let range = waiting.pop(); range; range = waiting.pop()) {
    if (source.text.lineOfByte(range.start) > line || source.text.lineOfByte(range.end) < line) continue;
    if (range.kind === "statement" && source.text.lineOfByte(range.shown.start) === line) found.push(range);
    waiting.push(...range.children);
  }
  return found;
}

const isSame = (left: SyntaxRange, right: SyntaxRange, { text }: SourceSyntax): boolean =>
  left.node.nodeType === right.node.nodeType &&
  text.sliceOfBytes(left.start, left.end).replace(/\s+/g, " ") ===
    text.sliceOfBytes(right.start, right.end).replace(/\s+/g, " ");

/**
 * Stops of the statements that the optimizer kept in the place of those on a line: it makes one code of `return` and `revert` that are the
 * same, and the code bears the place of one. Only in functions of which other code is there; the nearest in the same function, else in the
 * same contract.
 */
function mergedWith({ table, syntaxes }: Debuggee, isIt: (source: SourceSyntax) => boolean, line: number): Stop[] {
  for (const syntax of syntaxes) {
    for (const source of syntax.sources.values()) {
      if (!isIt(source)) continue;
      const stops = table.stops.filter((stop) => stop.syntax === syntax && stop.shown.source === source.id);
      for (const statement of statementsOn(source, line)) {
        const owner = ownerOf(statement);
        const ofOwner = stops.filter((stop) => owner !== undefined && ownerOf(stop.place) === owner);
        if (ofOwner.length === 0) continue;
        const twins = [...ofOwner, ...stops.filter((stop) => ownerOf(stop.place)?.parent === owner?.parent)].filter(
          (stop) => stop.kind === "statement" && isSame(stop.place, statement, source),
        );
        const [nearest] = twins.sort(
          (a, b) =>
            Number(ownerOf(b.place) === owner) - Number(ownerOf(a.place) === owner) ||
            Math.abs(a.line - line) - Math.abs(b.line - line),
        );
        if (nearest) return twins.filter((stop) => stop.line === nearest.line);
      }
    }
  }
  return [];
}

/** A breakpoint as it was set and where it came to be. */
export interface PlacedBreakpoint {
  readonly id: number;
  readonly verified: boolean;
  readonly line?: number;
  readonly message?: string;
  readonly stops: ReadonlySet<number>;
  /** Functions and modifiers at whose first stops it is. */
  readonly functions?: ReadonlySet<FunctionSyntax>;
  /** An instruction, wherever its code runs. */
  readonly instruction?: { readonly code: number; readonly pc: number };
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

/** The source that breakpoints are set in: a key that it has under each spelling, and whether a source is it. */
export interface AskedSource {
  readonly key: string;
  isIt(source: Pick<SourceSyntax, "path" | "name">): boolean;
}

/** Lines below a breakpoint that are looked at for code. */
const reach = 30;

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
  #instructions: readonly PlacedBreakpoint[] = [];
  #all: readonly PlacedBreakpoint[] | undefined;
  #next = 1;
  /** Failures that are stopped at: `uncaught`, `all`. */
  exceptions: ReadonlySet<string> = new Set(["uncaught"]);

  get all(): readonly PlacedBreakpoint[] {
    this.#all ??= [...[...this.#byFile.values()].flat(), ...this.#functions, ...this.#instructions];
    return this.#all;
  }

  get hasInstructions(): boolean {
    return this.#instructions.length > 0;
  }

  /** Places a file's breakpoints: on their line, or the first one below it that has code. */
  setLines(
    debuggee: Debuggee,
    { key, isIt }: AskedSource,
    wanted: readonly DebugProtocol.SourceBreakpoint[],
  ): readonly PlacedBreakpoint[] {
    const lines = stopsOfFile(debuggee, ({ syntax, shown }) => {
      const source = syntax.sources.get(shown.source);
      return source !== undefined && isIt(source);
    });
    const placed = wanted.map((each): PlacedBreakpoint => {
      const rest = extras(each);
      const twins = lines.has(each.line) ? [] : mergedWith(debuggee, isIt, each.line);
      const [twin] = twins;
      if (twin) {
        const { line } = twin;
        const message = t(
          "The optimizer merged this with the same statement on line {0}, where execution stops for both.",
          line,
        );
        return { id: this.#next++, verified: true, line, message, stops: firstOfEach(twins), ...rest };
      }
      for (let line = each.line; line <= each.line + reach; line++) {
        const stops = lines.get(line);
        if (stops) return { id: this.#next++, verified: true, line, stops: firstOfEach(stops), ...rest };
      }
      const message = t("No code of this execution's contracts is on this line.");
      return { id: this.#next++, verified: false, message, stops: new Set(), ...rest };
    });
    const checked = placed.map(withReadableHits);
    this.#byFile.set(key, checked);
    this.#all = undefined;
    return checked;
  }

  setFunctions(debuggee: Debuggee, wanted: readonly DebugProtocol.FunctionBreakpoint[]): readonly PlacedBreakpoint[] {
    const placed = wanted.map((each): PlacedBreakpoint => {
      const functions = functionsNamed(debuggee, each.name);
      const known = functions.size > 0;
      return {
        id: this.#next++,
        verified: known,
        ...(known ? {} : { message: t("No function of this name is known.") }),
        stops: new Set<number>(),
        functions,
        ...extras(each),
      };
    });
    this.#functions = placed.map(withReadableHits);
    this.#all = undefined;
    return this.#functions;
  }

  /** Places breakpoints on instructions: exactly there, or not at all. */
  setInstructions(
    debuggee: Debuggee,
    wanted: readonly DebugProtocol.InstructionBreakpoint[],
  ): readonly PlacedBreakpoint[] {
    const placed = wanted.map((each): PlacedBreakpoint => {
      const id = this.#next++;
      try {
        const { code, pc: base } = readCodeAddress(debuggee, each.instructionReference);
        const pc = base + (each.offset ?? 0);
        const bytes = debuggee.playback.data.codes[code]?.bytes ?? new Uint8Array(0);
        if (instructionStarts(bytes).includes(pc))
          return { id, verified: true, stops: new Set<number>(), instruction: { code, pc }, ...extras(each) };
      } catch {
        // no address of a code of this execution
      }
      return { id, verified: false, message: t("No instruction begins here."), stops: new Set<number>() };
    });
    this.#instructions = placed.map(withReadableHits);
    this.#all = undefined;
    return this.#instructions;
  }
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

/** Names that a type goes by: its own, and the one that signatures have. */
function namesOf(type: SolidityType): string[] {
  const { kind } = plain(type);
  const ofAbi = kind === "contract" ? "address" : kind === "enum" ? "uint8" : typeName(plain(type));
  return [typeName(type), ofAbi];
}

/** All of the name `transfer` or `Coin.transfer`; with parameters, such as `transfer(address,uint256)`, only those that take them. */
function functionsNamed({ syntaxes, typesOf }: Debuggee, asked: string): Set<FunctionSyntax> {
  const [, name = asked.trim(), list] = /^([^()]*)\((.*)\)$/.exec(asked.trim()) ?? [];
  const wanted = list?.split(",").flatMap((each) => {
    const word = each.trim();
    const elementary = elementaryType(word);
    return word === "" ? [] : [elementary ? typeName(elementary) : word];
  });
  const takes = (of: FunctionSyntax, types: TypeReader): boolean =>
    !wanted ||
    (wanted.length === of.parameters.length &&
      of.parameters.every((node, i) => namesOf(types.ofDeclaration(node).type).includes(wanted[i] ?? "")));
  const found = syntaxes.flatMap((syntax) => {
    const named = [...syntax.functions.values()].filter((of) => of.name === name || of.qualified === name);
    return named.filter((of) => takes(of, typesOf(syntax)));
  });
  return new Set(found);
}

/** `5`, `== 5`, `> 5`, `>= 5`, `< 5`, `<= 5`, `% 5`; undefined for anything else. */
function readHits(condition: string): { readonly operator: string; readonly count: number } | undefined {
  const [, operator = "==", digits] = /^\s{0,9}(==?|>=?|<=?|%)?\s{0,9}(\d{1,9})\s{0,9}$/.exec(condition) ?? [];
  return digits === undefined ? undefined : { operator, count: Number(digits) };
}

/** A breakpoint whose hits can't be read is one that never stops, and says so. */
function withReadableHits(placed: PlacedBreakpoint): PlacedBreakpoint {
  const { id, hitCondition } = placed;
  if (hitCondition === undefined || readHits(hitCondition)) return placed;
  const message = t("{0} isn't a number of hits. Enter a number, or one after >, >=, <, <=, or %.", hitCondition);
  return { id, verified: false, message, stops: new Set() };
}

/** Whether a breakpoint stops at its n-th hit. */
export function isHit(condition: string, hits: number): boolean {
  const { operator, count } = readHits(condition) ?? { operator: "", count: 0 };
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
    case "=":
    case "==":
      return hits === count;
    default:
      return false;
  }
}
