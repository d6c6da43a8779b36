import type * as vscode from "vscode";

/**
 * The kinds of things that commands are run on, and what is known of each. The shelves above add theirs: `flows/target` those of chains.
 * @public for `declare module`
 */
export interface TargetKinds {
  /** The palette, a key, a button of a view. */
  readonly nothing: object;
  readonly text: { readonly text: string };
  readonly file: { readonly uri: vscode.Uri };
  readonly notebook: { readonly notebook: vscode.NotebookDocument };
}

/** What a thing of any kind may belong to; filled like `TargetKinds`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by flows/target
export interface TargetLocation {}

type TargetKind = keyof TargetKinds;

type TargetOf<Kind extends TargetKind> = Kind extends TargetKind
  ? { readonly kind: Kind } & TargetKinds[Kind] & TargetLocation
  : never;

/** What a command was run on. */
export type Target = TargetOf<TargetKind>;

/** A command that is run on things of these kinds, else asks for one. */
export type On<Kind extends TargetKind = "nothing"> = (target?: TargetOf<Kind | "nothing">) => void;
