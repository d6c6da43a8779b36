import * as v from "valibot";
import { parseExactJson, stringifyExactJson } from "../../chain/json/exactJson";
import type { ResolvedAddress } from "../../chain/services/bfs/readLink";
import { type Condition, conditionOperators } from "../../chain/services/table/condition";
import { parseConditions } from "../../chain/services/table/sql/parseSql";
import { type Address, type Hex, isAddress, isHash, isNodeId } from "../../crypto/bytes/hex";
import { type LocalizableText, text } from "../../text/catalogue";
import type { Question } from "./question";

/** What the kinds of fields hold, as an operation reads them. */
interface FieldValues {
  readonly text: string;
  /** A path of the chain's file system. */
  readonly path: string;
  /** A node ID, 128 hex digits in lower case, as nodes have it; what is none stays as it was given. */
  readonly node: string;
  /** An account. */
  readonly account: Address;
  /** A contract: by address, link or known name. */
  readonly contract: Address;
  readonly hash: Hex;
  /** A block number, a block hash, or `latest`. */
  readonly block: string;
  readonly integer: number;
  /** An amount as a person writes it: `1.5 ether`, or wei. */
  readonly amount: string;
  readonly flag: boolean;
  readonly texts: readonly string[];
  /** Texts by name: columns of a row. */
  readonly values: Readonly<Record<string, string>>;
  /** Arguments of a function as they are written: `5`, `hello`, `[1, 2]`, `{x: 1}`. */
  readonly arguments: readonly string[];
  /** Which rows of a table: as SQL has it behind `where`, or a list of conditions. */
  readonly conditions: readonly Condition[];
  /** Any JSON value; text is read as JSON. */
  readonly json: unknown;
}

export type FieldKind = keyof FieldValues;

/** A field of an operation. `Value` and `Optional` are what its reader gets; nothing carries them at run time. */
export interface Field<Value = unknown, Optional extends boolean = boolean> {
  readonly kind: FieldKind;
  /** What it is, in few words: `Voting weight`. */
  readonly label: LocalizableText;
  readonly optional: Optional;
  /** What a text may be. */
  readonly among?: readonly string[];
  /** Other spellings that are taken for words of `among`. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** The least and the largest integer. */
  readonly from?: number;
  readonly to?: number;
  /** What is taken when nothing is given; said in help and schemas. */
  readonly usual?: string;
  /** How a user is asked for it, where kind and label don't say it all. */
  readonly ask?: Question;
  /** Never at run time. */
  readonly value?: Value;
}

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<Given> = Given extends Field<infer Value, boolean> ? Value : never;
type OptionalIn<Given extends Fields> = {
  [Name in keyof Given]: Given[Name] extends Field<unknown, infer Optional>
    ? Optional extends true
      ? Name
      : never
    : never;
}[keyof Given];

/** What an operation is given: a value for each field that isn't optional. */
export type ValuesOf<Given extends Fields> = {
  readonly [Name in Exclude<keyof Given, OptionalIn<Given>>]: ValueOf<Given[Name]>;
} & { readonly [Name in OptionalIn<Given>]?: ValueOf<Given[Name]> | undefined };

type More = Pick<Field, "from" | "to" | "usual" | "spellings" | "ask">;

const builder =
  <Kind extends FieldKind>(kind: Kind) =>
  (label: LocalizableText, more: More = {}): Field<FieldValues[Kind], false> => ({
    kind,
    label,
    optional: false,
    ...more,
  });

export const aText = builder("text");
export const aPath = builder("path");
export const aNode = builder("node");
export const anAccount = builder("account");
export const aContract = builder("contract");
export const aBlock = builder("block");
export const aHash = builder("hash");
export const anInteger = builder("integer");
export const anAmount = builder("amount");
export const aFlag = builder("flag");
export const texts = builder("texts");
export const values = builder("values");
export const functionArguments = builder("arguments");
export const conditions = builder("conditions");
export const aJson = builder("json");

/** One of some words. */
export const oneOf = <const Word extends string>(
  label: LocalizableText,
  among: readonly Word[],
  more: More = {},
): Field<Word, false> => ({ kind: "text", label, among, optional: false, ...more });

/** A field that is asked for in another way, or in one of its own. */
export const askedBy = <Value, Optional extends boolean>(
  field: Field<Value, Optional>,
  ask: Question,
): Field<Value, Optional> => ({ ...field, ask: { ...field.ask, ...ask } });

/** A field that may be left out. */
export const optional = <Value>(field: Field<Value, false>): Field<Value, true> => ({ ...field, optional: true });

/** What is wrong with a field, in words for the one who gave it. */
export class WrongField extends Error {
  constructor(
    readonly field: string,
    readonly text: LocalizableText,
  ) {
    super(text.text);
  }
}

/** What a front was given, before it is checked: texts of a command line, values of JSON, of YAML. */
export type RawValue = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>> | undefined;

/** How addresses are found: by BFS path, known name, or as they are. */
export type AddressResolver = (given: string, kind: "account" | "contract") => Promise<Address | ResolvedAddress>;

const plainText = (name: string, raw: unknown): string => {
  if (typeof raw === "string") return raw;
  if (typeof raw === "number" || typeof raw === "boolean" || typeof raw === "bigint") return String(raw);
  throw new WrongField(name, text('"{0}" must be text.', name));
};

function integerOf(name: string, { from, to }: Field, raw: RawValue): number {
  const given = plainText(name, raw).trim();
  const number = /^-?\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new WrongField(name, text('"{0}" must be an integer.', name));
  if (number < (from ?? number) || number > (to ?? number)) {
    throw new WrongField(
      name,
      to === undefined
        ? text('"{0}" must be at least {1}.', name, from ?? 0)
        : text('"{0}" must be from {1} to {2}.', name, from ?? 0, to),
    );
  }
  return number;
}

function flagOf(name: string, raw: RawValue): boolean {
  const given = plainText(name, raw).trim();
  if (given === "true" || given === "false") return given === "true";
  throw new WrongField(name, text('"{0}" must be one of {1}, not "{2}".', name, ["true", "false"], given));
}

/** A list in JSON, where an item has a comma; undefined for any other text, such as the name of a file that begins with a bracket. */
function listIn(typed: string): readonly unknown[] | undefined {
  try {
    const read = typed.trim().startsWith("[") ? parseExactJson(typed) : undefined;
    return Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function textsOf(name: string, given: RawValue): readonly string[] {
  const raw = typeof given === "string" ? (listIn(given) ?? given.split(",").map((item) => item.trim())) : given;
  if (!Array.isArray(raw)) throw new WrongField(name, text('"{0}" must be a list.', name));
  return raw.map((item) => plainText(name, item));
}

/** `id=1, name=Ann`, or a map in JSON, where a value has a comma. */
function pairsOf(name: string, typed: string): RawValue {
  if (!typed.trim().startsWith("{")) {
    const pairs = typed.split(",").map((pair) => /^([^=]+)=(.*)$/s.exec(pair.trim()));
    if (pairs.includes(null))
      throw new WrongField(name, text('"{0}" must be pairs such as {1}.', name, "id=1, name=Ann"));
    return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.trim() ?? "", pair?.[2]?.trim() ?? ""]));
  }
  try {
    return parseExactJson(typed) as RawValue;
  } catch {
    throw new WrongField(name, text('"{0}" must be a map.', name));
  }
}

function mapOf(name: string, given: RawValue): Readonly<Record<string, string>> {
  const raw = typeof given === "string" ? pairsOf(name, given) : given;
  if (raw === null || typeof raw !== "object" || Array.isArray(raw))
    throw new WrongField(name, text('"{0}" must be a map.', name));
  return Object.fromEntries(Object.entries(raw).map(([key, item]) => [key, plainText(name, item)]));
}

/** A list of arguments, which lists and structs among them stand in as JSON text; text with commas, or a list in JSON. */
function argumentsOf(name: string, raw: RawValue): readonly string[] {
  if (typeof raw === "string" && !raw.trim().startsWith("[")) return raw.trim() === "" ? [] : textsOf(name, raw);
  const list = jsonOf(name, raw);
  if (!Array.isArray(list)) throw new WrongField(name, text('"{0}" must be a list.', name));
  return list.map((item) =>
    typeof item === "object" && item !== null ? stringifyExactJson(item) : plainText(name, item),
  );
}

/** Numbers beyond 2^53 stay exact. */
function jsonOf(name: string, raw: RawValue): unknown {
  if (typeof raw !== "string") return raw;
  try {
    return parseExactJson(raw);
  } catch {
    throw new WrongField(name, text('"{0}" must be a JSON value.', name));
  }
}

const conditionList = v.array(
  v.object({ field: v.string(), operator: v.picklist(conditionOperators), value: v.string() }),
);

function conditionsOf(name: string, raw: RawValue): readonly Condition[] {
  if (typeof raw === "string") return parseConditions(raw);
  const read = v.safeParse(conditionList, raw);
  if (read.success) return read.output;
  throw new WrongField(name, text('"{0}" must be conditions such as {1}.', name, "price > 10 and name like 'x%'"));
}

/**
 * What a field holds that needs no chain to be read: all but accounts and contracts, which are as they were given.
 * @throws WrongField; ChainError usage `sqlSyntax`, `sqlUnsupported` of conditions
 */
export function readValue(name: string, field: Field, raw: RawValue): unknown {
  switch (field.kind) {
    case "integer":
      return integerOf(name, field, raw);
    case "flag":
      return flagOf(name, raw);
    case "texts":
      return textsOf(name, raw);
    case "values":
      return mapOf(name, raw);
    case "arguments":
      return argumentsOf(name, raw);
    case "conditions":
      return conditionsOf(name, raw);
    case "json":
      return jsonOf(name, raw);
    case "account":
    case "contract":
      return plainText(name, raw).trim();
    case "hash": {
      const given = plainText(name, raw).trim();
      if (isHash(given)) return given;
      throw new WrongField(name, text('"{0}" must be 0x and 64 hex digits.', name));
    }
    case "block": {
      const given = plainText(name, raw).trim();
      if (given === "latest" || /^\d{1,15}$/.test(given) || isHash(given)) return given;
      throw new WrongField(name, text('"{0}" must be a block number, a block hash, or latest.', name));
    }
    case "node": {
      const given = plainText(name, raw).trim();
      return isNodeId(given) ? given.toLowerCase() : given;
    }
    case "text":
    case "path":
    case "amount": {
      const written = plainText(name, raw);
      const { spellings = {} } = field;
      const given = Object.hasOwn(spellings, written) ? (spellings[written] ?? written) : written;
      if (!field.among || field.among.includes(given)) return given;
      throw new WrongField(name, text('"{0}" must be one of {1}, not "{2}".', name, field.among, given));
    }
  }
}

/** Values of fields, and which of their addresses a path led to. */
export interface ReadValues<Given extends Fields> {
  readonly values: ValuesOf<Given>;
  readonly found: readonly ResolvedAddress[];
}

/**
 * Checks what was given for an operation's fields, whatever front took it.
 * @throws WrongField; ChainError usage `sqlSyntax`, `sqlUnsupported` of conditions; what `resolve` throws.
 */
export async function readResolved<Given extends Fields>(
  fields: Given,
  given: Readonly<Record<string, RawValue>>,
  resolve: AddressResolver,
): Promise<ReadValues<Given>> {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) {
    throw new WrongField(unknown, text('There is no field "{0}". The fields are {1}.', unknown, Object.keys(fields)));
  }
  const found: ResolvedAddress[] = [];
  const checked = async (name: string, field: Field, raw: RawValue): Promise<unknown> => {
    const value = readValue(name, field, raw);
    if ((field.kind !== "account" && field.kind !== "contract") || isAddress(value as string)) return value;
    const resolved = await resolve(value as string, field.kind);
    if (typeof resolved === "string") return resolved;
    if (resolved.foundBy) found.push(resolved);
    return resolved.address;
  };
  const read = Object.entries(fields).map(async ([name, field]): Promise<[string, unknown]> => {
    const raw = Object.hasOwn(given, name) ? given[name] : undefined;
    if (raw !== undefined) return [name, await checked(name, field, raw)];
    if (!field.optional) throw new WrongField(name, text('"{0}" is required.', name));
    return [name, undefined];
  });
  return { values: Object.fromEntries(await Promise.all(read)) as ValuesOf<Given>, found };
}

/** The values alone, for who signs nothing with them. @throws as `readResolved` */
export const readValues = async <Given extends Fields>(
  fields: Given,
  given: Readonly<Record<string, RawValue>>,
  resolve: AddressResolver,
): Promise<ValuesOf<Given>> => (await readResolved(fields, given, resolve)).values;
