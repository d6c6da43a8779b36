import type { Call, Expression, Name } from "../syntax/nodes";
import type { Declaration, SourceFile } from "./declarations";
import type { Scope } from "./scope";
import type { Type } from "./types";

/** What a name means, and the alias by which it came. */
export interface Found {
  readonly declaration: Declaration;
  readonly alias: Declaration | undefined;
}

/** Where a name stands, as far as it matters for what it means. */
export interface Where {
  readonly file: SourceFile;
  readonly contract: Declaration | undefined;
}

/** Where the parts of a declaration stand. */
export const whereOf = (declaration: Declaration): Where => ({
  file: declaration.file,
  contract: declaration.contract,
});

/** A place where something is named. */
export interface Reference {
  readonly start: number;
  readonly end: number;
  /** Several where the language leaves open which one is meant, or the text isn't finished. */
  readonly to: readonly Declaration[];
  /** The name that an import gave to it, by which it is named here. */
  readonly alias: Declaration | undefined;
  /** Whether its value is changed here. */
  readonly writes: boolean;
}

/** A call, and what is called. */
export interface BoundCall {
  readonly node: Call;
  readonly to: readonly Declaration[];
  /** Whether what stands before the dot is the first parameter. */
  readonly isAttached: boolean;
  /** The function, modifier or contract in which it stands. */
  readonly inside: Declaration | undefined;
}

/** What the names of one file mean. */
export interface Binding {
  readonly file: SourceFile;
  /** In the order of the text. */
  readonly references: readonly Reference[];
  /** Variables of functions, in the order of the text. */
  readonly locals: readonly Declaration[];
  readonly calls: readonly BoundCall[];
  /** Names that mean nothing known. */
  readonly unknown: readonly Name[];
  /** Where local names are good. */
  readonly scopes: readonly Scope[];
  /** The type of an expression of the file. */
  typeOf(expression: Expression): Type;
}
