import { isJsonObject, type JsonObject } from "../../text/limits/boundedJson";
import type { StorageLayout } from "../artifact/compiledProject";

type Entry = StorageLayout["storage"][number];
type StorageType = StorageLayout["types"][string];

const maxEntries = 5000;
const maxLength = 500;

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= maxLength ? value : undefined;
const digitsOf = (value: unknown): string | undefined => {
  const text = typeof value === "number" ? String(value) : textOf(value);
  return text !== undefined && /^\d{1,78}$/.test(text) ? text : undefined;
};

function entryOf(value: unknown): Entry | undefined {
  if (!isJsonObject(value)) return undefined;
  const { astId, offset } = value;
  const [label, slot, type] = [textOf(value["label"]), digitsOf(value["slot"]), textOf(value["type"])];
  if (label === undefined || slot === undefined || type === undefined) return undefined;
  if (typeof offset !== "number" || !(offset >= 0 && offset < 32)) return undefined;
  const [renamedFrom, retypedFrom] = [textOf(value["renamedFrom"]), textOf(value["retypedFrom"])];
  return {
    astId: typeof astId === "number" ? astId : -1,
    contract: textOf(value["contract"]) ?? "",
    label,
    offset,
    slot,
    type,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(retypedFrom === undefined ? {} : { retypedFrom }),
  };
}

/** Names of an enum's members; undefined where a layout doesn't list them. */
function namesOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length > maxEntries) return undefined;
  const names = value.map(textOf);
  return names.includes(undefined) ? undefined : (names as string[]);
}

function entriesOf(value: unknown): Entry[] | undefined {
  if (!Array.isArray(value) || value.length > maxEntries) return undefined;
  const entries = value.map(entryOf);
  return entries.includes(undefined) ? undefined : (entries as Entry[]);
}

function typeOf(value: unknown): StorageType | undefined {
  if (!isJsonObject(value)) return undefined;
  const [label, numberOfBytes] = [textOf(value["label"]), digitsOf(value["numberOfBytes"])];
  if (label === undefined || numberOfBytes === undefined) return undefined;
  const members = value["members"] === undefined ? undefined : entriesOf(value["members"]);
  const [key, inner, base] = [textOf(value["key"]), textOf(value["value"]), textOf(value["base"])];
  const [enumMembers, underlying] = [namesOf(value["enumMembers"]), textOf(value["underlying"])];
  return {
    label,
    numberOfBytes,
    ...(key === undefined ? {} : { key }),
    ...(inner === undefined ? {} : { value: inner }),
    ...(base === undefined ? {} : { base }),
    ...(members === undefined ? {} : { members }),
    ...(enumMembers === undefined ? {} : { enumMembers }),
    ...(underlying === undefined ? {} : { underlying }),
  };
}

/** The layout itself, or the artifact of a compiler, Foundry or this product that holds one. */
const holderOf = (given: JsonObject): unknown =>
  given["storageLayout"] === undefined ? given : given["storageLayout"];

/** The layout that a value from a file holds, in the compiler's form; undefined where there is none. Nothing of it is taken unseen. */
export function readLayout(given: unknown): StorageLayout | undefined {
  const layout = isJsonObject(given) ? holderOf(given) : undefined;
  if (!isJsonObject(layout)) return undefined;
  const storage = entriesOf(layout["storage"]);
  // A contract without variables has no types.
  const types = layout["types"] ?? {};
  if (!storage || !isJsonObject(types) || Object.keys(types).length > maxEntries) return undefined;
  const known = new Map<string, StorageType>();
  for (const [name, value] of Object.entries(types)) {
    const type = typeOf(value);
    if (type) known.set(name, type);
  }
  const namespaces = layout["namespaces"] === true ? { namespaces: true } : {};
  return { storage, types: Object.fromEntries(known), ...namespaces };
}
