import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type AbiFunction, type ContractInterface, contractInterface } from "./contractInterface";
import { splitTypes } from "./typeList";

const maxSignature = 4000;
const maxDepth = 8;
const identifier = /^[A-Za-z_$][\w$]{0,127}$/;
/** Words of Solidity that say nothing of the call data. */
const locations: ReadonlySet<string> = new Set(["memory", "calldata", "storage", "payable"]);

const wide = (type: string): string => type.replace(/^(u?int)(?=\[|$)/, "$1256");

/** The name behind a type, where there is one; undefined for anything else. */
function nameIn(words: readonly string[]): string | undefined {
  const [name = "", ...rest] = words.filter((word) => !locations.has(word));
  return rest.length === 0 && (name === "" || identifier.test(name)) ? name : undefined;
}

const wordsOf = (text: string): string[] => text.split(" ").filter((word) => word !== "");

/** `address to`, `(address target, bytes data)[] calls` as an ABI has them; of an event also `address indexed to`. */
function parameterOf(written: string, depth: number, ofEvent: boolean): object | undefined {
  const text = written.trim();
  const nameOf = (words: readonly string[]): { name?: string | undefined; indexed?: boolean } => {
    const isIndexed = ofEvent && depth === 0 && words[0] === "indexed";
    const name = nameIn(isIndexed ? words.slice(1) : words);
    return ofEvent ? { name, indexed: isIndexed } : { name };
  };
  if (!text.startsWith("(")) {
    const [type = "", ...words] = wordsOf(text);
    const own = nameOf(words);
    return own.name === undefined || type === "" || type.startsWith("tuple") ? undefined : { type: wide(type), ...own };
  }
  const end = text.lastIndexOf(")");
  const behind = text.slice(end + 1);
  const arrays = /^(?:\[\d{0,9}\]){0,8}/.exec(behind)?.[0] ?? "";
  const own = nameOf(wordsOf(behind.slice(arrays.length)));
  const components = parametersIn(text.slice(1, end), ofEvent, depth + 1);
  return own.name === undefined || !components ? undefined : { type: `tuple${arrays}`, ...own, components };
}

/** A list of parameters as an ABI has it; undefined where one of them is none. */
export function parametersIn(list: string, ofEvent = false, depth = 0): object[] | undefined {
  if (depth > maxDepth) return undefined;
  if (list.trim() === "") return [];
  const parameters = splitTypes(list).map((each) => parameterOf(each, depth, ofEvent));
  return parameters.includes(undefined) ? undefined : (parameters as object[]);
}

/** Where the list that opens here ends; -1 where it doesn't. */
function closing(line: string, open: number): number {
  let depth = 0;
  for (let at = open; at < line.length; at++) {
    if (line[at] === "(") depth++;
    else if (line[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

const specifiers = /^(?:(?:external|public|internal|private|view|pure|payable|virtual|override) )*(?:returns ?)?/;

/** What stands behind the parameters: nothing, or the results: `(uint256)`, `external view returns (uint256 total)`. */
function resultsIn(behind: string): object[] | undefined {
  const words = `${behind.trim().replaceAll(/ {2,}/g, " ")} `;
  const rest = words.slice(specifiers.exec(words)?.[0].length ?? 0).trim();
  if (rest === "") return [];
  return rest.startsWith("(") && closing(rest, 0) === rest.length - 1 ? parametersIn(rest.slice(1, -1)) : undefined;
}

/**
 * A function as Solidity declares it, with the names of its parameters: `transfer(address to, uint256 amount)`. Structs are written out:
 * `aggregate((address target, bytes data)[] calls)`. Its results may stand behind it: `balanceOf(address)(uint256)`, or
 * `balanceOf(address) view returns (uint256)`.
 * @returns undefined for what is no such function
 */
export function writtenFunction(
  signature: string,
  suite: CryptoSuite,
): { readonly called: AbiFunction; readonly abi: ContractInterface } | undefined {
  if (signature.length > maxSignature) return undefined;
  const line = signature.trim().replaceAll(/\s/g, " ");
  const open = line.indexOf("(");
  const end = open < 0 ? -1 : closing(line, open);
  if (end < 0) return undefined;
  const head = line.slice(0, open).trim();
  const name = head.startsWith("function ") ? head.slice("function ".length).trim() : head;
  const inputs = parametersIn(line.slice(open + 1, end));
  const outputs = resultsIn(line.slice(end + 1));
  if (!identifier.test(name) || !inputs || !outputs) return undefined;
  try {
    const abi = contractInterface([{ type: "function", name, inputs, outputs }], suite);
    const [called] = abi.functions;
    return called && { called, abi };
  } catch {
    return undefined; // a type that there isn't
  }
}
