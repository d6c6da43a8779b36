import { bytesOfNumber, numberAt, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { t } from "../../text/catalogue";
import { padded } from "../replay/recordingPlayer";
import { isValueType, packedSize, plain, type SolidityType, slotsOf, structLayout } from "./solidityType";
import { type NamedValue, NotAvailable, type StateView, type Value, type ValueLocation, wordValue } from "./value";

/** Items that a value is looked at for at most, wherever the length comes from. */
export const maxItems = 10_000;
const maxBytesLength = 1024 * 1024;

/** The word of a value type: right-aligned for numbers, left-aligned for bytes, as on the stack. @throws NotAvailable */
export function wordOf(view: StateView, { type, place }: Value): bigint {
  switch (place.kind) {
    case "words":
      return place.words[0] ?? 0n;
    case "storage": {
      const size = packedSize(type);
      const word = view.storage(place.address, place.slot, place.transient === true);
      const value = BigInt.asUintN(8 * size, word >> BigInt(8 * place.offset));
      return plain(type).kind === "fixedBytes" ? value << BigInt(8 * (32 - size)) : value;
    }
    case "memory":
      return numberOfBytes(view.memory(place.at, 32));
    case "calldata":
      return numberAt(place.data ?? view.calldata, place.at);
    case "bytes":
      return numberAt(place.bytes, 0);
    case "parts":
      throw new NotAvailable(t("this isn't a single value"));
    case "missing":
      throw new NotAvailable(place.why);
  }
}

/** A value type as a number: signed types with their sign, bytes as they stand on the left. */
export function numberOf(view: StateView, value: Value): bigint {
  const bare = plain(value.type);
  const word = wordOf(view, value);
  switch (bare.kind) {
    case "uint":
      return BigInt.asUintN(bare.bits, word);
    case "int":
      return BigInt.asIntN(bare.bits, word);
    case "address":
    case "contract":
      return BigInt.asUintN(160, word);
    case "bool":
    case "enum":
      return BigInt.asUintN(16, word);
    default:
      return word;
  }
}

/** Address and selector of an external function. */
export function externalFunction(
  view: StateView,
  value: Value,
): { readonly address: bigint; readonly selector: bigint } {
  const { place } = value;
  if (place.kind === "words" && place.words.length > 1) {
    return { address: BigInt.asUintN(160, place.words[0] ?? 0n), selector: BigInt.asUintN(32, place.words[1] ?? 0n) };
  }
  const word = place.kind === "storage" ? BigInt.asUintN(192, wordOf(view, value)) : wordOf(view, value) >> 64n;
  return { address: word >> 32n, selector: BigInt.asUintN(32, word) };
}

/** The slot where the items of an array of changing length begin, or bytes that don't fit beside their length. */
export const arrayData = (view: StateView, slot: bigint): bigint => numberOfBytes(view.hash(bytesOfNumber(slot)));
/** A word as a length or as a place in memory or data; what is beyond all that there can be, as that bound. */
export const toSize = (word: bigint): number => (word > 0xffffffffn ? 0xffffffff : Number(word));

/** Items of an array, or bytes. @throws NotAvailable */
export function lengthOf(view: StateView, { type, place }: Value): number {
  const bare = plain(type);
  if (bare.kind === "array" && bare.length !== undefined) return bare.length;
  switch (place.kind) {
    case "storage": {
      const word = view.storage(place.address, place.slot, place.transient === true);
      if (bare.kind === "array") return toSize(word);
      return (word & 1n) === 0n ? Number((word & 0xffn) >> 1n) : toSize((word - 1n) >> 1n);
    }
    case "memory":
      return toSize(numberOfBytes(view.memory(place.at, 32)));
    case "calldata":
      return place.length ?? 0;
    case "bytes":
      return place.bytes.length;
    case "parts":
      return place.parts.length;
    case "missing":
      throw new NotAvailable(place.why);
    case "words":
      throw new NotAvailable(t("this has no length"));
  }
}

/** The content of `bytes` or `string`. @throws NotAvailable */
export function bytesOf(view: StateView, value: Value): Uint8Array {
  const { place } = value;
  const length = Math.min(lengthOf(view, value), view.maxBytes ?? maxBytesLength);
  switch (place.kind) {
    case "storage": {
      const transient = place.transient === true;
      const word = view.storage(place.address, place.slot, transient);
      if ((word & 1n) === 0n) return bytesOfNumber(word).subarray(0, Math.min(31, length));
      const bytes = new Uint8Array(Math.ceil(length / 32) * 32);
      const start = arrayData(view, place.slot);
      view.expect?.(place.address, start, bytes.length / 32);
      for (let i = 0; i * 32 < length; i++)
        bytes.set(bytesOfNumber(view.storage(place.address, start + BigInt(i), transient)), i * 32);
      return bytes.subarray(0, length);
    }
    case "memory":
      return view.memory(place.at + 32, length);
    case "calldata":
      return padded(place.data ?? view.calldata, place.at, length);
    case "bytes":
      return place.bytes;
    default:
      throw new NotAvailable(place.kind === "missing" ? place.why : t("this isn't bytes or a text"));
  }
}

/** Whether the ABI puts the content elsewhere and only a distance in its place. */
export function isDynamic(type: SolidityType): boolean {
  const bare = plain(type);
  if (bare.kind === "bytes" || bare.kind === "string") return true;
  if (bare.kind === "array") return bare.length === undefined || isDynamic(bare.item);
  return bare.kind === "struct" && bare.members().some((member) => isDynamic(member.type));
}

/** Bytes that the ABI takes for a value in its place. */
export function headSize(type: SolidityType): number {
  const bare = plain(type);
  if (isDynamic(bare)) return 32;
  if (bare.kind === "array") return (bare.length ?? 0) * headSize(bare.item);
  if (bare.kind === "struct") return bare.members().reduce((sum, member) => sum + headSize(member.type), 0);
  return 32;
}

/** A part of what the ABI encodes, from the start of the whole that it belongs to. */
export function inCalldata(
  view: Pick<StateView, "calldata">,
  type: SolidityType,
  base: number,
  head: number,
  own?: Uint8Array,
): ValueLocation {
  const data = own ?? view.calldata;
  const other = own ? { data: own } : {};
  if (!isDynamic(type)) return { kind: "calldata", at: base + head, ...other };
  const at = base + toSize(numberAt(data, base + head));
  const bare = plain(type);
  const sized = bare.kind === "bytes" || bare.kind === "string" || (bare.kind === "array" && bare.length === undefined);
  if (!sized) return { kind: "calldata", at, ...other };
  return { kind: "calldata", at: at + 32, length: toSize(numberAt(data, at)), ...other };
}

function inMemory(view: StateView, type: SolidityType, at: number): ValueLocation {
  return isValueType(type)
    ? { kind: "memory", at }
    : { kind: "memory", at: toSize(numberOfBytes(view.memory(at, 32))) };
}

/** Members of a struct. @throws NotAvailable */
export function membersOf(view: StateView, { type, place }: Value): NamedValue[] {
  const bare = plain(type);
  if (bare.kind !== "struct") return [];
  const members = bare.members();
  switch (place.kind) {
    case "storage": {
      const { places } = structLayout(members.map((member) => member.type));
      return members.map((member, i) => {
        const { slot = 0n, offset = 0 } = places[i] ?? {};
        return {
          name: member.name,
          value: { type: member.type, place: { ...place, slot: place.slot + slot, offset } },
        };
      });
    }
    case "memory": {
      // mappings have no place in memory
      const shown = members.filter((member) => plain(member.type).kind !== "mapping");
      return shown.map((member, i) => ({
        name: member.name,
        value: { type: member.type, place: inMemory(view, member.type, place.at + 32 * i) },
      }));
    }
    case "calldata": {
      let head = 0;
      return members.map((member) => {
        const found = inCalldata(view, member.type, place.at, head, place.data);
        head += headSize(member.type);
        return { name: member.name, value: { type: member.type, place: found } };
      });
    }
    case "parts":
      return members.flatMap((member, i) => {
        const value = place.parts[i];
        return value ? [{ name: member.name, value }] : [];
      });
    default:
      throw new NotAvailable(place.kind === "missing" ? place.why : t("this has no members"));
  }
}

/** An item of an array. @throws NotAvailable beyond the end. */
export function itemOf(view: StateView, value: Value, index: number): Value {
  const bare = plain(value.type);
  const { place } = value;
  if (bare.kind === "bytes" || bare.kind === "string") {
    const byte = bytesOf(view, value)[index];
    if (byte === undefined) throw new NotAvailable(t("the index is out of range"));
    return wordValue({ kind: "fixedBytes", size: 1 }, BigInt(byte) << 248n);
  }
  if (bare.kind !== "array") throw new NotAvailable(t("this has no items"));
  if (index < 0 || index >= lengthOf(view, value)) throw new NotAvailable(t("the index is out of range"));
  const type = bare.item;
  switch (place.kind) {
    case "storage": {
      const start = bare.length === undefined ? arrayData(view, place.slot) : place.slot;
      if (isValueType(type)) {
        const size = packedSize(type);
        const perSlot = Math.floor(32 / size);
        const slot = start + BigInt(Math.floor(index / perSlot));
        return { type, place: { ...place, slot, offset: (index % perSlot) * size } };
      }
      return { type, place: { ...place, slot: start + BigInt(index) * slotsOf(type), offset: 0 } };
    }
    case "memory": {
      const start = place.at + (bare.length === undefined ? 32 : 0);
      return { type, place: inMemory(view, type, start + 32 * index) };
    }
    case "calldata":
      return { type, place: inCalldata(view, type, place.at, index * headSize(type), place.data) };
    case "parts": {
      const part = place.parts[index];
      if (!part) throw new NotAvailable(t("the index is out of range"));
      return part;
    }
    default:
      throw new NotAvailable(place.kind === "missing" ? place.why : t("this has no items"));
  }
}

/** How a mapping hashes a key. */
function keyBytes(view: StateView, type: SolidityType, key: Value): Uint8Array {
  const bare = plain(type);
  if (bare.kind === "string" || bare.kind === "bytes") return bytesOf(view, key);
  const number = numberOf(view, key);
  return bytesOfNumber(BigInt.asUintN(256, number));
}

/** The value of a mapping under a key, and the bytes whose hash is its slot. */
export function mappedEntry(
  view: StateView,
  value: Value,
  key: Value,
): { readonly slot: bigint; readonly preimage: Uint8Array; readonly value: Value } {
  const bare = plain(value.type);
  const { place } = value;
  if (bare.kind !== "mapping" || place.kind !== "storage") throw new NotAvailable(t("this isn't a mapping"));
  const preimage = joinBytes([keyBytes(view, bare.key, key), bytesOfNumber(place.slot)]);
  const slot = numberOfBytes(view.hash(preimage));
  return { slot, preimage, value: { type: bare.value, place: { ...place, slot, offset: 0 } } };
}

/** The value of a mapping under a key. */
export const mappedValue = (view: StateView, value: Value, key: Value): Value => mappedEntry(view, value, key).value;

/** Preimages by the slot that they end in. */
const ordered = new WeakMap<ReadonlyMap<bigint, Uint8Array>, { size: number; bySlot: Map<bigint, bigint[]> }>();

/** Hashes whose preimages may be keys of the mapping at a slot. */
function hashesAt(preimages: ReadonlyMap<bigint, Uint8Array>, slot: bigint): readonly bigint[] {
  let known = ordered.get(preimages);
  if (known?.size !== preimages.size) {
    known = { size: preimages.size, bySlot: new Map() };
    for (const [hash, preimage] of preimages) {
      if (preimage.length < 32) continue;
      const end = numberOfBytes(preimage.subarray(-32));
      const list = known.bySlot.get(end);
      if (list) list.push(hash);
      else known.bySlot.set(end, [hash]);
    }
    ordered.set(preimages, known);
  }
  return known.bySlot.get(slot) ?? [];
}

/** The keys of a mapping that the execution touched, each with its value. */
export function mappingEntries(view: StateView, value: Value): { readonly key: Value; readonly value: Value }[] {
  const bare = plain(value.type);
  const { place } = value;
  if (bare.kind !== "mapping" || place.kind !== "storage") return [];
  const entries: { key: Value; value: Value }[] = [];
  const wide = plain(bare.key).kind === "string" || plain(bare.key).kind === "bytes";
  for (const hash of hashesAt(view.preimages, place.slot)) {
    const preimage = view.preimages.get(hash);
    if (!preimage || (!wide && preimage.length !== 64)) continue;
    const bytes = preimage.subarray(0, -32);
    const key: Value = wide
      ? { type: bare.key, place: { kind: "bytes", bytes } }
      : wordValue(bare.key, numberOfBytes(bytes));
    entries.push({ key, value: { type: bare.value, place: { ...place, slot: hash, offset: 0 } } });
  }
  return entries;
}
