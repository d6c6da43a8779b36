import type { CompiledCode } from "../../solidity/artifact/compiledProject";
import type { TestModule, TestSource, TextPlace } from "../testProject";

/** Where an instruction comes from. Positions count bytes; `file` −1: nowhere. */
export interface MappedPlace {
  readonly start: number;
  readonly length: number;
  readonly file: number;
  /** `i` into a function, `o` out of one, `-` neither. */
  readonly jump: string;
}

/** The compressed source map of code, by number of the instruction. */
export function readSourceMap(text: string): MappedPlace[] {
  let last: MappedPlace = { start: 0, length: 0, file: -1, jump: "-" };
  if (text === "") return [];
  return text.split(";").map((entry) => {
    const [start, length, file, jump] = entry.split(":");
    last = {
      start: start ? Number(start) : last.start,
      length: length ? Number(length) : last.length,
      file: file ? Number(file) : last.file,
      jump: jump || last.jump,
    };
    return last;
  });
}

/** Number of the instruction at each byte of code; −1 inside of one. */
export function instructionNumbers(code: Uint8Array): Int32Array {
  const numbers = new Int32Array(code.length).fill(-1);
  let count = 0;
  for (let pc = 0; pc < code.length; pc++) {
    numbers[pc] = count++;
    const opcode = code[pc] ?? 0;
    if (opcode >= 0x60 && opcode <= 0x7f) pc += opcode - 0x5f;
  }
  return numbers;
}

/** Places of a piece of code. */
export class CodeMap {
  readonly #map: readonly MappedPlace[];
  readonly #numbers: Int32Array;

  constructor({ sourceMap }: CompiledCode, code: Uint8Array) {
    this.#map = readSourceMap(sourceMap);
    this.#numbers = instructionNumbers(code);
  }

  at(pc: number): MappedPlace | undefined {
    return this.#map[this.#numbers[pc] ?? -1];
  }
}

const lineStarts = new WeakMap<TestSource, { readonly bytes: Buffer; readonly starts: readonly number[] }>();

function linesOf(source: TestSource) {
  let found = lineStarts.get(source);
  if (!found) {
    const bytes = Buffer.from(source.content, "utf8");
    const starts = [0];
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
    found = { bytes, starts };
    lineStarts.set(source, found);
  }
  return found;
}

/** Line and column, from 1, of a position in bytes; columns count characters. */
export function placeIn(source: TestSource, position: number): TextPlace {
  const { bytes, starts } = linesOf(source);
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  const column = bytes.subarray(starts[low] ?? 0, position).toString("utf8").length + 1;
  return { file: source.path ?? source.name, line: low + 1, column };
}

const byId = new WeakMap<TestModule, ReadonlyMap<number, TestSource>>();

/** The source of a number of the module's source maps. */
export function sourceOf(module: TestModule, id: number): TestSource | undefined {
  let found = byId.get(module);
  if (!found) {
    found = new Map(module.sources.map((source) => [source.id, source]));
    byId.set(module, found);
  }
  return found.get(id);
}
