import type { CompiledCode, CompiledContract, StorageLayout } from "../artifact/compiledProject";
import type { CompilerDiagnostic } from "../artifact/compilerDiagnostic";
import type { CompilerSettings } from "../artifact/compilerSettings";
import { compareVersions } from "../version/versionRange";

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
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
    ["object", "sourceMap", "linkReferences", "generatedSources", "functionDebugData"].map(
      (part) => `evm.${code}.${part}`,
    ),
  ),
  "evm.deployedBytecode.immutableReferences",
];

/** What a compiler is asked for: everything of some sources, or only whether anything is wrong. */
export type OutputWish =
  | { readonly kind: "contracts"; readonly sourceNames: readonly string[] }
  | { readonly kind: "diagnostics" };

/** Names of outputs that a compiler knows; the oldest refuse nothing, but take whole codes only. */
function outputsFor(version: string): readonly string[] {
  return compareVersions(version, "0.5.0") < 0
    ? ["abi", "metadata", "userdoc", "devdoc", "evm.methodIdentifiers", "evm.bytecode", "evm.deployedBytecode"]
    : contractOutputs;
}

/** Settings as this compiler takes them: it refuses those that came after it. */
function settingsJson(settings: CompilerSettings, version: string): Json {
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

/** The input of one compilation: standard JSON. */
export function compilerInput(
  sources: ReadonlyMap<string, string>,
  settings: CompilerSettings,
  version: string,
  wish: OutputWish,
): string {
  const outputs = outputsFor(version);
  const outputSelection: Record<string, Record<string, readonly string[]>> = wish.kind === "diagnostics"
    ? { "*": { "": ["ast"], "*": compareVersions(version, "0.5.13") < 0 ? ["abi"] : ["abi", "storageLayout"] } }
    : {
        "*": { "": ["ast"] },
        ...Object.fromEntries(wish.sourceNames.map((name) => [name, { "": ["ast"], "*": outputs }])),
      };
  return JSON.stringify({
    language: "Solidity",
    sources: Object.fromEntries([...sources].map(([name, content]) => [name, { content }])),
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

function diagnosticOf(value: unknown): CompilerDiagnostic {
  const json = objectOf(value);
  const place = (at: unknown): { file: string; start: number; end: number } | undefined => {
    if (!isObject(at)) return undefined;
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
    place: place(json["sourceLocation"]),
    related: related.flatMap((each: unknown) => {
      const at = place(each);
      return at ? [{ ...at, message: textOf(objectOf(each)["message"]) }] : [];
    }),
  };
}

function codeOf(value: unknown): CompiledCode {
  const json = objectOf(value);
  const list = json["generatedSources"];
  return {
    object: textOf(json["object"]),
    sourceMap: textOf(json["sourceMap"]),
    linkReferences: objectOf(json["linkReferences"]) as CompiledCode["linkReferences"],
    generatedSources: Array.isArray(list) ? (list as CompiledCode["generatedSources"]) : [],
    immutableReferences: objectOf(json["immutableReferences"]) as CompiledCode["immutableReferences"],
    functionDebugData: objectOf(json["functionDebugData"]) as CompiledCode["functionDebugData"],
  };
}

function contractOf(sourceName: string, name: string, value: unknown): CompiledContract {
  const json = objectOf(value);
  const evm = objectOf(json["evm"]);
  const layout = json["storageLayout"];
  return {
    name,
    sourceName,
    abi: Array.isArray(json["abi"]) ? json["abi"] : [],
    bytecode: codeOf(evm["bytecode"]),
    deployedBytecode: codeOf(evm["deployedBytecode"]),
    methodIdentifiers: objectOf(evm["methodIdentifiers"]) as Readonly<Record<string, string>>,
    // A contract without state has no types, which some compilers write as null.
    storageLayout: isObject(layout)
      ? {
          storage: layout["storage"] as StorageLayout["storage"],
          types: objectOf(layout["types"]) as StorageLayout["types"],
        }
      : undefined,
    metadata: textOf(json["metadata"]),
    userdoc: json["userdoc"] ?? {},
    devdoc: json["devdoc"] ?? {},
  };
}

/**
 * Reads a compiler's answer.
 * @throws SyntaxError for what is no JSON.
 */
export function readCompilerOutput(text: string): CompilerOutput {
  const json = objectOf(JSON.parse(text));
  const errors = Array.isArray(json["errors"]) ? json["errors"] : [];
  const sources = new Map(
    Object.entries(objectOf(json["sources"])).map(([name, value]) => {
      const { id, ast } = objectOf(value);
      return [name, { id: numberOf(id), ast }] as const;
    }),
  );
  const contracts = Object.entries(objectOf(json["contracts"])).flatMap(([sourceName, list]) =>
    Object.entries(objectOf(list)).map(([name, value]) => contractOf(sourceName, name, value)),
  );
  return { diagnostics: errors.map(diagnosticOf), sources, contracts };
}
