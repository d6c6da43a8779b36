import { isJsonObject, type JsonObject, jsonLimits, parseBoundedJson } from "./limits/boundedJson";

/**
 * What an assistant is given of a project, by what it is: sources of contracts, and ABIs and artifacts by their shape. Whatever isn't known
 * to be one of these isn't given, whatever its file is called: a link, a second name or a renamed file of keys looks like none of them.
 */

/** The first words that a Solidity source can begin with, as far as no file of settings begins so. */
const beginnings =
  /^(?:pragma\s+(?:solidity|abicoder|experimental)\s|import\s*(?:["'{*]|\w{1,100}\s+from\s)|(?:abstract\s+)?contract\s+[\w$]{1,100}\s*(?:\{|is\s|layout\s|\/)|(?:interface|library|struct|enum)\s+[\w$]{1,100}\s*(?:\{|is\s|\/)|(?:function|event|error)\s+[\w$]{1,100}\s*\(|using\s+(?:[\w$.]{1,100}|\{)\s*[^=]|type\s+[\w$]{1,100}\s+is\s|(?:u?int\d*|bool|address|bytes\d*|string)\s+constant\s)/;

/** Behind blanks and comments; undefined where nothing else is there. */
function behindComments(text: string): string | undefined {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? "")) at += 1;
    else if (text.startsWith("//", at)) at = text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at);
    else if (text.startsWith("/*", at))
      at = text.indexOf("*/", at + 2) < 0 ? text.length : text.indexOf("*/", at + 2) + 2;
    else return text.slice(at, at + 200);
  }
  return undefined;
}

/** Whether a text is Solidity, and holds no key in PEM. */
function isSoliditySource(text: string): boolean {
  const first = behindComments(text);
  return (
    first !== undefined && beginnings.test(first) && !/-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/.test(text)
  );
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 256 && /^(?:[\p{L}_$][\p{L}\p{N}_$]*)?$/u.test(value);
const isType = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 100 && /^[a-z][a-z0-9]*(?:\[\d{0,9}\])*$/.test(value);
const isInternalType = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 300 && /^[\w$ .,()[\]=>]*$/.test(value);

const entryTypes = new Set(["function", "constructor", "event", "error", "fallback", "receive"]);
const mutabilities = new Set(["pure", "view", "nonpayable", "payable"]);
const flags = ["anonymous", "constant", "payable", "indexed"] as const;

/** Of parameters, or undefined where one has another shape. */
function sharedParameters(list: unknown, depth: number): JsonObject[] | undefined {
  if (!Array.isArray(list) || depth > 16) return undefined;
  const shared = list.map((each: unknown): JsonObject | undefined => {
    if (!isJsonObject(each)) return undefined;
    const { name = "", type, internalType, components, indexed } = each;
    const inner = components === undefined ? undefined : sharedParameters(components, depth + 1);
    if (!isName(name) || !isType(type) || (components !== undefined && !inner)) return undefined;
    return {
      name,
      type,
      ...(isInternalType(internalType) ? { internalType } : {}),
      ...(typeof indexed === "boolean" ? { indexed } : {}),
      ...(inner ? { components: inner } : {}),
    };
  });
  return shared.every((each) => each !== undefined) ? shared : undefined;
}

function sharedEntry(entry: unknown): JsonObject | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { type, name = "", stateMutability, inputs = [], outputs = [] } = entry;
  const [given, answered] = [sharedParameters(inputs, 0), sharedParameters(outputs, 0)];
  if (typeof type !== "string" || !entryTypes.has(type) || !isName(name) || !given || !answered) return undefined;
  return {
    type,
    ...(name === "" ? {} : { name }),
    inputs: given,
    ...(type === "function" ? { outputs: answered } : {}),
    ...(typeof stateMutability === "string" && mutabilities.has(stateMutability) ? { stateMutability } : {}),
    ...Object.fromEntries(flags.flatMap((flag) => (typeof entry[flag] === "boolean" ? [[flag, entry[flag]]] : []))),
  };
}

function sharedAbi(value: unknown): JsonObject[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.map(sharedEntry);
  return entries.every((each) => each !== undefined) ? entries : undefined;
}

/** Code as a compiler writes it, longer than any key: hex with places for libraries. */
function sharedCode(value: unknown): string | undefined {
  const code = isJsonObject(value) ? value["object"] : value;
  return typeof code === "string" &&
    code.length > 200 &&
    /^(?:0x)?[0-9a-fA-F]+(?:__[\w$.:/-]{36}__[0-9a-fA-F]*)*$/.test(code)
    ? code
    : undefined;
}

const isSourceName = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 300 && /^[\w@./ -]+\.sol$/.test(value);

/** An ABI, or of an artifact what compilers write about the contract: as JSON, without any other member. Undefined for other JSON. */
function sharedArtifact(text: string): string | undefined {
  let read: unknown;
  try {
    read = parseBoundedJson(text, jsonLimits.compiled);
  } catch {
    return undefined;
  }
  const list = sharedAbi(read);
  if (list) return JSON.stringify(list, undefined, 2);
  if (!isJsonObject(read)) return undefined;
  const { contractName, sourceName, bytecode, deployedBytecode } = read;
  const abi = sharedAbi(read["abi"]);
  if (!abi) return undefined;
  const [code, deployed] = [sharedCode(bytecode), sharedCode(deployedBytecode)];
  const shared = {
    ...(isName(contractName) && contractName !== "" ? { contractName } : {}),
    ...(isSourceName(sourceName) ? { sourceName } : {}),
    abi,
    ...(code === undefined ? {} : { bytecode: code }),
    ...(deployed === undefined ? {} : { deployedBytecode: deployed }),
  };
  return JSON.stringify(shared, undefined, 2);
}

const artifactFolders = ["artifacts", "out", "build"];

const namesOf = (path: string): readonly string[] => path.split(/[\\/]/);

/** Whether what is given can lie in a folder; `path` is the one below the project, empty for that itself. */
export const isSharedFolder = (path: string): boolean =>
  namesOf(path).every((name) => !name.startsWith(".") && name !== "node_modules" && name !== "conf");

/** What a file of this name may be, if its content is that; `path` is the real one below the project, with slashes. */
export function sharedKind(path: string): "solidity" | "artifact" | "configuration" | undefined {
  const names = namesOf(path);
  if (!isSharedFolder(path)) return undefined;
  const name = names.at(-1) ?? "";
  if (name.endsWith(".sol")) return "solidity";
  if (name.endsWith(".abi")) return "artifact";
  if (name === "config.ini") return "configuration";
  return name.endsWith(".json") && names.slice(0, -1).some((each) => artifactFolders.includes(each))
    ? "artifact"
    : undefined;
}

/** What of a file's content is given: undefined for what isn't what its name says. A configuration is for its own reader to clear. */
export function sharedContent(kind: "solidity" | "artifact", text: string): string | undefined {
  if (kind === "artifact") return sharedArtifact(text);
  return isSoliditySource(text) ? text : undefined;
}
