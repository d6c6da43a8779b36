import type { DecodedValue } from "../../chain/abi/abiDecoder";
import { namedValue } from "../../chain/abi/namedValue";
import type { NameOf } from "../../chain/abi/valueNotes";
import type { ContractTarget } from "../../chain/services/contract/readFunction";
import { type Address, isSameAddress } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { type LocalizableText, sayInEnglish, text } from "../../text/catalogue";
import type { TextPosition } from "../../yaml/complaint";
import type { YamlValue } from "../../yaml/value";
import type { Plain } from "../document/plain";
import { textParts } from "../language/references";

/** Two sides that should be the same, each in one line. */
export interface Difference {
  readonly expected: string;
  readonly actual: string;
}

/** A step that did not do what it should, with the place that says so. */
export class StepFailure extends Error {
  override readonly name = "StepFailure";
  readonly place: TextPosition;
  readonly text: LocalizableText;
  readonly difference: Difference | undefined;

  constructor(range: TextPosition, text: LocalizableText, difference?: Difference) {
    super(sayInEnglish(text));
    this.place = range;
    this.text = text;
    this.difference = difference;
  }
}

/** Anything that the chain's functions give, as scenarios know values. */
export function toPlain(value: unknown): Plain {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.map(([name, each]) => [name, toPlain(each)]));
}

/** A value in one line. */
export const plainLine = (value: Plain): string => (typeof value === "string" ? value : JSON.stringify(value));

/** What has a name in a run. */
export class Scope {
  readonly values = new Map<string, Plain>();
  readonly contracts = new Map<string, ContractTarget>();
  /** Accounts that can sign. */
  readonly signers = new Map<string, Signer>();
  /** All accounts. */
  readonly addresses = new Map<string, Address>();

  /** What the run calls an address: an account, else a contract. */
  readonly nameOf: NameOf = (address) => {
    const named = [
      ...this.addresses,
      ...[...this.contracts].map(([name, contract]) => [name, contract.address] as const),
    ];
    return named.find(([, each]) => isSameAddress(each, address))?.[0];
  };

  /** Puts in what `${…}` names, all the way down. */
  resolve(value: YamlValue): Plain {
    switch (value.kind) {
      case "nothing":
        return null;
      case "list":
        return value.items.map((item) => this.resolve(item));
      case "map":
        return Object.fromEntries(value.entries.map((entry) => [entry.key, this.resolve(entry.value)]));
      case "text":
        return this.#text(value.text, value.place);
    }
  }

  /** The same for a place where only a text can stand. */
  text(value: YamlValue): string {
    const found = this.resolve(value);
    if (typeof found === "string") return found;
    throw new StepFailure(value.place, text("Text is required here, not {0}.", plainLine(found)));
  }

  #text(source: string, range: TextPosition): Plain {
    const parts = textParts(source);
    const [only] = parts;
    if (only && parts.length === 1 && "reference" in only) return this.#look(only.reference, range);
    return parts.map((part) => ("words" in part ? part.words : plainLine(this.#look(part.reference, range)))).join("");
  }

  #look(reference: string, range: TextPosition): Plain {
    const value = this.find(reference);
    if (value !== undefined) return value;
    throw new StepFailure(range, text("{0} has no value.", reference));
  }

  /** What `row.price`, `list[0]` or `list.0` names; undefined where nothing is. */
  find(reference: string): Plain | undefined {
    const [name = "", ...steps] = reference.replaceAll("[", ".").replaceAll("]", "").split(".");
    let value: Plain | undefined = this.values.get(name);
    for (const step of steps) value = memberOf(value, step);
    return value;
  }
}

function memberOf(value: Plain | undefined, step: string): Plain | undefined {
  if (value === undefined || value === null || typeof value === "string") return undefined;
  if (!Array.isArray(value) && Object.hasOwn(value, step)) return (value as Readonly<Record<string, Plain>>)[step];
  return Object.values(value)[Number(step)];
}

/** A value that a chain gave, and the same in the same shape with the names of enum members beside their numbers: `1 (Green)`. */
export interface Seen {
  readonly plain: Plain;
  readonly named: Plain;
}

/** A value in which no number has a name. */
export const unnamed = (plain: Plain): Seen => ({ plain, named: plain });

/** What stands under a name or an index; null where nothing does. */
export function seenAt({ plain, named }: Seen, at: string | number): Seen {
  const of = (whole: Plain): Plain => {
    if (whole === null || typeof whole === "string" || !Object.hasOwn(whole, at)) return null;
    return (whole as Readonly<Record<string | number, Plain>>)[at] ?? null;
  };
  return { plain: of(plain), named: of(named) };
}

type Read = (value: DecodedValue) => unknown;

const both = (write: (read: Read) => Plain): Seen => ({ plain: write(({ value }) => value), named: write(namedValue) });

/** Decoded values by name, those without one by their index. */
export const seenByName = (values: readonly DecodedValue[]): Seen =>
  both((read) => Object.fromEntries(values.map((each, index) => [each.name || String(index), toPlain(read(each))])));

/** Decoded values: by name where all have one, else in order. */
export const seenValues = (values: readonly DecodedValue[]): Seen =>
  values.some(({ name }) => name === "")
    ? both((read) => values.map((each) => toPlain(read(each))))
    : seenByName(values);

/** What a function answered: a single value by itself, none as null. */
export function seenAnswer(values: readonly DecodedValue[]): Seen {
  const [only, ...others] = values;
  if (!only) return unnamed(null);
  if (others.length > 0) return seenValues(values);
  return { plain: toPlain(only.value), named: toPlain(namedValue(only)) };
}
