import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { t } from "../../text/catalogue";
import {
  bytesOf,
  externalFunction,
  headSize,
  inCalldata,
  isDynamic,
  itemOf,
  lengthOf,
  maxItems,
  membersOf,
  numberOf,
  wordOf,
} from "./readValue";
import { isValueType, packedSize, plain, type SolidityType } from "./solidityType";
import { NotAvailable, type StateView, type Value } from "./value";

const word = (number: bigint): Uint8Array => bytesOfNumber(BigInt.asUintN(256, number));

/** A value type in one word, as the ABI writes it. */
function encodedWord(view: StateView, value: Value): Uint8Array {
  const bare = plain(value.type);
  if (bare.kind === "function" && bare.external) {
    const { address, selector } = externalFunction(view, value);
    return word(((address << 32n) | selector) << 64n);
  }
  return word(bare.kind === "fixedBytes" ? wordOf(view, value) : numberOf(view, value));
}

function itemsOf(view: StateView, value: Value): Value[] {
  const count = lengthOf(view, value);
  if (count > maxItems) throw new NotAvailable(t("this is too long to be encoded here"));
  return Array.from({ length: count }, (_, i) => itemOf(view, value, i));
}

function encoded(view: StateView, value: Value): Uint8Array {
  const bare = plain(value.type);
  if (isValueType(bare)) return encodedWord(view, value);
  switch (bare.kind) {
    case "string":
    case "bytes": {
      const content = bytesOf(view, value);
      const rest = new Uint8Array((32 - (content.length % 32)) % 32);
      return joinBytes([word(BigInt(content.length)), content, rest]);
    }
    case "array": {
      const items = itemsOf(view, value);
      const content = encodeValues(view, items);
      return bare.length === undefined ? joinBytes([word(BigInt(items.length)), content]) : content;
    }
    case "struct":
      return encodeValues(
        view,
        membersOf(view, value).map((member) => member.value),
      );
    default:
      throw new NotAvailable(t("this can't be encoded"));
  }
}

/** Values as `abi.encode` writes them. @throws NotAvailable */
export function encodeValues(view: StateView, values: readonly Value[]): Uint8Array {
  let end = values.reduce((sum, value) => sum + headSize(value.type), 0);
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  for (const value of values) {
    const content = encoded(view, value);
    if (!isDynamic(value.type)) {
      heads.push(content);
      continue;
    }
    heads.push(word(BigInt(end)));
    tails.push(content);
    end += content.length;
  }
  return joinBytes([...heads, ...tails]);
}

/** A value as `abi.encodePacked` writes it: items of arrays take a word each. @throws NotAvailable */
export function packedValue(view: StateView, value: Value): Uint8Array {
  const bare = plain(value.type);
  if (bare.kind === "string" || bare.kind === "bytes") return bytesOf(view, value);
  if (bare.kind === "array") return joinBytes(itemsOf(view, value).map((item) => encodedWord(view, item)));
  if (!isValueType(bare)) throw new NotAvailable(t("this can't be encoded"));
  const size = packedSize(bare);
  if (bare.kind === "fixedBytes") return bytesOfNumber(wordOf(view, value)).subarray(0, size);
  if (bare.kind === "function") return encodedWord(view, value).subarray(0, size);
  return word(numberOf(view, value)).subarray(32 - size);
}

/** What the ABI has encoded, as values of these types. */
export function decodedValues(types: readonly SolidityType[], data: Uint8Array): Value[] {
  let head = 0;
  return types.map((type) => {
    const place = inCalldata({ calldata: data }, type, 0, head, data);
    head += headSize(type);
    return { type, place };
  });
}

/** Several values as one: members by their names, else by their numbers. */
export function tupleOf(values: readonly { readonly name: string; readonly value: Value }[]): Value {
  const members = values.map(({ name, value }, i) => ({ name: name || String(i), type: value.type }));
  return {
    type: { kind: "struct", name: "", members: () => members },
    place: { kind: "parts", parts: values.map(({ value }) => value) },
  };
}
