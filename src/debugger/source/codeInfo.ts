import { instructionStarts, op } from "../../chain/evm/opcodes";
import type { CompiledCode, CompiledContract, CompiledProject } from "../../solidity/artifact/compiledProject";
import { readSourceMap, type SourceMap } from "../../solidity/program/sourceMap";
import type { SourceRange, SyntaxNode } from "../../solidity/program/syntaxTree";
import { type FunctionSyntax, isAtHead, ownerOf, type ProjectSyntax, type SyntaxRange } from "./syntax";

/** A place where execution may stop. */
export interface Stop {
  readonly id: number;
  readonly kind: "statement" | "end";
  readonly syntax: ProjectSyntax;
  readonly place: SyntaxRange;
  /** Where it is shown; of an end, the closing brace. */
  readonly shown: SourceRange;
  readonly line: number;
  /** The function or modifier that it is in; undefined for state variables with a value. */
  readonly owner: FunctionSyntax | undefined;
}

/** All stops of everything that is debugged, each once. */
export class StopTable {
  readonly stops: Stop[] = [];
  readonly #byPlace = new Map<SyntaxRange, Map<"statement" | "end", Stop>>();

  of(syntax: ProjectSyntax, range: SyntaxRange, kind: "statement" | "end"): Stop {
    let kinds = this.#byPlace.get(range);
    if (!kinds) {
      kinds = new Map();
      this.#byPlace.set(range, kinds);
    }
    let stop = kinds.get(kind);
    if (!stop) {
      const owner = ownerOf(range);
      const { source } = range;
      const shown =
        kind === "end"
          ? { source, start: range.end - 1, end: range.end }
          : { source, start: range.shown.start, end: range.shown.end };
      stop = {
        id: this.stops.length,
        kind,
        syntax,
        place: range,
        shown,
        line: syntax.sources.get(source)?.text.lineOfByte(shown.start) ?? 1,
        owner: owner && syntax.functions.get(owner.node.id ?? -1),
      };
      kinds.set(kind, stop);
      this.stops.push(stop);
    }
    return stop;
  }
}

/** What the compiler tells of every instruction of a code; arrays go by program counter. */
export interface CodeInfo extends SourceMap {
  readonly contract: CompiledContract;
  readonly syntax: ProjectSyntax;
  readonly node: SyntaxNode | undefined;
  readonly creation: boolean;
  /** Variables may be elsewhere than the sources have them, or nowhere. */
  readonly optimized: boolean;
  /** Id of the stop, −1 for none. */
  readonly stopOf: Int32Array;
  /** Id of the function whose whole stretch the JUMPDEST here stands for; −1. */
  readonly entryOf: Int32Array;
  /** Id of the local variable that is declared here; −1. */
  readonly declarationOf: Int32Array;
}

/** Whether a project is compiled so that steps and variables may be elsewhere than its sources have them. */
export const isOptimized = ({ settings: { optimizer, viaIR } }: CompiledProject): boolean => optimizer.enabled || viaIR;

/** Reads the source map of a code. */
export function codeInfo(
  contract: CompiledContract,
  compiled: CompiledCode,
  code: Uint8Array,
  syntax: ProjectSyntax,
  table: StopTable,
  creation: boolean,
): CodeInfo {
  const map = readSourceMap(compiled.sourceMap, code);
  const filled = (): Int32Array => new Int32Array(code.length).fill(-1);
  const [stopOf, entryOf, declarationOf] = [filled(), filled(), filled()];
  for (const pc of instructionStarts(code)) {
    const [source, start, end] = [map.sourceOf[pc] as number, map.startOf[pc] as number, map.endOf[pc] as number];
    const range = syntax.sources.get(source)?.around(start, end);
    if (!range) continue;
    const stop = stopAt(range, start, end, creation, syntax, table);
    if (stop) stopOf[pc] = stop.id;
    if (code[pc] === op.jumpTarget && range.kind === "function" && range.start === start && range.end === end) {
      entryOf[pc] = range.node.id ?? -1;
    }
    declarationOf[pc] = syntax.declarationAt({ source, start, end })?.id ?? -1;
  }
  for (const { id, entryPoint } of Object.values(compiled.functionDebugData)) {
    if (typeof id !== "number" || typeof entryPoint !== "number") continue;
    if (entryPoint < code.length && syntax.functions.has(id)) entryOf[entryPoint] = id;
  }
  const node = syntax.contract(contract.name, contract.sourceName);
  const optimized = isOptimized(syntax.project);
  return { contract, syntax, node, creation, optimized, stopOf, entryOf, declarationOf, ...map };
}

function stopAt(
  range: SyntaxRange,
  start: number,
  end: number,
  creation: boolean,
  syntax: ProjectSyntax,
  table: StopTable,
): Stop | undefined {
  const exact = range.start === start && range.end === end;
  switch (range.kind) {
    case "statement":
      return isAtHead(range, start, end) ? table.of(syntax, range, "statement") : undefined;
    case "state":
      return creation && range.node["constant"] !== true && !exact ? table.of(syntax, range, "statement") : undefined;
    case "function":
      return exact ? table.of(syntax, range, "end") : undefined;
    case "body":
      return exact && range.parent?.kind === "function" ? table.of(syntax, range.parent, "end") : undefined;
    default:
      return undefined;
  }
}
