import { parametersOf } from "../../chain/abi/typeList";
import { checksumAddress } from "../../chain/transaction/contractAddress";
import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type AbiValue, decodeValues, encodeValues } from "./abiCode";
import { bytesAt, type CheatCall, type CheatCode, define, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";
import {
  type DataObject,
  type DataTree,
  type DescribedType,
  describedType,
  isList,
  isObject,
  jsonText,
  parseJson,
  parseToml,
  select,
  sortedKeys,
} from "./dataTree";
import { kinds } from "./textCheats";
import { parsed } from "./valueText";

type Format = "Json" | "Toml";

async function read(format: Format, text: string): Promise<DataTree> {
  return format === "Json" ? parseJson(text) : parseToml(text);
}

/** What stands at a place; a path that leads to several gives them as a list. @throws CheatError where nothing stands. */
function at(tree: DataTree, path: string): DataTree {
  const found = select(tree, path);
  if (found.length === 0) throw new CheatError(`path "${path}" must return exactly one JSON value`);
  return found.length === 1 ? (found[0] ?? null) : found;
}

/** A value of the type that it looks like, encoded; what is of changing length stands behind an offset. */
interface Guess {
  readonly bytes: Uint8Array;
  readonly dynamic: boolean;
}

const encoded = (type: string, value: AbiValue): Guess => {
  const dynamic = type === "string" || type === "bytes";
  const bytes = encodeValues(parametersOf(type), [value]);
  return { dynamic, bytes: dynamic ? bytes.subarray(32) : bytes };
};

function guessText(text: string): Guess {
  const digits = text.startsWith("0x") ? text.slice(2) : undefined;
  if (digits === undefined || !/^[0-9a-fA-F]*$/.test(digits)) return encoded("string", text);
  const bytes = hexToBytes(digits.length % 2 === 1 ? `0${digits}` : digits);
  if (bytes.length === 20) return encoded("address", digits.toLowerCase().padStart(40, "0"));
  return encoded(bytes.length === 32 ? "bytes32" : "bytes", bytes);
}

/** Values one behind the other, as a struct has them. */
function listed(items: readonly Guess[]): Uint8Array {
  let offset = items.reduce((sum, { bytes, dynamic }) => sum + (dynamic ? 32 : bytes.length), 0);
  const [heads, tails]: [Uint8Array[], Uint8Array[]] = [[], []];
  for (const { bytes, dynamic } of items) {
    heads.push(dynamic ? bytesOfNumber(BigInt(offset)) : bytes);
    if (!dynamic) continue;
    tails.push(bytes);
    offset += bytes.length;
  }
  return joinBytes([...heads, ...tails]);
}

/** The type that a value looks like. Members of objects are in the order of the alphabet. */
function guess(tree: DataTree): Guess {
  if (tree === null) return encoded("bytes32", new Uint8Array(32));
  if (typeof tree === "boolean") return encoded("bool", tree);
  if (typeof tree === "bigint") return encoded(tree < 0n ? "int256" : "uint256", tree);
  if (typeof tree === "number") throw new CheatError(`the number ${tree} is no integer`);
  if (typeof tree === "string") return guessText(tree);
  if (isList(tree)) {
    const items = tree.map(guess);
    return { dynamic: true, bytes: joinBytes([bytesOfNumber(BigInt(items.length)), listed(items)]) };
  }
  const members = sortedKeys(tree).map((key) => guess(tree.get(key) ?? null));
  return { dynamic: members.some(({ dynamic }) => dynamic), bytes: listed(members) };
}

const guessed = (tree: DataTree): Uint8Array => listed([guess(tree)]);

const plainText = (tree: DataTree): string => (typeof tree === "string" ? tree : jsonText(tree));

/** A value of a type that was asked for. */
function coerced(type: string, tree: DataTree): AbiValue {
  if (type !== "string" && (isList(tree) || isObject(tree))) {
    throw new CheatError(`failed parsing ${jsonText(tree)} as type \`${type}\``);
  }
  return parsed(type, plainText(tree));
}

function typedValue(type: DescribedType, tree: DataTree): AbiValue {
  const { members, element, canonical } = type;
  if (element) {
    if (!isList(tree)) throw new CheatError(`expected a list for \`${canonical}\``);
    return tree.map((each) => typedValue(element, each));
  }
  if (!members) return coerced(canonical, tree);
  if (!isObject(tree)) throw new CheatError(`expected an object for \`${type.struct}\``);
  return members.map(({ name, type: inner }) => {
    const own = tree.get(name);
    if (own === undefined) throw new CheatError(`field "${name}" of ${type.struct} not found`);
    return typedValue(inner, own);
  });
}

const typed = (type: DescribedType, tree: DataTree): Uint8Array[] => [
  encodeValues(parametersOf(type.canonical), [typedValue(type, tree)]),
];

const asked =
  (run: (call: CheatCall, args: readonly AbiValue[], tree: DataTree) => readonly AbiValue[], format: Format) =>
  async (call: CheatCall, args: readonly AbiValue[]): Promise<readonly AbiValue[]> =>
    run(call, args, await read(format, textAt(args, 0)));

const reading = (["Json", "Toml"] as const).flatMap((format): CheatCode[] => {
  const one = (signature: string, returns: string, run: Parameters<typeof asked>[0]): CheatCode =>
    define(signature, returns, asked(run, format));
  const listOf = (description: string): DescribedType => {
    const element = describedType(description);
    return { canonical: `${element.canonical}[]`, element };
  };
  return [
    one(`parse${format}(string)`, "bytes", (_, __, tree) => [guessed(tree)]),
    one(`parse${format}(string,string)`, "bytes", (_, args, tree) => [guessed(at(tree, textAt(args, 1)))]),
    ...kinds.flatMap(({ name, type }) => [
      one(`parse${format}${name}(string,string)`, type, (_, args, tree) => [coerced(type, at(tree, textAt(args, 1)))]),
      one(`parse${format}${name}Array(string,string)`, `${type}[]`, (_, args, tree) => {
        const found = at(tree, textAt(args, 1));
        return [(isList(found) ? found : [found]).map((each) => coerced(type, each))];
      }),
    ]),
    one(`parse${format}Type(string,string)`, "bytes", (_, args, tree) => typed(describedType(textAt(args, 1)), tree)),
    one(`parse${format}Type(string,string,string)`, "bytes", (_, args, tree) =>
      typed(describedType(textAt(args, 2)), at(tree, textAt(args, 1))),
    ),
    one(`parse${format}TypeArray(string,string,string)`, "bytes", (_, args, tree) =>
      typed(listOf(textAt(args, 2)), at(tree, textAt(args, 1))),
    ),
    one(`parse${format}Keys(string,string)`, "string[]", (_, args, tree) => {
      const found = at(tree, textAt(args, 1));
      if (!isObject(found)) throw new CheatError("JSON value is not an object");
      return [[...found.keys()]];
    }),
    one(`keyExists${format}(string,string)`, "bool", (_, args, tree) => [select(tree, textAt(args, 1)).length > 0]),
    ...(format === "Json"
      ? [one("keyExists(string,string)", "bool", (_, args, tree) => [select(tree, textAt(args, 1)).length > 0])]
      : []),
  ];
});

/** A value of a simple type, or a list of such, as JSON has it. */
function treeOfValue(type: string, value: AbiValue, suite: CryptoSuite): DataTree {
  if (Array.isArray(value)) return (value as readonly AbiValue[]).map((each) => treeOfValue(type, each, suite));
  if (value instanceof Uint8Array) return bytesToHex(value);
  if (type === "address") return checksumAddress(suite, `0x${String(value)}`);
  return value as bigint | boolean | string;
}

function treeOfTyped(type: DescribedType, value: AbiValue, suite: CryptoSuite): DataTree {
  const items = Array.isArray(value) ? (value as readonly AbiValue[]) : [];
  const { element, members } = type;
  if (element) return items.map((each) => treeOfTyped(element, each, suite));
  if (!members) return treeOfValue(type.canonical, value, suite);
  return new Map(members.map((member, index) => [member.name, treeOfTyped(member.type, items[index] ?? 0n, suite)]));
}

function decodedTree(description: string, data: Uint8Array, { context: { suite } }: CheatCall): DataTree {
  const type = describedType(description);
  const [value = 0n] = decodeValues(parametersOf(type.canonical), data);
  return treeOfTyped(type, value, suite);
}

/** Puts a value into an object that is being made, and gives the object so far. */
function put({ state }: CheatCall, object: string, key: string, value: DataTree): string[] {
  const now = new Map(state.madeJson.get(object) ?? []).set(key, value);
  state.madeJson.set(object, now);
  return [jsonText(now)];
}

/** A text that is an object itself becomes one within another. */
function nested(text: string): DataTree {
  if (!text.trimStart().startsWith("{")) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function whole({ state }: CheatCall, object: string, text: string): string[] {
  const tree = parseJson(text);
  if (!isObject(tree)) throw new CheatError("serializeJson wants a JSON object");
  state.madeJson.set(object, tree as DataObject);
  return [jsonText(tree)];
}

const writing: CheatCode[] = [
  ...kinds.flatMap(({ name, type }) => [
    define(`serialize${name}(string,string,${type})`, "string", (call, args) => {
      const tree = treeOfValue(type, args[2] ?? 0n, call.context.suite);
      return put(call, textAt(args, 0), textAt(args, 1), typeof tree === "string" ? nested(tree) : tree);
    }),
    define(`serialize${name}(string,string,${type}[])`, "string", (call, args) => {
      const tree = treeOfValue(type, args[2] ?? [], call.context.suite);
      return put(call, textAt(args, 0), textAt(args, 1), isList(tree) ? tree.map(nestedItem) : tree);
    }),
  ]),
  define("serializeUintToHex(string,string,uint256)", "string", (call, args) =>
    put(call, textAt(args, 0), textAt(args, 1), `0x${(args[2] as bigint).toString(16)}`),
  ),
  define("serializeJson(string,string)", "string", (call, args) => whole(call, textAt(args, 0), textAt(args, 1))),
  define("serializeJsonType(string,bytes)", "string", (call, args) => [
    jsonText(decodedTree(textAt(args, 0), bytesAt(args, 1), call)),
  ]),
  define("serializeJsonType(string,string,string,bytes)", "string", (call, args) =>
    put(call, textAt(args, 0), textAt(args, 1), decodedTree(textAt(args, 2), bytesAt(args, 3), call)),
  ),
];

function nestedItem(item: DataTree): DataTree {
  return typeof item === "string" ? nested(item) : item;
}

/** JSON and TOML: what stands in a text, and texts in the making. */
export const dataCheats: readonly CheatCode[] = [...reading, ...writing];
