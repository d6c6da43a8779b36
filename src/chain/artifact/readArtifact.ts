import { clientError } from "../errors/clientError";

/** A compiled contract, whichever tool compiled it. */
export interface ContractArtifact {
  readonly name: string;
  /** The ABI as the compiler wrote it. */
  readonly abi: readonly unknown[];
  /** Creation code, hex without `0x`; missing for interfaces and abstract contracts. */
  readonly bytecode?: string;
  /** Creation code for SM chains, where the compiler made both. */
  readonly smBytecode?: string;
  /** Names of libraries whose addresses the bytecode still lacks. */
  readonly unlinked: readonly string[];
  /** The source file that the compiler names, if it does. */
  readonly source?: string;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Hex of the code; a library's place keeps its marker, so that it is recognised as not yet linked. */
function codeText(value: unknown): string | undefined {
  const text = isObject(value) ? value["object"] : value;
  if (typeof text !== "string") return undefined;
  const code = text.trim().replace(/^0x/i, "");
  return code === "" ? undefined : code;
}

function librariesIn(references: unknown): string[] {
  if (!isObject(references)) return [];
  return Object.values(references).flatMap((file) => (isObject(file) ? Object.keys(file) : []));
}

/** An ABI is a list whose entries are objects with a type: enough to tell it from any other JSON list. */
function isAbi(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((entry) => isObject(entry) && typeof entry["type"] === "string");
}

/**
 * Reads the JSON file that Hardhat, Foundry, Truffle or solc's JSON output writes for one contract.
 * Gives undefined for JSON that is no such file.
 */
export function readJsonArtifact(text: string, fileName: string): ContractArtifact | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(json) || !isAbi(json["abi"])) return undefined;
  const bytecode =
    codeText(json["bytecode"]) ?? codeText(isObject(json["data"]) ? json["data"]["bytecode"] : undefined);
  const references = isObject(json["bytecode"]) ? json["bytecode"]["linkReferences"] : json["linkReferences"];
  const name = typeof json["contractName"] === "string" ? json["contractName"] : fileName.replace(/\.json$/i, "");
  const source = json["sourceName"] ?? json["sourcePath"];
  const marked = bytecode !== undefined && /[^0-9a-fA-F]/.test(bytecode);
  const libraries = librariesIn(references);
  return {
    name,
    abi: json["abi"],
    ...(bytecode === undefined ? {} : { bytecode }),
    unlinked: marked && libraries.length === 0 ? ["?"] : marked ? libraries : [],
    ...(typeof source === "string" ? { source } : {}),
  };
}

/** The pair that solc and the official console write: `Name.abi` and `Name.bin`, with a `.bin` of its own for SM chains. */
export function readAbiBinPair(
  abiText: string,
  name: string,
  bin: string | undefined,
  smBin: string | undefined,
): ContractArtifact | undefined {
  let abi: unknown;
  try {
    abi = JSON.parse(abiText);
  } catch {
    return undefined;
  }
  if (!isAbi(abi)) return undefined;
  const bytecode = codeText(bin);
  const smBytecode = codeText(smBin);
  const marked = [bytecode, smBytecode].some((code) => code !== undefined && /[^0-9a-fA-F]/.test(code));
  return {
    name,
    abi,
    ...(bytecode === undefined ? {} : { bytecode }),
    ...(smBytecode === undefined ? {} : { smBytecode }),
    unlinked: marked ? ["?"] : [],
  };
}

/**
 * The creation code for a chain of this suite.
 * @throws ChainError usage `noBytecode`, `unlinkedBytecode`.
 */
export function deployableCode(artifact: ContractArtifact, suite: "standard" | "sm"): string {
  const code = suite === "sm" ? (artifact.smBytecode ?? artifact.bytecode) : artifact.bytecode;
  if (code === undefined) throw clientError("noBytecode", { name: artifact.name });
  if (artifact.unlinked.length > 0) {
    throw clientError("unlinkedBytecode", { name: artifact.name, libraries: artifact.unlinked.join(", ") });
  }
  return code;
}
