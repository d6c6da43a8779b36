import type { Command, Connection } from "vscode-languageserver/node";
import type { LocalizableText } from "../../text/catalogue";

/** Commands of the editor that a server may offer, by what each is given. The editor takes its types from here, where it registers them. */
export interface EditorCommands {
  /** How many digits an entry of the access lists has. */
  "chainside.setIdentityLength": (length?: number | string) => void;
  /** The line whose beginning is to be seen, from 0. */
  "chainside.revealLineStart": (line: number) => void;
  /** The path of a folder. */
  "chainside.revealConfigFolder": (folder: string) => void;
  /** The path of a node's folder. */
  "chainside.reloadNode": (folder?: string) => void;
  "chainside.openAccessMatrix": (folder?: string) => void;
  /** The address of a scenario. */
  "chainside.runScenario": (uri: string) => void;
  "chainside.runScenarioOnChain": (uri: string) => void;
  /** The address of a scenario, with the line of a step as its fragment. */
  "chainside.debugScenario": (uri: string) => void;
}

export type EditorCommand = keyof EditorCommands;

/** A command of the editor for a lens, a quick fix or an item of a completion. */
export function editorCommand<Id extends EditorCommand>(
  command: Id,
  title: string,
  ...given: Parameters<EditorCommands[Id]>
): Command {
  return { command, title, arguments: given };
}

/** A node as a connected chain knows it. */
export interface ChainNode {
  /** What people call it: an alias, an end point, or the first digits of its ID. */
  name: string;
  /** Its connection and group, as people call them: `My chain · group0`. */
  group?: string;
  role?: "sealer" | "observer" | "candidateSealer" | "peer";
  /** 128 digits, without `0x`. */
  consensusId?: string;
  /** As the access lists want it: 512 digits (RSA) or 128 (SM), without `0x`. */
  tlsId?: string;
}

/** What the editor knows of a contract that a scenario names; null where it can't tell. */
export type ToldContract = { readonly abi: string | readonly unknown[] } | { readonly said: LocalizableText } | null;

/** What a server asks the editor, and what that answers. */
export interface EditorAnswers {
  /** Whether a file may be read: what isn't trusted names none outside of its folder. */
  "chainside/mayRead": (asked: { readonly path: string }) => boolean;
  "chainside/contract": (asked: { readonly path: string }) => ToldContract;
  /** Paths, for completion. */
  "chainside/contracts": () => readonly string[];
  "chainside/scenarios": () => readonly string[];
}

/** What the editor tells a server. */
export interface EditorNews {
  /** Of all connected groups. */
  "chainside/knownNodes": (news: { readonly nodes: readonly ChainNode[] }) => void;
  "chainside/contractsChanged": () => void;
}

export type Answered<Name extends keyof EditorAnswers> = ReturnType<EditorAnswers[Name]>;

/** Asks the editor. */
export function askEditor<Name extends keyof EditorAnswers>(
  connection: Connection,
  name: Name,
  ...asked: Parameters<EditorAnswers[Name]>
): Promise<Answered<Name>> {
  const [given]: readonly unknown[] = asked;
  return given === undefined
    ? connection.sendRequest<Answered<Name>>(name)
    : connection.sendRequest<Answered<Name>>(name, given);
}

/** Hears what the editor tells. */
export const hearEditor = <Name extends keyof EditorNews>(
  connection: Connection,
  name: Name,
  hear: EditorNews[Name],
): void => void connection.onNotification(name, hear);
