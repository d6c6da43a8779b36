import { isJsonObject, type JsonObject, jsonObjectOf } from "../../text/limits/boundedJson";
import { compareVersions } from "../../text/versions";
import type { CompiledCode, CompiledContract, CompilerSettings, StorageLayout } from "../artifact/compiledProject";
import type { CompilerDiagnostic } from "../artifact/compilerDiagnostic";
import { emptyConsole, testSource } from "../fisco/solidityTexts";
import { withLayoutNotes } from "../layout/layoutNotes";
import { withNamespaces } from "../layout/namespaces";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number => (typeof value === "number" ? value : -1);

/** Outputs of a contract that is asked for. */
const contractOutputs = [
  "abi",
  "metadata",
  "userdoc",
  "devdoc",
  "storageLayout",
  "evm.methodIdentifiers",
  ...["bytecode", "deployedBytecode"].flatMap((code) =>
    ["object", "sourceMap", "linkReferences", "functionDebugData"].map((part) => `evm.${code}.${part}`),
  ),
  "evm.deployedBytecode.immutableReferences",
];

/** What a compiler is asked for: everything of some sources, or only whether anything is wrong. */
type OutputWish =
  | { readonly kind: "contracts"; readonly sourceNames: readonly string[] }
  | { readonly kind: "diagnostics" }
  | { readonly kind: "code"; readonly contracts: readonly { readonly sourceName: string; readonly name: string }[] };

/** What running a contract takes. */
const codeOutputs = [
  "evm.bytecode.object",
  "evm.bytecode.linkReferences",
  "evm.deployedBytecode.object",
  "evm.deployedBytecode.linkReferences",
  "evm.deployedBytecode.immutableReferences",
];

/** Outputs of single contracts, by source and name. */
function codeSelection(
  contracts: readonly { readonly sourceName: string; readonly name: string }[],
  version: string,
): Record<string, Record<string, readonly string[]>> {
  const outputs = compareVersions(version, "0.5.0") < 0 ? ["evm.bytecode", "evm.deployedBytecode"] : codeOutputs;
  const selection: Record<string, Record<string, readonly string[]>> = {};
  for (const { sourceName, name } of contracts) selection[sourceName] = { ...selection[sourceName], [name]: outputs };
  return selection;
}

/** Names of outputs that a compiler knows; the oldest refuse nothing, but take whole codes only. */
function outputsFor(version: string): readonly string[] {
  return compareVersions(version, "0.5.0") < 0
    ? ["abi", "metadata", "userdoc", "devdoc", "evm.methodIdentifiers", "evm.bytecode", "evm.deployedBytecode"]
    : contractOutputs;
}

/** Settings as this compiler takes them: it refuses those that came after it. */
function settingsJson(settings: CompilerSettings, version: string): JsonObject {
  const { optimizer, evmVersion, viaIR, remappings, metadata, libraries } = settings;
  return {
    optimizer,
    ...(evmVersion === undefined ? {} : { evmVersion }),
    ...(viaIR && compareVersions(version, "0.7.5") >= 0 ? { viaIR: true } : {}),
    ...(remappings.length === 0 ? {} : { remappings }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(Object.keys(libraries).length === 0 ? {} : { libraries }),
  };
}

const tree = { "": ["ast"] };
const printer = "fisco/console.sol";
const cheatCodes = "fisco/Vm.sol";

/**
 * Whether a source is the built-in one of this name that tests import, and no source beside says this word: without it, none can use it.
 * Of a small project's compilation these take most of the time, and each test imports them by `fisco/Test.sol`.
 */
function isUnused(sources: ReadonlyMap<string, string>, name: string, word: RegExp): boolean {
  const isBuiltIn = (each: string): boolean => sources.get(each) === testSource(each);
  return isBuiltIn(name) && [...sources].every(([each, text]) => isBuiltIn(each) || !word.test(text));
}

/** What is asked for of each source. */
function selectionOf(
  sources: ReadonlyMap<string, string>,
  version: string,
  wish: Exclude<OutputWish, { readonly kind: "code" }>,
): Record<string, Record<string, readonly string[]>> {
  if (wish.kind === "diagnostics") {
    const storage = compareVersions(version, "0.5.13") < 0 ? [] : ["storageLayout"];
    return { "*": { ...tree, "*": ["abi", "evm.methodIdentifiers", ...storage] } };
  }
  const outputs = outputsFor(version);
  // The library's tree is searched for nothing, nor is that of `Vm` without a value of its structs.
  const treeless = [printer, ...(isUnused(sources, cheatCodes, /\bVm\b/) ? [cheatCodes] : [])];
  const trees = [...sources].filter(([name, text]) => !(treeless.includes(name) && text === testSource(name)));
  return {
    ...Object.fromEntries(trees.map(([name]) => [name, tree])),
    ...Object.fromEntries(wish.sourceNames.map((name) => [name, { ...tree, "*": outputs }])),
  };
}

/** The input of one compilation: standard JSON. */
export function compilerInput(
  sources: ReadonlyMap<string, string>,
  settings: CompilerSettings,
  version: string,
  wish: OutputWish,
): string {
  const contents = new Map(sources);
  // A compiler compares each of the hundreds of functions `log` with each.
  if (isUnused(sources, printer, /\bconsole\b/)) contents.set(printer, emptyConsole);
  const outputSelection =
    wish.kind === "code" ? codeSelection(wish.contracts, version) : selectionOf(sources, version, wish);
  return JSON.stringify({
    language: "Solidity",
    sources: Object.fromEntries([...contents].map(([name, content]) => [name, { content }])),
    settings: { ...settingsJson(settings, version), outputSelection },
  });
}

/** What a compiler answered, its parts checked. */
export interface CompilerOutput {
  readonly diagnostics: readonly CompilerDiagnostic[];
  /** Number and tree of each source. */
  readonly sources: ReadonlyMap<string, { readonly id: number; readonly ast: unknown }>;
  readonly contracts: readonly CompiledContract[];
}

/** Where a line begins, in bytes; undefined behind the end. */
function startOfLine(bytes: Uint8Array, line: number): number | undefined {
  let at = 0;
  for (let number = 1; number < line; number++) {
    const end = bytes.indexOf(10, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  return at;
}

const isWord = (byte = 0): boolean => /[\w$]/.test(String.fromCharCode(byte));

/** The place that compilers before 0.4.20 only write into the text: `contracts/A.sol:4:5: ParserError: …`, to the end of the word there. */
function placeInText(message: string, contents: ReadonlyMap<string, string>): CompilerDiagnostic["place"] {
  const [, file = "", line = "", column = ""] =
    /^(.+):(\d{1,9}):(\d{1,9}): /.exec(message.split("\n", 1)[0] ?? "") ?? [];
  const content = contents.get(file);
  if (content === undefined) return undefined;
  const bytes = Buffer.from(content, "utf8");
  const first = startOfLine(bytes, Number(line));
  if (first === undefined) return { file, start: -1, end: -1 };
  const start = Math.min(first + Math.max(Number(column) - 1, 0), bytes.length);
  let end = start;
  while (end < bytes.length && isWord(bytes[end])) end++;
  return { file, start, end: Math.max(end, Math.min(start + 1, bytes.length)) };
}

function diagnosticOf(value: unknown, contents: ReadonlyMap<string, string>): CompilerDiagnostic {
  const json = jsonObjectOf(value);
  const place = (at: unknown): { file: string; start: number; end: number } | undefined => {
    if (!isJsonObject(at)) return undefined;
    return { file: textOf(at["file"]), start: numberOf(at["start"]), end: numberOf(at["end"]) };
  };
  const severity = textOf(json["severity"]);
  const related = Array.isArray(json["secondarySourceLocations"]) ? json["secondarySourceLocations"] : [];
  return {
    severity: severity === "error" || severity === "info" ? severity : "warning",
    type: textOf(json["type"]),
    code: textOf(json["errorCode"]) || undefined,
    message: textOf(json["message"]),
    formattedMessage: textOf(json["formattedMessage"]) || textOf(json["message"]),
    place: place(json["sourceLocation"]) ?? placeInText(textOf(json["formattedMessage"]), contents),
    related: related.flatMap((each: unknown) => {
      const at = place(each);
      return at ? [{ ...at, message: textOf(jsonObjectOf(each)["message"]) }] : [];
    }),
  };
}

function codeOf(value: unknown): CompiledCode {
  const json = jsonObjectOf(value);
  return {
    object: textOf(json["object"]),
    sourceMap: textOf(json["sourceMap"]),
    linkReferences: jsonObjectOf(json["linkReferences"]) as CompiledCode["linkReferences"],
    immutableReferences: jsonObjectOf(json["immutableReferences"]) as CompiledCode["immutableReferences"],
    functionDebugData: jsonObjectOf(json["functionDebugData"]) as CompiledCode["functionDebugData"],
  };
}

function contractOf(sourceName: string, name: string, value: unknown): CompiledContract {
  const json = jsonObjectOf(value);
  const evm = jsonObjectOf(json["evm"]);
  const layout = json["storageLayout"];
  return {
    name,
    sourceName,
    abi: Array.isArray(json["abi"]) ? json["abi"] : [],
    bytecode: codeOf(evm["bytecode"]),
    deployedBytecode: codeOf(evm["deployedBytecode"]),
    methodIdentifiers: jsonObjectOf(evm["methodIdentifiers"]) as Readonly<Record<string, string>>,
    // A contract without state has no types, which some compilers write as null.
    storageLayout: isJsonObject(layout)
      ? {
          storage: layout["storage"] as StorageLayout["storage"],
          types: jsonObjectOf(layout["types"]) as StorageLayout["types"],
          namespaces: true,
        }
      : undefined,
    metadata: textOf(json["metadata"]),
    userdoc: json["userdoc"] ?? {},
    devdoc: json["devdoc"] ?? {},
  };
}

/**
 * Reads a compiler's answer.
 * @param contents what it was given, by name
 * @throws SyntaxError for what is no JSON.
 */
export function readCompilerOutput(text: string, contents: ReadonlyMap<string, string>): CompilerOutput {
  const json = jsonObjectOf(JSON.parse(text));
  const errors = Array.isArray(json["errors"]) ? json["errors"] : [];
  const sources = new Map(
    Object.entries(jsonObjectOf(json["sources"])).map(([name, value]) => {
      const { id, ast } = jsonObjectOf(value);
      return [name, { id: numberOf(id), ast }] as const;
    }),
  );
  const contracts = Object.entries(jsonObjectOf(json["contracts"])).flatMap(([sourceName, list]) =>
    Object.entries(jsonObjectOf(list)).map(([name, value]) => contractOf(sourceName, name, value)),
  );
  return {
    diagnostics: errors.map((error) => diagnosticOf(error, contents)),
    sources,
    contracts: withLayoutNotes(withNamespaces(contracts, sources, contents), sources, contents),
  };
}
