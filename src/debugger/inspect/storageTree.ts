import { hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { type Expression, parseExpression } from "../expression/parseExpression";
import type { FoundContract } from "../program/findContract";
import { ProjectSyntax } from "../source/syntax";
import { itemOf, lengthOf, mappedEntry, mappedValue, mappingEntries, membersOf, numberOf } from "../values/readValue";
import { valueText } from "../values/showValue";
import { isValueType, plain, slotsOf, TypeReader, typeName } from "../values/solidityType";
import { StateLayout } from "../values/stateLayout";
import { type NamedValue, NotAvailable, type Value } from "../values/value";
import type { AccountStorage } from "./accountStorage";
import { isFilled, type KeyCandidates, keyOfExpression } from "./mappingKeys";
import type { LookedUp, ShownValue } from "./messages";

/** What one view shows at most. */
const max = { values: 5000, items: 100, keys: 500, depth: 8, tries: 200_000 };

/** Slots that belong to what is not shown whole. */
interface SourceRange {
  readonly start: bigint;
  readonly count: bigint;
}

/** The state variables of an account as a tree of texts. Made anew for every round of fetching. */
export class StorageTree {
  readonly #storage: AccountStorage;
  readonly #candidates: KeyCandidates;
  /** Keys that executions hashed, whether something is under them or not. */
  readonly #traced: ReadonlyMap<bigint, Uint8Array>;
  readonly ranges: SourceRange[] = [];
  #left = max.values;
  #tries = max.tries;
  /** There was more than is shown. */
  cut = false;

  constructor(storage: AccountStorage, candidates: KeyCandidates, traced: ReadonlyMap<bigint, Uint8Array>) {
    this.#storage = storage;
    this.#candidates = candidates;
    this.#traced = traced;
  }

  shown({ name, value }: NamedValue, depth = 0): ShownValue {
    const { view } = this.#storage;
    const bare = plain(value.type);
    this.#left--;
    const inside = this.#parts(value, depth);
    const { place } = value;
    return {
      name,
      type: typeName(value.type),
      value: valueText(view, value),
      ...(place.kind === "storage" ? { slot: numberToHex(place.slot) } : {}),
      ...(place.kind === "storage" && isValueType(bare) && place.offset > 0 ? { offset: place.offset } : {}),
      ...inside,
      ...(bare.kind === "mapping" ? { isMapping: true } : {}),
    };
  }

  #parts(value: Value, depth: number): Pick<ShownValue, "parts" | "partsLeft"> {
    const bare = plain(value.type);
    if (value.place.kind !== "storage" || isValueType(bare) || bare.kind === "string" || bare.kind === "bytes")
      return {};
    if (depth >= max.depth || this.#left <= 0) {
      this.cut = true;
      this.#skip(value);
      return {};
    }
    try {
      if (bare.kind === "array") return this.#items(value, depth);
      const list = bare.kind === "struct" ? membersOf(this.#storage.view, value) : this.#entries(value);
      const shown = list.slice(0, max.keys);
      if (shown.length < list.length) this.cut = true;
      const parts = shown.map((each) => this.shown(each, depth + 1));
      return parts.length > 0 ? { parts } : {};
    } catch (error) {
      if (error instanceof NotAvailable) return {};
      throw error;
    }
  }

  #items(value: Value, depth: number): Pick<ShownValue, "parts" | "partsLeft"> {
    const { view } = this.#storage;
    const length = lengthOf(view, value);
    const count = Math.min(length, max.items, Math.max(0, this.#left));
    const parts = Array.from({ length: count }, (_, i) =>
      this.shown({ name: `[${i}]`, value: itemOf(view, value, i) }, depth + 1),
    );
    if (count < length) this.#skip(value, count);
    return { ...(parts.length > 0 ? { parts } : {}), ...(count < length ? { partsLeft: length - count } : {}) };
  }

  /** Notes that the slots of what isn't shown belong to it all the same. */
  #skip(value: Value, from = 0): void {
    const bare = plain(value.type);
    if (bare.kind !== "array") return;
    try {
      const { place } = itemOf(this.#storage.view, value, from);
      if (place.kind !== "storage") return;
      const items = BigInt(lengthOf(this.#storage.view, value) - from);
      const count = isValueType(bare.item) ? items : slotsOf(bare.item) * items;
      this.ranges.push({ start: place.slot, count });
    } catch {
      // an empty array, or one whose length isn't there yet
    }
  }

  /** The known keys of a mapping under which there is something. */
  #entries(mapping: Value): NamedValue[] {
    const { view, preimages } = this.#storage;
    const bare = plain(mapping.type);
    if (bare.kind !== "mapping") return [];
    const traced = mappingEntries({ ...view, preimages: this.#traced }, mapping);
    for (const key of [...traced.map((each) => each.key), ...this.#candidates.of(bare.key)]) {
      if (--this.#tries < 0) {
        this.cut = true;
        break;
      }
      const { slot, preimage, value } = mappedEntry(view, mapping, key);
      if (isFilled(view, value, (inner) => this.#entries(inner).length > 0)) preimages.set(slot, preimage);
    }
    return mappingEntries(view, mapping).map(({ key, value }) => ({ name: `[${valueText(view, key)}]`, value }));
  }

  /** What a person asked for: a variable, with keys, indexes and members behind its name. */
  lookedUp(variables: readonly NamedValue[], expression: string): LookedUp {
    try {
      const value = this.#value(variables, parseExpression(expression));
      return { expression, found: this.shown({ name: expression, value }) };
    } catch (error) {
      if (error instanceof NotAvailable) return { expression, problem: error.message };
      throw error;
    }
  }

  #value(variables: readonly NamedValue[], expression: Expression): Value {
    const { view } = this.#storage;
    if (expression.kind === "name") {
      const found = variables.findLast(({ name }) => name === expression.name);
      if (!found) throw new NotAvailable(t("state variable {0} doesn't exist", expression.name));
      return found.value;
    }
    if (expression.kind === "member") {
      const of = this.#value(variables, expression.of);
      const found = membersOf(view, of).find(({ name }) => name === expression.name);
      if (!found) throw new NotAvailable(t("{0} has no member {1}", typeName(of.type), expression.name));
      return found.value;
    }
    if (expression.kind !== "index" || !expression.index)
      throw new NotAvailable(t("enter a variable name, followed by keys, indexes, and members"));
    const of = this.#value(variables, expression.of);
    const bare = plain(of.type);
    if (bare.kind === "mapping") {
      const key = keyOfExpression(bare.key, expression.index);
      if (!key) throw new NotAvailable(t("this isn't a key of type {0}", typeName(bare.key)));
      return mappedValue(view, of, key);
    }
    const index = keyOfExpression({ kind: "uint", bits: 32 }, expression.index);
    if (!index) throw new NotAvailable(t("this isn't an index"));
    return itemOf(view, of, Number(numberOf(view, index)));
  }
}

/** The state variables of a contract in an account; its code tells immutables. */
export function variablesOf(
  { project, contract }: FoundContract,
  address: string,
  code: string,
  syntax = new ProjectSyntax(project),
): NamedValue[] {
  const node = syntax.contract(contract.name, contract.sourceName);
  if (!node) return [];
  const layout = new StateLayout(syntax, contract, node, new TypeReader(syntax));
  return layout.variables(address, { bytes: hexToBytes(code), creation: false });
}
