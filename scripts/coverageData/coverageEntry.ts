import type { ViewName } from "../../src/extension/kit/manifest/manifestPart";

/** How a user gets at a thing. */
export type CoverageState =
  /** A command or view of its own. */
  | "offered"
  /** Through a general command that takes any method or any function; nothing is made for this one. */
  | "general"
  /** The command line only. */
  | "commandLine"
  /** Part of what other entries do, or without meaning in an editor; the note says why. */
  | "notNeeded"
  /** Cannot be done with Chainside yet. */
  | "notYet";

/** One line of docs/coverage.md. */
export interface CoverageEntry {
  readonly name: string;
  readonly state: CoverageState;
  /** Extension commands, without `chainside.` in front. */
  readonly commands: readonly string[];
  readonly views: readonly ViewName[];
  /** Command of the `chainside` program. */
  readonly cli?: string;
  readonly note?: string;
}

export interface CoverageSection {
  readonly title: string;
  readonly entries: readonly CoverageEntry[];
}

interface More {
  readonly views?: readonly ViewName[];
  readonly cli?: string;
  readonly note?: string;
}

/** `commands` separated by blanks; may be empty where a view shows it. */
export function offered(name: string, commands: string, more: More = {}): CoverageEntry {
  return { name, state: "offered", commands: commands.split(" ").filter(Boolean), views: [], ...more };
}

export function general(name: string, command: string, more: More = {}): CoverageEntry {
  return { ...offered(name, command, more), state: "general" };
}

export function commandLine(name: string, cli: string, note?: string): CoverageEntry {
  return { name, state: "commandLine", commands: [], views: [], cli, ...(note === undefined ? {} : { note }) };
}

export function notNeeded(name: string, note: string): CoverageEntry {
  return { name, state: "notNeeded", commands: [], views: [], note };
}
