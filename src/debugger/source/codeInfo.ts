import type { CompiledCode, CompiledContract } from "../../solidity/artifact/compiledProject";
import { instructionSize } from "../replay/opcodes";
import {
  type FunctionSyntax,
  isAtHead,
  ownerOf,
  type Place,
  type ProjectSyntax,
  type Stretch,
  type SyntaxNode,
} from "./syntax";

/** A place where execution may stop. */
export interface Stop {
  readonly id: number;
  readonly kind: "statement" | "end";
  readonly syntax: ProjectSyntax;
  readonly place: Place;
  /** Where it is shown; of an end, the closing brace. */
  readonly shown: Stretch;
  readonly line: number;
  /** The function or modifier that it is in; undefined for state variables with a value. */
  readonly owner: FunctionSyntax | undefined;
}

/** All stops of everything that is debugged, each once. */
export class StopTable {
  readonly stops: Stop[] = [];
  readonly #byPlace = new Map<Place, Map<"statement" | "end", Stop>>();

  of(syntax: ProjectSyntax, place: Place, kind: "statement" | "end"): Stop {
    let kinds = this.#byPlace.get(place);
    if (!kinds) {
      kinds = new Map();
      this.#byPlace.set(place, kinds);
    }
    let stop = kinds.get(kind);
    if (!stop) {
      const owner = ownerOf(place);
      const { source } = place;
      const shown =
        kind === "end"
          ? { source, start: place.end - 1, end: place.end }
          : { source, start: place.shown.start, end: place.shown.end };
      stop = {
        id: this.stops.length,
        kind,
        syntax,
        place,
        shown,
        line: syntax.sources.get(source)?.text.lineOf(shown.start) ?? 1,
        owner: owner && syntax.functions.get(owner.node.id ?? -1),
      };
      kinds.set(kind, stop);
      this.stops.push(stop);
    }
    return stop;
  }
}

export const jumpKinds = { none: 0, into: 1, out: 2 } as const;

/** What the compiler tells of every instruction of a code; arrays go by program counter. */
export interface CodeInfo {
  readonly contract: CompiledContract;
  readonly syntax: ProjectSyntax;
  readonly node: SyntaxNode | undefined;
  readonly creation: boolean;
  /** Variables may be elsewhere than the sources have them, or nowhere. */
  readonly optimized: boolean;
  /** Id of the stop, −1 for none. */
  readonly stopOf: Int32Array;
  readonly jumpOf: Uint8Array;
  /** Id of the function whose whole stretch the JUMPDEST here stands for; −1. */
  readonly entryOf: Int32Array;
  /** Id of the local variable that is declared here; −1. */
  readonly declarationOf: Int32Array;
  /** Source, start and end; source −1 where there is none, `sources` and beyond for what the compiler made up. */
  readonly sourceOf: Int32Array;
  readonly startOf: Int32Array;
  readonly endOf: Int32Array;
}

/** Reads the source map of a code. */
export function codeInfo(
  contract: CompiledContract,
  compiled: CompiledCode,
  code: Uint8Array,
  syntax: ProjectSyntax,
  table: StopTable,
  creation: boolean,
): CodeInfo {
  const size = code.length;
  const filled = (value: number): Int32Array => new Int32Array(size).fill(value);
  const [stopOf, entryOf, declarationOf] = [filled(-1), filled(-1), filled(-1)];
  const [sourceOf, startOf, endOf] = [filled(-1), filled(-1), filled(-1)];
  const jumpOf = new Uint8Array(size);
  const entries = new Map<number, number>();
  for (const { id, entryPoint } of Object.values(compiled.functionDebugData)) {
    if (typeof id === "number" && typeof entryPoint === "number") entries.set(entryPoint, id);
  }
  let [start, length, source, jump] = [-1, 0, -1, "-"];
  let pc = 0;
  for (const entry of compiled.sourceMap.split(";")) {
    if (pc >= size) break;
    const fields = entry.split(":");
    if (fields[0]) start = Number(fields[0]);
    if (fields[1]) length = Number(fields[1]);
    if (fields[2]) source = Number(fields[2]);
    if (fields[3]) jump = fields[3];
    const end = start + length;
    sourceOf[pc] = source;
    startOf[pc] = start;
    endOf[pc] = end;
    jumpOf[pc] = jump === "i" ? jumpKinds.into : jump === "o" ? jumpKinds.out : jumpKinds.none;
    const place = syntax.sources.get(source)?.around(start, end);
    if (place) {
      const stop = stopAt(place, start, end, creation, syntax, table);
      if (stop) stopOf[pc] = stop.id;
      if (code[pc] === 0x5b && place.kind === "function" && place.start === start && place.end === end) {
        entryOf[pc] = place.node.id ?? -1;
      }
      declarationOf[pc] = syntax.declarationAt(`${start}:${length}:${source}`)?.id ?? -1;
    }
    const known = entries.get(pc);
    if (known !== undefined && syntax.functions.has(known)) entryOf[pc] = known;
    pc += instructionSize(code[pc] as number);
  }
  const { optimizer, viaIR } = syntax.project.settings;
  const node = syntax.contract(contract.name, contract.sourceName);
  const optimized = optimizer.enabled || viaIR;
  return {
    contract,
    syntax,
    node,
    creation,
    optimized,
    stopOf,
    jumpOf,
    entryOf,
    declarationOf,
    sourceOf,
    startOf,
    endOf,
  };
}

function stopAt(
  place: Place,
  start: number,
  end: number,
  creation: boolean,
  syntax: ProjectSyntax,
  table: StopTable,
): Stop | undefined {
  const exact = place.start === start && place.end === end;
  switch (place.kind) {
    case "statement":
      return isAtHead(place, start, end) ? table.of(syntax, place, "statement") : undefined;
    case "state":
      return creation && place.node["constant"] !== true && !exact ? table.of(syntax, place, "statement") : undefined;
    case "function":
      return exact ? table.of(syntax, place, "end") : undefined;
    case "body":
      return exact && place.parent?.kind === "function" ? table.of(syntax, place.parent, "end") : undefined;
    default:
      return undefined;
  }
}
