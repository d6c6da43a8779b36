import type { ChainError } from "../../chain/errors/chainError";
import { type LocalizableText, sayInEnglish, text } from "../../text/catalogue";

/** Where something stands in a file; line and column begin with 1. */
export interface TextPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The order of two places in one file. */
export const comparePlaces = (one: TextPosition, other: TextPosition): number =>
  one.line - other.line || one.column - other.column;

/** What is wrong with a scenario, and where. */
export interface Complaint {
  readonly place: TextPosition;
  readonly message: LocalizableText;
  /** `names`: nothing has this name here; a part that others include may find it there. `empty`: no steps, as such a part may have. */
  readonly about?: "names" | "empty";
  /** What the message comes from, where it is an error of the chain's family, which has words in every language. */
  readonly error?: ChainError;
}

/** What is said of a value of another kind, before a run and in it. */
export const argsExpected = text('"args" must be a list of arguments or a map by name.');
export const mapExpected = (name: string): LocalizableText => text('"{0}" must be a map.', name);

/** A scenario that cannot be run as it is written. */
export class ScenarioError extends Error {
  override readonly name = "ScenarioError";
  readonly complaints: readonly Complaint[];

  constructor(complaints: readonly Complaint[]) {
    super(complaints[0] ? sayInEnglish(complaints[0].message) : "");
    this.complaints = complaints;
  }
}
