import { instructionStarts } from "../../chain/evm/opcodes";

/** What a jump is: into a function or out of one. */
export const jumpKinds = { none: 0, into: 1, out: 2 } as const;

/**
 * Where the instructions of a code come from. Arrays go by program counter; positions count bytes, −1 where there is none and inside of
 * instructions.
 */
export interface SourceMap {
  /** Number of the source; those behind the sources' are what the compiler made up. */
  readonly sourceOf: Int32Array;
  readonly startOf: Int32Array;
  readonly endOf: Int32Array;
  /** One of {@link jumpKinds}. */
  readonly jumpOf: Uint8Array;
}

/** A part of an entry; what is left out, and what is no number, is as before. */
const numberIn = (field: string | undefined, before: number): number =>
  field !== undefined && /^-?\d{1,9}$/.test(field) ? Number(field) : before;

/**
 * Reads the compressed source map of a code (`s:l:f:j:m` an instruction, each part left out where it is as before).
 * @param code its own length counts, however long the map is
 */
export function readSourceMap(map: string, code: Uint8Array): SourceMap {
  const filled = (): Int32Array => new Int32Array(code.length).fill(-1);
  const [sourceOf, startOf, endOf] = [filled(), filled(), filled()];
  const jumpOf = new Uint8Array(code.length);
  let [start, length, source, jump, from] = [-1, 0, -1, "-", 0];
  for (const pc of map === "" ? [] : instructionStarts(code)) {
    if (from > map.length) break;
    const until = map.indexOf(";", from);
    const end = until < 0 ? map.length : until;
    const fields = map.slice(from, end).split(":", 4);
    from = end + 1;
    start = numberIn(fields[0], start);
    length = numberIn(fields[1], length);
    source = numberIn(fields[2], source);
    jump = fields[3] || jump;
    sourceOf[pc] = source;
    startOf[pc] = start;
    endOf[pc] = start + length;
    jumpOf[pc] = jump === "i" ? jumpKinds.into : jump === "o" ? jumpKinds.out : jumpKinds.none;
  }
  return { sourceOf, startOf, endOf, jumpOf };
}
