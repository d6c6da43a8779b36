import { type AbiValue, decodeParameters } from "../../chain/abi/abiDecoder";
import type { AbiParameter, AbiShape } from "../../chain/abi/abiType";
import { readArgument } from "../../chain/abi/abiValue";
import { writeParameters } from "../../chain/abi/abiWriter";
import { bytesToHex, isAddress } from "../../crypto/bytes/hex";

/** Something that an argument is, or has in its lists and structs. */
interface Part {
  /** `amount`, in a struct `calls.target`; the same for all items of a list. */
  readonly path: string;
  readonly value: string;
}

/** What a place in the arguments is, however often it occurs. */
export interface Place {
  readonly shape: AbiShape;
  /** How many lists are around it. */
  readonly lists: number;
}

const pathOf = (path: string, { name }: AbiParameter, index: number): string => {
  const own = name === "" ? String(index) : name;
  return path === "" ? own : `${path}.${own}`;
};

function addPlaces(places: Map<string, Place>, path: string, shape: AbiShape, lists: number): boolean {
  if (shape.kind === "array") return addPlaces(places, path, shape.element, lists + 1);
  if (shape.kind === "tuple")
    return shape.members.every((member, index) => addPlaces(places, pathOf(path, member, index), member.shape, lists));
  if (places.has(path)) return false;
  places.set(path, { shape, lists });
  return true;
}

/** The places of a function's arguments; undefined where two have the same name. */
export function placesOf(inputs: readonly AbiParameter[]): ReadonlyMap<string, Place> | undefined {
  const places = new Map<string, Place>();
  const distinct = inputs.every((input, index) => addPlaces(places, pathOf("", input, index), input.shape, 0));
  return distinct ? places : undefined;
}

function memberOf(value: AbiValue, { name }: AbiParameter, index: number): AbiValue {
  if (Array.isArray(value)) return value[index] ?? "";
  return typeof value === "object" && Object.hasOwn(value, name) ? (value[name] ?? "") : "";
}

function* partsIn(path: string, shape: AbiShape, value: AbiValue): Generator<Part> {
  if (shape.kind === "array")
    for (const item of Array.isArray(value) ? value : []) yield* partsIn(path, shape.element, item);
  else if (shape.kind === "tuple")
    for (const [index, member] of shape.members.entries())
      yield* partsIn(pathOf(path, member, index), member.shape, memberOf(value, member, index));
  else yield { path, value: String(value) };
}

/**
 * The arguments of call data, by place; undefined where it isn't written as a compiler writes it: a word too many, dirty padding or an
 * offset of its own choice could mean something else to the contract than to this reader.
 */
export function argumentsOf(
  inputs: readonly AbiParameter[],
  data: Uint8Array,
): ReadonlyMap<string, readonly string[]> | undefined {
  try {
    const given = data.subarray(4);
    const values = decodeParameters(inputs, given);
    const read = inputs.map((input, index) => readArgument(input, values[index], index));
    if (bytesToHex(writeParameters(inputs, read)) !== bytesToHex(given)) return undefined;
    const byPath = new Map<string, string[]>();
    for (const [index, input] of inputs.entries())
      for (const part of partsIn(pathOf("", input, index), input.shape, values[index] ?? "")) {
        const known = byPath.get(part.path);
        if (known) known.push(part.value);
        else byPath.set(part.path, [part.value]);
      }
    return byPath;
  } catch {
    return undefined;
  }
}

/** A value as a policy writes it, in the one form in which both are compared. */
export function comparable({ kind }: AbiShape, written: string): string | undefined {
  switch (kind) {
    case "integer":
      return /^-?\d{1,78}$/.test(written) ? String(BigInt(written)) : undefined;
    case "address":
      return isAddress(written) ? written.toLowerCase() : undefined;
    case "bytes":
      return /^0x(?:[0-9a-fA-F]{2})*$/.test(written) ? written.toLowerCase() : undefined;
    case "bool":
      return written === "true" || written === "false" ? written : undefined;
    default:
      return written;
  }
}
