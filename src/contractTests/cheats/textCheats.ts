import { existsSync, readFileSync, statSync } from "node:fs";
import nodePath, { resolve } from "node:path";
import { hexToBytes } from "../../crypto/hex";
import { pathBelow } from "../../text/pathBelow";
import { parametersOf, type Value } from "./abiCode";
import { type CheatCall, type CheatCode, define, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatEvm";
import { valueText } from "./valueText";

const kinds = [
  { name: "Bool", type: "bool" },
  { name: "Uint", type: "uint256" },
  { name: "Int", type: "int256" },
  { name: "Address", type: "address" },
  { name: "Bytes32", type: "bytes32" },
  { name: "String", type: "string" },
  { name: "Bytes", type: "bytes" },
] as const;

const isDigits = (text: string): boolean => text !== "" && [...text].every((each) => each >= "0" && each <= "9");

function wholeNumber(text: string): bigint | undefined {
  const negative = text.startsWith("-");
  const rest = negative || text.startsWith("+") ? text.slice(1) : text;
  if (!isDigits(rest) && !/^0x[0-9a-fA-F]{1,64}$/.test(rest)) return undefined;
  return negative ? -BigInt(rest) : BigInt(rest);
}

/** A text as a value of the type. @throws CheatError for a text that is none. */
function parsed(type: string, given: string): Value {
  const text = given.trim();
  const refuse = (): CheatError => new CheatError(`failed parsing "${text}" as type \`${type}\``);
  const bytes = /^(?:0x)?(?:[0-9a-fA-F]{2})*$/.test(text) ? text : undefined;
  switch (type) {
    case "bool":
      if (!["true", "false", "1", "0"].includes(text.toLowerCase())) throw refuse();
      return text.toLowerCase() === "true" || text === "1";
    case "uint256":
    case "int256": {
      const number = wholeNumber(text);
      if (number === undefined || (type === "uint256" && number < 0n)) throw refuse();
      return number;
    }
    case "address":
      if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw refuse();
      return text.slice(2).toLowerCase();
    case "bytes32":
    case "bytes": {
      if (bytes === undefined) throw refuse();
      const found = hexToBytes(bytes);
      if (type === "bytes32" && found.length !== 32) throw refuse();
      return found;
    }
    default:
      return given;
  }
}

const toText = (type: string): CheatCode =>
  define(`toString(${type})`, "string", ({ ground }, [value = 0n]) => {
    const shape = parametersOf(type)[0]?.shape;
    return [shape ? valueText(shape, value, ground.suite, undefined, false) : ""];
  });

const conversions: CheatCode[] = [
  ...["address", "bytes", "bytes32", "bool", "uint256", "int256"].map(toText),
  ...kinds.map(({ name, type }) => define(`parse${name}(string)`, type, (_, args) => [parsed(type, textAt(args, 0))])),
  define("toLowercase(string)", "string", (_, args) => [textAt(args, 0).toLowerCase()]),
  define("toUppercase(string)", "string", (_, args) => [textAt(args, 0).toUpperCase()]),
  define("trim(string)", "string", (_, args) => [textAt(args, 0).trim()]),
  define("replace(string,string,string)", "string", (_, args) => [
    textAt(args, 0).replaceAll(textAt(args, 1), () => textAt(args, 2)),
  ]),
  define("split(string,string)", "string[]", (_, args) => [textAt(args, 0).split(textAt(args, 1))]),
  define("indexOf(string,string)", "uint256", (_, args) => {
    const at = textAt(args, 0).indexOf(textAt(args, 1));
    return [at < 0 ? (1n << 256n) - 1n : BigInt(at)];
  }),
  define("contains(string,string)", "bool", (_, args) => [textAt(args, 0).includes(textAt(args, 1))]),
  define("toBase64(bytes)", "string", (_, [value]) => [Buffer.from(value as Uint8Array).toString("base64")]),
  define("toBase64(string)", "string", (_, args) => [Buffer.from(textAt(args, 0)).toString("base64")]),
  define("toBase64URL(bytes)", "string", (_, [value]) => [Buffer.from(value as Uint8Array).toString("base64url")]),
  define("toBase64URL(string)", "string", (_, args) => [Buffer.from(textAt(args, 0)).toString("base64url")]),
];

/** What `setEnv` has put in place of the process's own environment. */
const ownEnvironment = new Map<string, string>();
const variable = (name: string): string | undefined => ownEnvironment.get(name) ?? process.env[name];

function required(name: string): string {
  const value = variable(name);
  if (value === undefined) throw new CheatError(`environment variable "${name}" not found`);
  return value;
}

const environment: CheatCode[] = [
  ...kinds.flatMap(({ name, type }) => [
    define(`env${name}(string)`, type, (_, args) => [parsed(type, required(textAt(args, 0)))]),
    define(`env${name}(string,string)`, `${type}[]`, (_, args) => [
      required(textAt(args, 0))
        .split(textAt(args, 1))
        .map((each) => parsed(type, each)),
    ]),
    define(`envOr(string,${type})`, type, (_, args) => {
      const value = variable(textAt(args, 0));
      return [value === undefined ? (args[1] ?? 0n) : parsed(type, value)];
    }),
    define(`envOr(string,string,${type}[])`, `${type}[]`, (_, args) => {
      const value = variable(textAt(args, 0));
      if (value === undefined) return [args[2] ?? []];
      return [value.split(textAt(args, 1)).map((each) => parsed(type, each))];
    }),
  ]),
  define("envExists(string)", "bool", (_, args) => [variable(textAt(args, 0)) !== undefined]),
  order("setEnv(string,string)", (_, args) => ownEnvironment.set(textAt(args, 0), textAt(args, 1))),
];

const largestFile = 16 * 1024 * 1024;

/** A file of the project. @throws CheatError for one outside of it. */
function inProject({ ground: { root } }: CheatCall, path: string): string {
  const full = resolve(root, path);
  if (full !== resolve(root) && pathBelow(root, full, nodePath) === undefined) {
    throw new CheatError(`the path ${path} is not allowed to be accessed: it is outside of the project`);
  }
  return full;
}

function readProjectFile(call: CheatCall, path: string): Buffer {
  const full = inProject(call, path);
  if (!existsSync(full) || !statSync(full).isFile()) throw new CheatError(`failed to read ${path}: no such file`);
  if (statSync(full).size > largestFile) throw new CheatError(`failed to read ${path}: it is too large`);
  return readFileSync(full);
}

const files: CheatCode[] = [
  define("projectRoot()", "string", ({ ground }) => [ground.root]),
  define("readFile(string)", "string", (call, args) => [readProjectFile(call, textAt(args, 0)).toString("utf8")]),
  define("readFileBinary(string)", "bytes", (call, args) => [new Uint8Array(readProjectFile(call, textAt(args, 0)))]),
  define("exists(string)", "bool", (call, args) => [existsSync(inProject(call, textAt(args, 0)))]),
  define("isFile(string)", "bool", (call, args) => {
    const path = inProject(call, textAt(args, 0));
    return [existsSync(path) && statSync(path).isFile()];
  }),
  define("isDir(string)", "bool", (call, args) => {
    const path = inProject(call, textAt(args, 0));
    return [existsSync(path) && statSync(path).isDirectory()];
  }),
];

/** Texts, environment variables, files of the project. */
export const textCheats: readonly CheatCode[] = [...conversions, ...environment, ...files];
