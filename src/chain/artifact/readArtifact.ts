import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import { isJsonObject, type JsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { OutOfBounds } from "../../text/limits/outOfBounds";
import {
  type LibraryNames,
  libraryMarkers,
  libraryName,
  linkLibraries,
  namesFromComments,
  namesFromReferences,
} from "./linkLibraries";
import { readNotes, type SourceNotes } from "./sourceNotes";

/** A compiled contract, whichever tool compiled it. */
export interface ContractArtifact {
  readonly name: string;
  /** The ABI as the compiler wrote it. */
  readonly abi: readonly unknown[];
  /** Creation code, hex without `0x`, with markers where libraries belong; missing for interfaces and abstract contracts. */
  readonly bytecode?: string;
  /** Creation code for SM chains, where the compiler made both. */
  readonly smBytecode?: string;
  /** What the compiler tells of the libraries whose addresses the code lacks. */
  readonly libraryNames: LibraryNames;
  /** The source file that the compiler names, if it does. */
  readonly source?: string;
  /** What its source says beyond the ABI, where the file holds it. */
  readonly notes?: SourceNotes;
}

/** Hex of the code with its markers; what a compiler writes below it is left out. */
function codeText(value: unknown): string | undefined {
  const text = isJsonObject(value) ? value["object"] : value;
  if (typeof text !== "string") return undefined;
  const [code = ""] = text.trim().replace(/^0x/i, "").split(/\s/, 1);
  return code === "" ? undefined : code;
}

/** An ABI is a list whose entries are objects with a type: enough to tell it from any other JSON list. */
function isAbi(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((entry) => isJsonObject(entry) && typeof entry["type"] === "string");
}

/** Undefined for what is no JSON. @throws OutOfBounds */
function jsonOf(text: string): unknown {
  try {
    return parseBoundedJson(text, jsonLimits.compiled);
  } catch (error) {
    if (error instanceof OutOfBounds) throw error;
    return undefined;
  }
}

/** The compiler's metadata: an object with Foundry and a text with the others. */
function metadataOf(metadata: unknown): JsonObject {
  if (isJsonObject(metadata)) return metadata;
  try {
    const read: unknown = typeof metadata === "string" ? parseBoundedJson(metadata, jsonLimits.compiled) : undefined;
    return isJsonObject(read) ? read : {};
  } catch {
    return {};
  }
}

/** The one key of `settings.compilationTarget` in the compiler's metadata. */
function metadataSource(metadata: unknown): string | undefined {
  const { settings } = metadataOf(metadata);
  const target = isJsonObject(settings) ? settings["compilationTarget"] : undefined;
  return isJsonObject(target) ? Object.keys(target)[0] : undefined;
}

function docsInMetadata(metadata: unknown): { devdoc?: unknown; userdoc?: unknown } {
  const { output } = metadataOf(metadata);
  return isJsonObject(output) ? given(output, ["devdoc", "userdoc"]) : {};
}

/** Those of the members that are there. */
const given = (json: JsonObject, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (json[name] === undefined ? [] : [[name, json[name]]])));

/** `chainside compile --out` says which chains the code is for; other compilers know one kind alone. */
function codeFor(suite: unknown, code: string | undefined): Pick<ContractArtifact, "bytecode" | "smBytecode"> {
  if (code === undefined) return {};
  return suite === "sm" ? { smBytecode: code } : { bytecode: code };
}

/**
 * Reads the JSON file that Hardhat, Foundry, Truffle or solc's JSON output writes for one contract.
 * Gives undefined for JSON that is no such file.
 * @throws OutOfBounds for one that is deeper or has more values than any compiler's.
 */
export function readJsonArtifact(text: string, fileName: string): ContractArtifact | undefined {
  const json = jsonOf(text);
  if (!isJsonObject(json) || !isAbi(json["abi"])) return undefined;
  const bytecode =
    codeText(json["bytecode"]) ?? codeText(isJsonObject(json["data"]) ? json["data"]["bytecode"] : undefined);
  const references = isJsonObject(json["bytecode"]) ? json["bytecode"]["linkReferences"] : json["linkReferences"];
  const name = typeof json["contractName"] === "string" ? json["contractName"] : fileName.replace(/\.json$/i, "");
  const source = json["sourceName"] ?? json["sourcePath"] ?? metadataSource(json["metadata"]);
  const notes = readNotes({ ...docsInMetadata(json["metadata"]), ...given(json, ["ast", "devdoc", "userdoc"]) });
  return {
    name,
    abi: json["abi"],
    ...codeFor(json["suite"], bytecode),
    libraryNames: bytecode === undefined ? {} : namesFromReferences(bytecode, references),
    // Truffle calls the project's folder `project:`.
    ...(typeof source === "string" ? { source: source.replace(/^project:[\\/]*/, "") } : {}),
    ...(notes ? { notes } : {}),
  };
}

/** The pair that solc and the official console write: `Name.abi` and `Name.bin`, with a `.bin` of its own for SM chains. */
export function readAbiBinPair(
  abiText: string,
  name: string,
  bin: string | undefined,
  smBin: string | undefined,
): ContractArtifact | undefined {
  const abi = jsonOf(abiText);
  if (!isAbi(abi)) return undefined;
  const bytecode = codeText(bin);
  const smBytecode = codeText(smBin);
  return {
    name,
    abi,
    ...(bytecode === undefined ? {} : { bytecode }),
    ...(smBytecode === undefined ? {} : { smBytecode }),
    libraryNames: { ...namesFromComments(bin ?? ""), ...namesFromComments(smBin ?? "") },
  };
}

/** Whether a contract has code for any kind of chain: an interface or an abstract contract has none. */
export const hasCode = ({ bytecode, smBytecode }: ContractArtifact): boolean => Boolean(bytecode || smBytecode);

/**
 * The creation code for a chain of this suite, with its markers.
 * @throws ChainError usage `noBytecode`.
 */
export function creationCode(artifact: ContractArtifact, suite: CryptoSuiteName): string {
  const code = suite === "sm" ? (artifact.smBytecode ?? artifact.bytecode) : artifact.bytecode;
  if (code === undefined) throw clientError("noBytecode", { name: artifact.name });
  return code;
}

/**
 * Names of the libraries whose addresses the code for a chain of this suite still lacks.
 * @throws ChainError usage `noBytecode`, `badBytecode`.
 */
export function neededLibraries(artifact: ContractArtifact, suite: CryptoSuiteName): string[] {
  const markers = libraryMarkers(artifact.name, creationCode(artifact, suite));
  return [...new Set(markers.map((marker) => libraryName(marker, artifact.libraryNames)))];
}

/**
 * The creation code for a chain of this suite, linked with the addresses of its libraries.
 * @throws ChainError usage `noBytecode`, `unlinkedBytecode`, `badBytecode`.
 */
export function deployableCode(
  artifact: ContractArtifact,
  suite: CryptoSuiteName,
  libraries: Readonly<Record<string, string>> = {},
): string {
  return linkLibraries(artifact.name, creationCode(artifact, suite), artifact.libraryNames, libraries);
}
