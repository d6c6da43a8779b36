import type { ChainError } from "../errors/chainError";
import { type LocalizableText, sayInEnglish, text } from "../text/catalogue";

/** Where something stands in a file; line and column begin with 1. */
export interface TextPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The order of two places in one file. */
export const comparePlaces = (one: TextPosition, other: TextPosition): number =>
  one.line - other.line || one.column - other.column;

/** What is wrong with a file, and where. */
export interface Complaint {
  readonly place: TextPosition;
  readonly message: LocalizableText;
  /** In scenarios. `names`: nothing has this name here, but where the part is included. `empty`: no steps, as a part may have. */
  readonly about?: "names" | "empty";
  /** What the message comes from, where it is an error of the chain's family, which has words in every language. */
  readonly error?: ChainError;
}

/** What is said of a value of another kind. */
export const mapExpected = (name: string): LocalizableText => text('"{0}" must be a map.', name);

/** A file that can't be used as it is written. */
export class YamlError extends Error {
  override readonly name = "YamlError";
  readonly complaints: readonly Complaint[];

  constructor(complaints: readonly Complaint[]) {
    super(complaints[0] ? sayInEnglish(complaints[0].message) : "");
    this.complaints = complaints;
  }
}
