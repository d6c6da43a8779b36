import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import type { LocalizableText } from "../../text/catalogue";

/** A value of a running scenario: texts, lists, maps; null where nothing is. */
export type Plain = string | null | readonly Plain[] | { readonly [name: string]: Plain };

/** What a field of an operation holds. `values`: a map of texts. */
export type FieldKind = "text" | "number" | "boolean" | "texts" | "values" | "address";

export interface Field {
  readonly kind: FieldKind;
  readonly optional?: boolean;
  /** What the text may be. */
  readonly among?: readonly string[];
}

/** What an operation found or did. A write's return code is 0 or a number of rows. */
export interface Answer {
  readonly result?: unknown;
  readonly code?: number;
}

/** The checked fields of an operation. A field that is left out is an empty text, list or map. */
export interface Given {
  has(name: string): boolean;
  text(name: string): string;
  number(name: string): number;
  boolean(name: string): boolean;
  texts(name: string): string[];
  values(name: string): Record<string, string>;
  /** An account or contract: its name was put in place, or a BFS path is resolved. */
  address(name: string): Promise<`0x${string}`>;
}

export interface Operation {
  /** What it does, for the editor's completion. */
  readonly summary: LocalizableText;
  /** The only field, where the operation may be written as one text. */
  readonly short?: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Signs a transaction; else it only asks. */
  readonly writes: boolean;
  run(session: ChainSession, given: Given, signer: Signer): Promise<Answer>;
}

const ofKind = (kind: FieldKind): Field => ({ kind });
export const aText = ofKind("text");
export const aNumber = ofKind("number");
export const texts = ofKind("texts");
export const values = ofKind("values");
export const anAddress = ofKind("address");
export const oneOf = (...among: readonly string[]): Field => ({ kind: "text", among });

type Fields = Readonly<Record<string, Field>>;

/** What an operation is, beside what it does: one that needs a single field may be written as one text. */
function head(summary: LocalizableText, fields: Fields): Pick<Operation, "summary" | "short" | "fields"> {
  const names = Object.keys(fields).filter((name) => !fields[name]?.optional);
  return { summary, ...(names.length === 1 ? { short: names[0] ?? "" } : {}), fields };
}

/** An operation that only asks. */
export function reads(
  summary: LocalizableText,
  fields: Fields,
  run: (session: ChainSession, given: Given) => Promise<unknown>,
): Operation {
  return {
    ...head(summary, fields),
    writes: false,
    run: async (session, given) => ({ result: await run(session, given) }),
  };
}

/** An operation that signs. */
export function writes(
  summary: LocalizableText,
  fields: Fields,
  run: (session: ChainSession, signer: Signer, given: Given) => Promise<Answer>,
): Operation {
  return {
    ...head(summary, fields),
    writes: true,
    run: async (session, given, signer) => run(session, signer, given),
  };
}
