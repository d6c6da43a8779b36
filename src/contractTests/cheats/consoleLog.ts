import { parametersOf } from "../../chain/abi/typeList";
import { bytesToHex, bytesToHexDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type AbiValue, decodeValues } from "./abiCode";
import { valueText } from "./valueText";

/** Where `console.log` of Hardhat and of forge-std goes: 40 hex digits, the end spells "console.log". */
export const consoleAddress = "000000000000000000636f6e736f6c652e6c6f67";

const utf8 = new TextEncoder();
const mixed = ["uint256", "string", "bool", "address"];

/** Every list of one to four of the mixed types. */
function mixedLists(): string[] {
  let lists = mixed;
  const all = [...lists];
  for (let length = 2; length <= 4; length++) {
    lists = lists.flatMap((list) => mixed.map((type) => `${list},${type}`));
    all.push(...lists);
  }
  return all;
}

/** Signatures as they are hashed: older libraries call numbers `uint` and `int`, which no ABI does. */
function signatures(): [signature: string, types: string][] {
  const lists = mixedLists();
  const single: [string, string][] = [
    ["log()", ""],
    ["log(int256)", "int256"],
    ["log(int)", "int256"],
    ["logInt(int256)", "int256"],
    ["logUint(uint256)", "uint256"],
    ["logString(string)", "string"],
    ["logBool(bool)", "bool"],
    ["logAddress(address)", "address"],
    ["log(string,int256)", "string,int256"],
    ["log(string,int)", "string,int256"],
    ["logBytes(bytes)", "bytes"],
    ["log(bytes)", "bytes"],
    ...Array.from({ length: 32 }, (_, index): [string, string][] => [
      [`logBytes${index + 1}(bytes${index + 1})`, `bytes${index + 1}`],
      [`log(bytes${index + 1})`, `bytes${index + 1}`],
    ]).flat(),
  ];
  const old = lists
    .filter((list) => list.includes("uint256"))
    .map((list): [string, string] => [`log(${list.replaceAll("uint256", "uint")})`, list]);
  return [...single, ...lists.map((list): [string, string] => [`log(${list})`, list]), ...old];
}

/** Log events of ds-test, which older projects test with: name, types. */
const testEvents: readonly (readonly [string, string])[] = [
  ["log", "string"],
  ["logs", "bytes"],
  ["log_address", "address"],
  ["log_bytes32", "bytes32"],
  ["log_int", "int256"],
  ["log_uint", "uint256"],
  ["log_bytes", "bytes"],
  ["log_string", "string"],
  ["log_array", "uint256[]"],
  ["log_array", "int256[]"],
  ["log_array", "address[]"],
  ["log_named_address", "string,address"],
  ["log_named_bytes32", "string,bytes32"],
  ["log_named_decimal_int", "string,int256,uint256"],
  ["log_named_decimal_uint", "string,uint256,uint256"],
  ["log_named_int", "string,int256"],
  ["log_named_uint", "string,uint256"],
  ["log_named_bytes", "string,bytes"],
  ["log_named_string", "string,string"],
  ["log_named_array", "string,uint256[]"],
  ["log_named_array", "string,int256[]"],
  ["log_named_array", "string,address[]"],
];

/** Elements of lists in the events of @prb/test. */
const listTypes = ["address", "bool", "bytes32", "int256", "string", "uint256"];

/** Log events of @prb/test: name, types. */
const prbEvents: readonly (readonly [string, string])[] = [
  ["Log", "string"],
  ["LogAddress", "address"],
  ["LogBytes", "bytes"],
  ["LogBytes32", "bytes32"],
  ["LogInt256", "int256"],
  ["LogString", "string"],
  ["LogUint256", "uint256"],
  ["LogNamedAddress", "string,address"],
  ["LogNamedBytes", "string,bytes"],
  ["LogNamedBytes32", "string,bytes32"],
  ["LogNamedInt256", "string,int256"],
  ["LogNamedString", "string,string"],
  ["LogNamedUint256", "string,uint256"],
  ...listTypes.flatMap((type): [string, string][] => [
    ["LogArray", `${type}[]`],
    ["LogNamedArray", `string,${type}[]`],
  ]),
];

/** Puts values in the place of `%s`, `%d` and the like, the rest behind it. */
function formatted(values: readonly string[], first: AbiValue | undefined): string {
  const [head = "", ...rest] = values;
  if (typeof first !== "string" || !head.includes("%")) return values.join(" ");
  let line = "";
  for (let at = 0; at < head.length; at++) {
    const next = head[at + 1] ?? "";
    if (head[at] !== "%") line += head[at];
    else if (next === "%") {
      line += "%";
      at++;
    } else if ("sdixoe".includes(next) && next !== "" && rest.length > 0) {
      const value = rest.shift() ?? "";
      line += next === "x" && /^-?\d{1,80}$/.test(value) ? `0x${BigInt(value).toString(16)}` : value;
      at++;
    } else line += "%";
  }
  return [line, ...rest].join(" ");
}

/** Reads what tests print. */
export class ConsoleReader {
  readonly #suite: CryptoSuite;
  readonly #bySelector = new Map<string, string>();
  readonly #byTopic = new Map<string, string>();

  constructor(suite: CryptoSuite) {
    this.#suite = suite;
    const selector = (signature: string): string => bytesToHexDigits(suite.hash(utf8.encode(signature)).subarray(0, 4));
    for (const [signature, types] of signatures()) this.#bySelector.set(selector(signature), types);
    for (const [name, types] of [...testEvents, ...prbEvents]) {
      this.#byTopic.set(bytesToHexDigits(suite.hash(utf8.encode(`${name}(${types})`))), types);
    }
  }

  #texts(types: string, data: Uint8Array): { values: AbiValue[]; texts: string[] } {
    const parameters = parametersOf(types);
    const values = decodeValues(parameters, data);
    const texts = parameters.map(({ shape }, index) =>
      valueText(shape, values[index] ?? 0n, this.#suite, undefined, false),
    );
    return { values, texts };
  }

  /** The line of a console.log; undefined for forge-std's own chatter. */
  line(data: Uint8Array): string | undefined {
    const types = this.#bySelector.get(bytesToHexDigits(data.subarray(0, 4)));
    if (types === undefined) return `console.log: ${bytesToHex(data)}`;
    try {
      const { values, texts } = this.#texts(types, data.subarray(4));
      if (values[0] === "Bound result" || values[0] === "Bound Result") return undefined;
      return formatted(texts, parametersOf(types)[0]?.shape.kind === "string" ? values[0] : undefined);
    } catch {
      return `console.log: ${bytesToHex(data)}`;
    }
  }

  /** The line of a log event of a test library; undefined for any other log. */
  eventLine(topics: readonly Uint8Array[], data: Uint8Array): string | undefined {
    const types = topics.length === 1 && topics[0] ? this.#byTopic.get(bytesToHexDigits(topics[0])) : undefined;
    if (types === undefined) return undefined;
    try {
      const { texts } = this.#texts(types, data);
      if (texts[0] === "Bound Result") return undefined;
      return texts.length > 1 ? `${texts[0]}: ${texts[1]}` : texts[0];
    } catch {
      return undefined;
    }
  }
}
