import { isJsonObject, type JsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { readParameters, signatureOf } from "../abi/abiType";
import { type ContractDocs, type MemberDocs, readDocs } from "./contractDocs";
import { type EnumNames, enumNamesOf, withEnumNames } from "./enumNames";

/** What a contract's source says beyond its ABI, as far as a compiler's output holds it. */
export interface SourceNotes {
  /** Members of the enums that it declares. */
  readonly enums?: EnumNames;
  /** Its comments. */
  readonly docs?: ContractDocs;
}

/** Takes the notes out of a compiler's output for a contract; undefined where it has none. */
export function readNotes(output: {
  readonly ast?: unknown;
  readonly devdoc?: unknown;
  readonly userdoc?: unknown;
}): SourceNotes | undefined {
  const enums = enumNamesOf(output.ast);
  const docs = readDocs(output.devdoc, output.userdoc);
  if (Object.keys(enums).length === 0 && !docs) return undefined;
  return { ...(Object.keys(enums).length === 0 ? {} : { enums }), ...(docs ? { docs } : {}) };
}

function withParameterDocs(list: unknown, reported: Readonly<Record<string, string>> | undefined): unknown {
  if (!Array.isArray(list) || !reported) return list;
  return list.map((each: unknown, index) => {
    if (!isJsonObject(each)) return each;
    const name = typeof each["name"] === "string" && each["name"] !== "" ? each["name"] : `_${index}`;
    return Object.hasOwn(reported, name) ? { ...each, doc: reported[name] } : each;
  });
}

/** Docs of an ABI's entry by its own signature. */
function docsOf(entry: JsonObject, { functions, events, errors = {} }: ContractDocs): MemberDocs | undefined {
  const { type = "function", name } = entry;
  if (type === "constructor") return Object.hasOwn(functions, "constructor") ? functions["constructor"] : undefined;
  const known = new Map<unknown, ContractDocs["functions"]>([
    ["function", functions],
    ["event", events],
    ["error", errors],
  ]).get(type);
  if (typeof name !== "string" || !known) return undefined;
  try {
    const inputs = readParameters(entry["inputs"], name);
    const signatures = [false, true].map((ofLibrary) => signatureOf(name, inputs, ofLibrary));
    const signature = signatures.find((each) => Object.hasOwn(known, each));
    return signature === undefined ? undefined : known[signature];
  } catch {
    return undefined; // what is wrong with the entry is said where the ABI is read
  }
}

/** The ABI with `doc` at each function, event, error, and parameter that has one. */
function withDocs(abi: string | readonly unknown[], docs: ContractDocs | undefined): string | readonly unknown[] {
  if (!docs) return abi;
  const entries: unknown = typeof abi === "string" ? parseBoundedJson(abi, jsonLimits.compiled) : abi;
  if (!Array.isArray(entries)) return abi;
  return entries.map((entry: unknown) => {
    const entryDocs = isJsonObject(entry) ? docsOf(entry, docs) : undefined;
    if (!isJsonObject(entry) || !entryDocs) return entry;
    return {
      ...entry,
      ...(entryDocs.text === undefined ? {} : { doc: entryDocs.text }),
      ...(entry["inputs"] === undefined ? {} : { inputs: withParameterDocs(entry["inputs"], entryDocs.params) }),
      ...(entry["outputs"] === undefined ? {} : { outputs: withParameterDocs(entry["outputs"], entryDocs.returns) }),
    };
  });
}

/** The ABI with what the source says written into it (`enumMembers`, `doc`): for reading here, never for a chain or a file. */
export const withNotes = (
  abi: string | readonly unknown[],
  notes: SourceNotes | undefined,
): string | readonly unknown[] => withDocs(withEnumNames(abi, notes?.enums), notes?.docs);
