import {
  isJsonObject,
  type JsonObject,
  jsonLimits,
  jsonObjectOf,
  parseBoundedJson,
} from "../../text/limits/boundedJson";
import { readParameters, signatureOf } from "../abi/abiType";
import { type EnumNames, enumNamesOf, withEnumNames } from "./enumNames";

/** What a source says of a function, an event, or a custom error (NatSpec). */
interface MemberDocs {
  /** `@notice`, and `@dev` below it. */
  readonly text?: string;
  /** `@param`, by name. */
  readonly params?: Readonly<Record<string, string>>;
  /** `@return`, by name, or `_0`, `_1` where a result has none. */
  readonly returns?: Readonly<Record<string, string>>;
}

/** The comments of a contract's source, by canonical signature: `transfer(address,uint256)`; the constructor's as `constructor`. */
interface ContractDocs {
  readonly functions: Readonly<Record<string, MemberDocs>>;
  readonly events: Readonly<Record<string, MemberDocs>>;
  /** Undefined in what was kept before errors were read. */
  readonly errors?: Readonly<Record<string, MemberDocs>>;
}

/** A comment is for reading beside a field; a file may hold any. */
const maxTextLength = 2000;
const maxMembers = 2000;

const text = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, maxTextLength) : "");

function texts(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(jsonObjectOf(value))
      .slice(0, maxMembers)
      .flatMap(([name, reported]) => (text(reported) === "" ? [] : [[name, text(reported)]])),
  );
}

function memberDocs(dev: JsonObject, user: JsonObject): MemberDocs | undefined {
  const message = [text(user["notice"]), text(dev["details"])].filter(Boolean).join("\n");
  const params = texts(dev["params"]);
  // Compilers before 0.6 know one result: a text.
  const returns = typeof dev["return"] === "string" ? { _0: text(dev["return"]) } : texts(dev["returns"]);
  const docs = {
    ...(message === "" ? {} : { text: message }),
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(Object.keys(returns).length === 0 ? {} : { returns }),
  };
  return Object.keys(docs).length === 0 ? undefined : docs;
}

function membersDocs(dev: unknown, user: unknown): Record<string, MemberDocs> {
  const [devs, users] = [jsonObjectOf(dev), jsonObjectOf(user)];
  const signatures = [...new Set([...Object.keys(devs), ...Object.keys(users)])].slice(0, maxMembers);
  return Object.fromEntries(
    signatures.flatMap((signature) => {
      const members = memberDocs(jsonObjectOf(devs[signature]), jsonObjectOf(users[signature]));
      return members ? [[signature, members]] : [];
    }),
  );
}

/** Of errors compilers write a list: one may be declared several times. The first one counts. */
const firstOfEach = (list: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(jsonObjectOf(list)).map(([signature, reported]) => [
      signature,
      Array.isArray(reported) ? reported[0] : reported,
    ]),
  );

/** Reads what a compiler writes as `devdoc` and `userdoc`; undefined where they say nothing. */
export function readDocs(devdoc: unknown, userdoc: unknown): ContractDocs | undefined {
  const [dev, user] = [jsonObjectOf(devdoc), jsonObjectOf(userdoc)];
  const functions = membersDocs(dev["methods"], user["methods"]);
  const events = membersDocs(dev["events"], user["events"]);
  const errors = membersDocs(firstOfEach(dev["errors"]), firstOfEach(user["errors"]));
  const isEmpty = [functions, events, errors].every((each) => Object.keys(each).length === 0);
  return isEmpty ? undefined : { functions, events, errors };
}

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
