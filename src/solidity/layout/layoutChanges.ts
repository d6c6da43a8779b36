import { type LocalizableText, text } from "../../text/catalogue";
import type { StorageLayout } from "../artifact/compiledProject";
import { namespaceOf } from "./namespaces";
import { declaringContract, numberOf } from "./storageTable";

type Entry = StorageLayout["storage"][number];

/** What an upgrade does to the storage of a contract. */
export interface LayoutChange {
  /** `error`: what is stored would be read as something else. */
  readonly severity: "error" | "warning" | "information";
  readonly kind: "moved" | "retyped" | "overwritten" | "removed" | "renamed" | "added";
  /** Name of the variable, of the newer source where it has it. */
  readonly name: string;
  readonly message: LocalizableText;
}

/** A variable with where its bytes begin and end, counted over all slots. */
interface Placed {
  readonly entry: Entry;
  readonly type: string;
  readonly start: bigint;
  readonly end: bigint;
  readonly where: string;
}

const slotBytes = 32n;
const maxVariables = 5000;

/** The number of a slot; in a namespace counted from its beginning, which is at a number of many digits. */
function slotText(entry: Entry): string {
  const space = namespaceOf(entry);
  return space === undefined ? entry.slot : `${space}:${numberOf(entry.slot) & 0xffn}`;
}

function placed({ storage, types }: StorageLayout): Placed[] {
  return storage.slice(0, maxVariables).map((entry) => {
    const start = numberOf(entry.slot) * slotBytes + BigInt(entry.offset);
    const bytes = numberOf(types[entry.type]?.numberOfBytes ?? "32");
    const slot = slotText(entry);
    const where = entry.offset === 0 ? slot : `${slot}+${entry.offset}`;
    return { entry, type: entry.type, start, end: start + (bytes > 0n ? bytes : 1n), where };
  });
}

/** A list that only keeps room for later variables, as it is usually called. */
const isGap = ({ label }: Entry): boolean => /^_{0,2}gap/i.test(label) || /_gap$/i.test(label);

/** Two layouts, and which pairs of their types were compared already. */
class Types {
  readonly #same = new Map<string, boolean>();

  constructor(
    private readonly before: StorageLayout["types"],
    private readonly now: StorageLayout["types"],
  ) {}

  label(side: "before" | "now", type: string): string {
    return this[side][type]?.label ?? type;
  }

  /** Whether what was stored as one type reads the same as another one. Structs may hold themselves. */
  fits(before: string, now: string): boolean {
    const key = `${before}\n${now}`;
    const known = this.#same.get(key);
    if (known !== undefined) return known;
    this.#same.set(key, true);
    const fits = this.#compared(before, now);
    this.#same.set(key, fits);
    return fits;
  }

  #compared(before: string, now: string): boolean {
    const [one, other] = [this.before[before], this.now[now]];
    if (!one || !other || one.numberOfBytes !== other.numberOfBytes) return false;
    const kind = kindOf(before);
    if (kind !== kindOf(now)) return false;
    if (one.members && other.members)
      return one.members.length === other.members.length && this.#sameFields(one.members, other.members);
    if (kind === "mapping") return this.#inner(one.key, other.key) && this.#heldBy(one.value, other.value);
    if (kind === "array") {
      const lengths = [lengthOf(one.label), lengthOf(other.label)];
      return lengths[0] === lengths[1] && this.#inner(baseOf(before, one), baseOf(now, other));
    }
    // Members of an enum may be added behind the others; contracts and addresses are kept alike.
    return kind === "enum" || kind === "address" || plain(one.label) === plain(other.label);
  }

  #sameFields(before: readonly Entry[], now: readonly Entry[]): boolean {
    return before.every((field, i) => {
      const there = now[i];
      return there?.slot === field.slot && there.offset === field.offset && this.fits(field.type, there.type);
    });
  }

  /** What a mapping holds: a struct there may get fields behind the others, for nothing stands behind it. */
  #heldBy(before: string | undefined, now: string | undefined): boolean {
    const [fields, more] = [this.before[before ?? ""]?.members, this.now[now ?? ""]?.members];
    if (fields && more) return fields.length <= more.length && this.#sameFields(fields, more);
    return this.#inner(before, now);
  }

  #inner(before: string | undefined, now: string | undefined): boolean {
    return before === undefined || now === undefined ? before === now : this.fits(before, now);
  }
}

const plain = (label: string): string => label.replace(/^(?:struct|enum|contract) /, "");
const lengthOf = (label: string): string => /\[(\d*)\]$/.exec(label)?.[1] ?? "";

/** The key of what a list holds; older compilers tell it only in the list's own key. */
function baseOf(key: string, type: StorageLayout["types"][string]): string {
  return type.base ?? /^t_array\((.*)\)(?:\d+|dyn)_storage$/.exec(key)?.[1] ?? key;
}

function kindOf(type: string): string {
  if (type.startsWith("t_contract") || type.startsWith("t_address")) return "address";
  const [, kind = ""] = /^t_(enum|struct|mapping|array)/.exec(type) ?? [];
  return kind;
}

/** What became of one variable. */
function settlement(old: Placed, now: readonly Placed[], types: Types): LayoutChange | undefined {
  const name = old.entry.label;
  const at = now.find(({ start }) => start === old.start);
  const moved = now.find(
    ({ entry }) => entry.label === name && declaringContract(entry) === declaringContract(old.entry),
  );
  const label = types.label("before", old.type);
  if (at?.entry.label === name) {
    if (types.fits(old.type, at.type)) return undefined;
    const message = text(
      "{0} at slot {1} was {2} and is {3} now.",
      name,
      old.where,
      label,
      types.label("now", at.type),
    );
    return { severity: "error", kind: "retyped", name, message };
  }
  if (moved && moved.start !== old.start) {
    const message = text("{0} was at slot {1} and is at slot {2} now.", name, old.where, moved.where);
    return { severity: "error", kind: "moved", name, message };
  }
  if (at && types.fits(old.type, at.type)) {
    const message = text("{0} at slot {1} was called {2}.", at.entry.label, old.where, name);
    return { severity: "warning", kind: "renamed", name: at.entry.label, message };
  }
  const over = now.find(({ start, end, entry }) => start < old.end && end > old.start && !isGap(entry));
  if (over) {
    const message = text("{0} at slot {1} takes the place of {2} ({3}).", over.entry.label, over.where, name, label);
    return { severity: "error", kind: "overwritten", name: over.entry.label, message };
  }
  const space = namespaceOf(old.entry);
  if (space !== undefined && !now.some(({ entry }) => namespaceOf(entry) === space))
    return {
      severity: "error",
      kind: "removed",
      name,
      message: text("{0} is gone with its namespace {1}.", name, space),
    };
  const message = text("{0} at slot {1} is gone; what it held stays in the storage.", name, old.where);
  return { severity: "warning", kind: "removed", name, message };
}

/**
 * What an upgrade from one layout to another does to what is stored: errors where a variable would be read from another place, or as
 * another type. Lists that keep room (`__gap`) may be given to new variables. Variables of namespaces (ERC-7201) are judged alike, where
 * the layouts list them.
 */
export function layoutChanges(before: StorageLayout, now: StorageLayout): LayoutChange[] {
  const types = new Types(before.types, now.types);
  const [old, fresh] = [placed(before), placed(now)];
  const changes: LayoutChange[] = [];
  for (const each of old) {
    if (isGap(each.entry)) continue;
    const change = settlement(each, fresh, types);
    if (change) changes.push(change);
  }
  const messages = new Set(changes.map(({ name }) => name));
  const known = new Set(old.map(({ entry }) => entry.label));
  for (const { entry, where, type } of fresh) {
    if (known.has(entry.label) || messages.has(entry.label) || isGap(entry)) continue;
    const message = text("{0} ({1}) is new at slot {2}.", entry.label, types.label("now", type), where);
    changes.push({ severity: "information", kind: "added", name: entry.label, message });
  }
  return changes;
}

/** What an upgrade comes to for what is stored. `unknown`: nothing can be said of what a contract without a layout stores. */
export type UpgradeVerdict = "kept" | "broken" | "unknown";

/** What an upgrade changes, and the verdict on it. */
export interface LayoutComparison {
  readonly changes: readonly LayoutChange[];
  readonly verdict: UpgradeVerdict;
}

/**
 * Compares layouts. Nothing is known of one without a variable, which may be a proxy's, and of namespaces where the older layout was made
 * by a program that doesn't list them.
 */
export function compareLayouts(before: StorageLayout, now: StorageLayout): LayoutComparison {
  const changes = layoutChanges(before, now);
  if (changes.some(({ severity }) => severity === "error")) return { changes, verdict: "broken" };
  const unlisted = now.namespaces === true && before.namespaces !== true;
  return { changes, verdict: before.storage.length === 0 || unlisted ? "unknown" : "kept" };
}
