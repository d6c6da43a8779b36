import { parametersOf } from "../../chain/abi/typeList";
import { bytesOfText } from "./abiCode";
import { bytesAt, type CheatCode, define, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";
import { parsed, valueText } from "./valueText";

/** Types that cheat codes have a name for. */
export const kinds = [
  { name: "Bool", type: "bool" },
  { name: "Uint", type: "uint256" },
  { name: "Int", type: "int256" },
  { name: "Address", type: "address" },
  { name: "Bytes32", type: "bytes32" },
  { name: "String", type: "string" },
  { name: "Bytes", type: "bytes" },
] as const;

const toText = (type: string): CheatCode =>
  define(`toString(${type})`, "string", ({ context }, [value = 0n]) => {
    const shape = parametersOf(type)[0]?.shape;
    return [shape ? valueText(shape, value, context.suite, undefined, false) : ""];
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
    const at = Buffer.from(bytesOfText(textAt(args, 0))).indexOf(bytesOfText(textAt(args, 1)));
    return [at < 0 ? (1n << 256n) - 1n : BigInt(at)];
  }),
  define("contains(string,string)", "bool", (_, args) => [textAt(args, 0).includes(textAt(args, 1))]),
  ...(["toBase64", "toBase64URL"] as const).flatMap((name) => {
    const encoding = name === "toBase64" ? "base64" : "base64url";
    return [
      define(`${name}(bytes)`, "string", (_, args) => [Buffer.from(bytesAt(args, 0)).toString(encoding)]),
      define(`${name}(string)`, "string", (_, args) => [Buffer.from(bytesOfText(textAt(args, 0))).toString(encoding)]),
    ];
  }),
];

/** What `setEnv` has put in place of the process's own environment. */
const ownEnvironment = new Map<string, string>();
const variable = (name: string): string | undefined => ownEnvironment.get(name) ?? process.env[name];

function required(name: string): string {
  const value = variable(name);
  if (value === undefined) throw new CheatError(`environment variable "${name}" not found`);
  return value;
}

/** A text with the values of variables in the place of `${NAME}`. */
const resolved = (text: string): string =>
  text.replace(/\$\{([^{}]{1,1000})\}/g, (_, name: string) => required(name.trim()));

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
  define("resolveEnv(string)", "string", (_, args) => [resolved(textAt(args, 0))]),
  order("setEnv(string,string)", (_, args) => ownEnvironment.set(textAt(args, 0), textAt(args, 1))),
];

/** Texts and environment variables. */
export const textCheats: readonly CheatCode[] = [...conversions, ...environment];
