import * as vscode from "vscode";
import type { TargetLocation } from "./target";

/** Shows a view. */
type Focus = (options?: { readonly preserveFocus: boolean }) => void;

/**
 * Our commands: what each takes, and what it gives back. A feature adds those that it registers (`declare module`), so that they go when
 * it goes: what calls a command that is gone, or with what it doesn't take, doesn't compile.
 */
export interface Commands {
  /** VS Code has these for every view. */
  "chainside.chains.focus": Focus;
  "chainside.accounts.focus": Focus;
}

export type CommandId = keyof Commands;
type Given<Id extends CommandId> = Parameters<Commands[Id]>;

/** What came through this door. Nothing from outside can be in here: JSON, an object of another extension. */
const trusted = new WeakSet<object>();

/** Marks a line, or what a command is given, as made here: a command believes it, and checks what comes from elsewhere. */
export function markTrusted<Thing>(thing: Thing): Thing {
  if (typeof thing === "object" && thing !== null) trusted.add(thing);
  return thing;
}

export const isMarkedTrusted = (given: unknown): given is object =>
  typeof given === "object" && given !== null && trusted.has(given);

/** Runs a command of ours. Undefined where it failed: then it has said so. */
export async function runCommand<Id extends CommandId>(
  id: Id,
  ...given: Given<Id>
): Promise<ReturnType<Commands[Id]> | undefined> {
  return vscode.commands.executeCommand(id, ...given.map(markTrusted));
}

/** A command of ours for what VS Code draws: a line of a tree, a lens, a quick fix, an item of a status bar. */
export function commandOf<Id extends CommandId>(id: Id, title: string, ...given: Given<Id>): vscode.Command {
  return { command: id, title, ...(given.length > 0 ? { arguments: given.map(markTrusted) } : {}) };
}

/** A target as JSON: a text of no group as it is, a group by its id. */
type InJson<Thing> = Thing extends { readonly kind: string }
  ?
      | (Omit<Thing, keyof TargetLocation> & { readonly groupId?: string })
      | (Thing extends { readonly kind: "text" } ? string : never)
  : Thing;

/** A link in Markdown that runs a command of ours. What it gives comes back as JSON, and is read like a stranger's. */
export function commandText<Id extends CommandId>(id: Id, given: InJson<Given<Id>[0]>): string {
  return `command:${id}?${encodeURIComponent(JSON.stringify([given]))}`;
}

/** The same for a link of a document. */
export function commandLink<Id extends CommandId>(id: Id, given: InJson<Given<Id>[0]>): vscode.Uri {
  return vscode.Uri.parse(commandText(id, given));
}
