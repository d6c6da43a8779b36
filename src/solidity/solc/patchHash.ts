import { keccakRoundConstants } from "../../crypto/wasm/hashCode";
import { wholeBody } from "../../crypto/wasm/wasmAssembler";
import { sm3Function } from "./sm3Code";
import { type FunctionBody, readWasmModule, visitCode, WasmFormatError, type WasmModuleParts } from "./wasmReading";

/** Keccak's round constants as a compiler keeps them in memory. */
export function constantTable(): Buffer {
  const constants = keccakRoundConstants();
  const table = Buffer.alloc(8 * constants.length);
  for (const [i, constant] of constants.entries()) table.writeBigUInt64LE(constant, 8 * i);
  return table;
}

const i32 = 0x7f;

/** Address of the table in the module's memory; it must be there exactly once. */
function tableAddress({ bytes, data }: WasmModuleParts): number {
  const table = constantTable();
  const code = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = code.indexOf(table);
  if (at < 0) throw new WasmFormatError("the constants of keccak256 are not in it");
  if (code.indexOf(table, at + 1) >= 0) throw new WasmFormatError("the constants of keccak256 are in it twice");
  const segment = data.find(({ start, end }) => at >= start && at + table.length <= end);
  if (!segment) throw new WasmFormatError("the constants of keccak256 have no address");
  return segment.address + at - segment.start;
}

function only<Item>(items: ReadonlySet<Item>, what: string): Item {
  const [first, ...others] = items;
  if (first === undefined || others.length > 0) throw new WasmFormatError(`${what}: found ${items.size}, not 1`);
  return first;
}

/**
 * The function that computes keccak256: the only one that calls the only one that uses the table. Both are told by the whole code of the
 * module, read instruction by instruction, and anything but exactly one is an error.
 */
function hashFunction(parts: WasmModuleParts): FunctionBody {
  const address = tableAddress(parts);
  const users = new Set<FunctionBody>();
  const callers = new Map<number, Set<FunctionBody>>();
  for (const body of parts.functions) {
    visitCode(parts, body, {
      constant: (value, at) => void (value === address && users.add(at)),
      offset: (value, at) => void (value === address && users.add(at)),
      call: (index, at) => {
        const known = callers.get(index);
        if (known) known.add(at);
        else callers.set(index, new Set([at]));
      },
    });
  }
  const permutation = only(users, "functions that use the constants of keccak256");
  const hash = only(callers.get(permutation.index) ?? new Set<FunctionBody>(), "functions that call the permutation");
  const type = parts.types[hash.typeIndex];
  if (type?.parameters.join() !== `${i32},${i32}` || type.results.length > 0) {
    throw new WasmFormatError("the function that hashes takes other arguments");
  }
  return hash;
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 0x80, ...unsigned(Math.floor(value / 128))];
}

/**
 * A compiler's module with SM3 in the place of keccak256: its selectors, event topics and constant hashes are then those of SM chains
 * (docs/solidity.md, "SM chains"). Nothing is written anywhere: the module is the user's own, changed in memory.
 * @throws WasmFormatError unless exactly one function is found that can be it.
 */
export function withSm3(module: Uint8Array): Uint8Array {
  const parts = readWasmModule(module);
  const { entry, end } = hashFunction(parts);
  const { header, start, end: codeEnd } = parts.code;
  const body = Buffer.from(wholeBody(sm3Function()));
  const length = entry - start + body.length + codeEnd - end;
  return Buffer.concat([
    module.subarray(0, header),
    Buffer.from([10, ...unsigned(length)]),
    module.subarray(start, entry),
    body,
    module.subarray(end),
  ]);
}
