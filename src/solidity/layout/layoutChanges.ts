import { type LocalizableText, text } from "../../text/catalogue";
import type { StorageLayout } from "../artifact/compiledProject";
import { namespaceOf } from "./namespaces";
import { declaringContract, numberOf, slotText } from "./storageTable";

type Entry = StorageLayout["storage"][number];
type StorageType = StorageLayout["types"][string];

/** What an upgrade does to the storage of a contract. */
export interface LayoutChange {
  /** `error`: what is stored would be read as something else, or under another name. */
  readonly severity: "error" | "warning" | "information";
  readonly kind: "moved" | "retyped" | "overwritten" | "removed" | "renamed" | "gap" | "uncompared" | "added";
  /** Name of the variable, of the newer source where it has it. */
  readonly name: string;
  readonly message: LocalizableText;
}

/** A variable with where its bytes begin and end, counted over all slots. */
interface Placed {
  readonly entry: Entry;
  readonly start: bigint;
  readonly end: bigint;
  readonly where: string;
}

const slotBytes = 32n;
const maxVariables = 5000;

function placed(entries: readonly Entry[], types: StorageLayout["types"]): Placed[] {
  return entries.slice(0, maxVariables).map((entry) => {
    const start = numberOf(entry.slot) * slotBytes + BigInt(entry.offset);
    const bytes = numberOf(types[entry.type]?.numberOfBytes ?? "32");
    const slot = slotText(namespaceOf(entry), numberOf(entry.slot));
    const where = entry.offset === 0 ? slot : `${slot}+${entry.offset}`;
    return { entry, start, end: start + (bytes > 0n ? bytes : 1n), where };
  });
}

const lengthOf = (label: string): string => /\[(\d*)\]$/.exec(label)?.[1] ?? "";

/** A list of fixed length that only keeps room for later variables, by the name that OpenZeppelin's plugins know. */
const isGap = ({ label, type }: Entry, types: StorageLayout["types"]): boolean =>
  /^_{2,}gap(?:_|$)/.test(label) && lengthOf(types[type]?.label ?? "") !== "";

/** How what was stored as one type reads as another. `unknown`: a layout lists too little of it. */
type Fit = "fits" | "differs" | "unknown";

const worstOf = (fits: readonly Fit[]): Fit =>
  fits.includes("differs") ? "differs" : fits.includes("unknown") ? "unknown" : "fits";

const sameWhen = (isSame: boolean): Fit => (isSame ? "fits" : "differs");

/** Two layouts, and which pairs of their types were compared already. */
class Types {
  readonly #known = new Map<string, Fit>();

  constructor(
    readonly before: StorageLayout["types"],
    readonly now: StorageLayout["types"],
  ) {}

  /**
   * How what was stored as one type reads as another one. Structs may hold themselves.
   * @param grows nothing lies behind it, as in a mapping: structs may get fields there, and lists of fixed length elements
   */
  judge(before: string | undefined, now: string | undefined, grows: boolean): Fit {
    if (before === undefined || now === undefined) return sameWhen(before === now);
    const key = `${grows}\n${before}\n${now}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, "fits");
    const fit = this.#compared(before, now, grows);
    this.#known.set(key, fit);
    return fit;
  }

  #compared(before: string, now: string, grows: boolean): Fit {
    const [one, other] = [this.before[before], this.now[now]];
    const kind = kindOf(before);
    if (!one || !other || kind !== kindOf(now)) return "differs";
    switch (kind) {
      case "mapping":
        return worstOf([this.judge(one.key, other.key, false), this.judge(one.value, other.value, true)]);
      case "array":
        return this.#lists(before, now, grows);
      case "struct":
        return this.#structs(one, other, grows);
      case "enum":
        return enums(one, other);
      case "function":
      case "address":
        // Contracts and addresses are kept alike; of functions, internal ones are shorter.
        return sameWhen(one.numberOfBytes === other.numberOfBytes);
      case "value": {
        const [inner, later] = [one.underlying, other.underlying];
        const isSame = inner === undefined || later === undefined || inner === later;
        const isPlain = [inner, later].every((each) => isNatural.test(each ?? ""));
        return sameWhen((isSame || isPlain) && one.numberOfBytes === other.numberOfBytes);
      }
      default:
        return sameWhen(plain(one.label) === plain(other.label) && one.numberOfBytes === other.numberOfBytes);
    }
  }

  #lists(before: string, now: string, grows: boolean): Fit {
    const [one, other] = [this.before[before], this.now[now]];
    const [length, later] = [lengthOf(one?.label ?? ""), lengthOf(other?.label ?? "")];
    if (length !== later && (length === "" || later === "" || !grows || BigInt(later) < BigInt(length)))
      return "differs";
    return this.judge(baseOf(before, one), baseOf(now, other), false);
  }

  #structs(one: StorageType, other: StorageType, grows: boolean): Fit {
    if (!one.members || !other.members) return "unknown";
    const fits = new FieldComparison(one.members, other.members, this);
    if (!grows && fits.hasMore) return "differs";
    return fits.changes.some(({ severity }) => severity === "error")
      ? "differs"
      : worstOf(fits.changes.map(({ kind }) => (kind === "uncompared" ? "unknown" : "fits")));
  }
}

/** Members of an enum may be added behind the others, as long as it takes no more bytes. */
function enums(one: StorageType, other: StorageType): Fit {
  if (one.numberOfBytes !== other.numberOfBytes) return "differs";
  if (!one.enumMembers || !other.enumMembers) return "unknown";
  const later = other.enumMembers;
  return sameWhen(one.enumMembers.every((member, i) => later[i] === member));
}

/** Types whose values are numbers from 0 on: with as many bytes they read as each other. */
const isNatural = /^(?:bool|uint\d{0,3}|address(?: payable)?)$/;

const plain = (label: string): string => label.replaceAll(/\b(?:struct|enum|contract) /g, "");

/** The key of what a list holds; older compilers tell it only in the list's own key. */
function baseOf(key: string, type: StorageType | undefined): string {
  return type?.base ?? /^t_array\((.*)\)(?:\d+|dyn)_storage$/.exec(key)?.[1] ?? key;
}

function kindOf(type: string): string {
  if (type.startsWith("t_contract") || type.startsWith("t_address")) return "address";
  if (type.startsWith("t_userDefinedValueType")) return "value";
  const [, kind = ""] = /^t_(enum|struct|mapping|array|function)/.exec(type) ?? [];
  return kind;
}

/** Whether a variable is the one that had this name, by its own or by what its comment says. */
function isNamed(now: Entry, before: Entry): boolean {
  if (now.renamedFrom === before.label) return true;
  return now.label === before.label && (now.renamedFrom === undefined || now.renamedFrom === before.renamedFrom);
}

/** Variables of two layouts, or fields of two structs, in their places. */
class FieldComparison {
  readonly #old: readonly Placed[];
  readonly #fresh: readonly Placed[];
  readonly changes: readonly LayoutChange[];

  constructor(
    before: readonly Entry[],
    now: readonly Entry[],
    private readonly types: Types,
  ) {
    this.#old = placed(before, types.before);
    this.#fresh = placed(now, types.now);
    this.changes = this.#old.flatMap((old) => {
      const change = isGap(old.entry, types.before) ? this.#gap(old) : this.#settlement(old);
      return change ?? [];
    });
  }

  /** Whether something lies behind all that was there. */
  get hasMore(): boolean {
    const last = this.#old.reduce((max, { end }) => (end > max ? end : max), 0n);
    return this.#fresh.some(({ start }) => start >= last);
  }

  /** What became of kept room: others may have taken some of it, and what is left has to end where it did. */
  #gap(old: Placed): LayoutChange | undefined {
    if (this.#fresh.some(({ end }) => end === old.end)) return undefined;
    const name = old.entry.label;
    const message = text(
      "{0} at slot {1} kept {2} slots, and nothing ends where it did: contracts that inherit read other places.",
      name,
      old.where,
      String((old.end - old.start) / slotBytes),
    );
    return { severity: "error", kind: "gap", name, message };
  }

  /** What became of one variable. */
  #settlement(old: Placed): LayoutChange | undefined {
    const at = this.#fresh.find(({ start }) => start === old.start);
    if (at && isNamed(at.entry, old.entry)) return this.#retyped(old, at);
    const name = old.entry.label;
    const moved = this.#movedTo(old);
    if (moved) {
      const message = text("{0} was at slot {1} and is at slot {2} now.", name, old.where, moved.where);
      return { severity: "error", kind: "moved", name, message };
    }
    if (at && this.types.judge(old.entry.type, at.entry.type, false) !== "differs") {
      const message = text(
        "{0} at slot {1} was called {2}. If it is the same variable, @custom:oz-renamed-from {2} above it says so.",
        at.entry.label,
        old.where,
        name,
      );
      return { severity: "error", kind: "renamed", name: at.entry.label, message };
    }
    const label = this.types.before[old.entry.type]?.label ?? old.entry.type;
    const over = this.#fresh.find(
      ({ start, end, entry }) => start < old.end && end > old.start && !isGap(entry, this.types.now),
    );
    if (over) {
      const message = text("{0} at slot {1} takes the place of {2} ({3}).", over.entry.label, over.where, name, label);
      return { severity: "error", kind: "overwritten", name: over.entry.label, message };
    }
    const space = namespaceOf(old.entry);
    const message =
      space !== undefined && !this.#fresh.some(({ entry }) => namespaceOf(entry) === space)
        ? text("{0} is gone with its namespace {1}.", name, space)
        : text(
            "{0} at slot {1} is gone, but what it held stays in the storage, where a later variable would read it. Keep it, even if nothing uses it.",
            name,
            old.where,
          );
    return { severity: "error", kind: "removed", name, message };
  }

  /** The same variable at the same place, perhaps of another type. */
  #retyped({ entry, where }: Placed, at: Placed): LayoutChange | undefined {
    const [before, now] = [this.types.before[entry.type], this.types.now[at.entry.type]];
    const [label, later] = [before?.label ?? entry.type, now?.label ?? at.entry.type];
    const { retypedFrom } = at.entry;
    const isStated = retypedFrom !== undefined && plain(retypedFrom) === plain(label);
    const fit = isStated
      ? sameWhen(before?.numberOfBytes === now?.numberOfBytes)
      : this.types.judge(entry.type, at.entry.type, false);
    const name = at.entry.label;
    if (fit === "unknown") {
      const message = text(
        "{0} at slot {1}: a layout doesn't list the members of {2}, so they weren't compared.",
        name,
        where,
        label,
      );
      return { severity: "warning", kind: "uncompared", name, message };
    }
    if (fit === "fits") return undefined;
    const message =
      plain(label) === plain(later)
        ? text("{0} at slot {1}: {2} has other members now.", name, where, label)
        : text("{0} at slot {1} was {2} and is {3} now.", name, where, label, later);
    return { severity: "error", kind: "retyped", name, message };
  }

  /** Where a variable is now whose place another one has: the one of its contract, else any that none had there. */
  #movedTo({ entry, start }: Placed): Placed | undefined {
    const named = this.#fresh.filter((each) => each.start !== start && isNamed(each.entry, entry));
    return (
      named.find((each) => declaringContract(each.entry) === declaringContract(entry)) ??
      named.find((each) => !this.#old.some((old) => old.start === each.start && isNamed(each.entry, old.entry)))
    );
  }

  /** What came, and what of it lies over something else. */
  added(): LayoutChange[] {
    const known = new Set(this.changes.map(({ name }) => name));
    return this.#fresh.flatMap(({ entry, where, start, end }): LayoutChange[] => {
      const name = entry.label;
      const isOld = this.#old.some((old) => old.start === start && isNamed(entry, old.entry));
      if (isOld || known.has(name) || isGap(entry, this.types.now)) return [];
      const under = this.#old.find((old) => old.start < end && old.end > start && !isGap(old.entry, this.types.before));
      if (under) {
        const label = this.types.before[under.entry.type]?.label ?? under.entry.type;
        const message = text("{0} at slot {1} takes the place of {2} ({3}).", name, where, under.entry.label, label);
        return [{ severity: "error", kind: "overwritten", name, message }];
      }
      const label = this.types.now[entry.type]?.label ?? entry.type;
      const message = text("{0} ({1}) is new at slot {2}.", name, label, where);
      return [{ severity: "information", kind: "added", name, message }];
    });
  }
}

/** Variables of one layout that lie over each other, by their names: namespaces of one name, places that sources state. */
export function overlaps({ storage, types }: StorageLayout): readonly (readonly [string, string])[] {
  const sorted = placed(storage, types).sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const found: [string, string][] = [];
  let last: Placed | undefined;
  for (const each of sorted) {
    if (last && each.start < last.end) found.push([last.entry.label, each.entry.label]);
    if (!last || each.end > last.end) last = each;
  }
  return found;
}

/**
 * What an upgrade from one layout to another does to what is stored, judged as OpenZeppelin's upgrades plugins do: errors where a variable
 * would be read from another place, as another type or under another name, or is gone. Lists that keep room (`__gap`) may be given to new
 * variables. Variables of namespaces (ERC-7201) are judged alike, where the layouts list them.
 */
export function layoutChanges(before: StorageLayout, now: StorageLayout): LayoutChange[] {
  const comparison = new FieldComparison(before.storage, now.storage, new Types(before.types, now.types));
  return [...comparison.changes, ...comparison.added()];
}

/** Variables of a later layout whose place no variable had before, in the slots that compilers give out: gaps and namespaces left out. */
function fresh(before: StorageLayout, now: StorageLayout): Placed[] {
  const old = placed(before.storage, before.types).filter(({ entry }) => !isGap(entry, before.types));
  return placed(now.storage, now.types).filter(
    ({ entry, start, end }) =>
      namespaceOf(entry) === undefined &&
      !isGap(entry, now.types) &&
      !old.some((each) => each.start <= start && each.end >= end),
  );
}

/** Whether an upgrade adds a variable where a proxy may have its own. */
export const addsVariables = (before: StorageLayout, now: StorageLayout): boolean => fresh(before, now).length > 0;

/** What an upgrade writes over of what the proxy itself keeps: places that the code in use doesn't have, and the later one takes. */
export function proxyChanges(proxy: StorageLayout, before: StorageLayout, now: StorageLayout): LayoutChange[] {
  const own = placed(proxy.storage, proxy.types).filter(({ entry }) => !isGap(entry, proxy.types));
  const types = new Types(proxy.types, now.types);
  return fresh(before, now).flatMap(({ entry, where, start, end }): LayoutChange[] => {
    const under = own.find((each) => each.start < end && each.end > start);
    if (!under) return [];
    // Sources of implementations may declare what the proxy keeps, to leave its place alone.
    if (
      under.start === start &&
      isNamed(entry, under.entry) &&
      types.judge(under.entry.type, entry.type, false) === "fits"
    )
      return [];
    const name = entry.label;
    const message = text(
      "{0} at slot {1} takes the place of {2}, which the proxy itself keeps there.",
      name,
      where,
      under.entry.label,
    );
    return [{ severity: "error", kind: "overwritten", name, message }];
  });
}

/**
 * What an upgrade comes to for what is stored. `unknown`: nothing can be said of what a contract without a layout stores, or of types whose
 * members a layout doesn't list.
 */
export type UpgradeVerdict = "kept" | "broken" | "unknown";

/** What an upgrade changes, and the verdict on it. */
export interface LayoutComparison {
  readonly changes: readonly LayoutChange[];
  readonly verdict: UpgradeVerdict;
}

/** What keeps a comparison from a verdict. */
export const uncompared = (message: LocalizableText): LayoutChange => ({
  severity: "warning",
  kind: "uncompared",
  name: "",
  message,
});

/** Why a comparison says nothing, whatever it found. */
function unlistedIn(before: StorageLayout, now: StorageLayout): LayoutChange[] {
  if (before.storage.length === 0)
    return [uncompared(text("The layout in use lists no variable, so what the contract stores isn't known."))];
  if (before.storage.length > maxVariables)
    return [uncompared(text("The layout in use has more than {0} variables.", maxVariables))];
  if (now.namespaces === true && before.namespaces !== true)
    return [
      uncompared(
        text(
          "The layout in use doesn't list namespaces (ERC-7201), so they weren't compared. Compare with the source, or with what chainside layout --json says of it.",
        ),
      ),
    ];
  return [];
}

/**
 * Compares layouts. Nothing is known of one without a variable, which may be a proxy's, and of what an older layout doesn't list because
 * of the program that made it.
 * @param doubts what speaks against the layout in use being that: with one of them, nothing is proven
 */
export function compareLayouts(
  before: StorageLayout,
  now: StorageLayout,
  doubts: readonly LayoutChange[] = [],
): LayoutComparison {
  const changes = [...layoutChanges(before, now), ...unlistedIn(before, now), ...doubts];
  if (changes.some(({ severity }) => severity === "error")) return { changes, verdict: "broken" };
  return { changes, verdict: changes.some(({ kind }) => kind === "uncompared") ? "unknown" : "kept" };
}
