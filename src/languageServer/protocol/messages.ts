import {
  type CancellationToken,
  type Command,
  type Connection,
  type DocumentSelector,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver/node";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { CheckedFile, OutlineItem } from "../../solidity/language/questions";
import type { EditorRequest } from "../../solidity/service/messages";
import type { LocalizableText } from "../../text/catalogue";

/** Whose text a document is. Each language is read apart from the others (docs/architecture.md, "The language server"). */
export type Language = "config" | "scenario" | "solidity";

/** By language: the documents that an editor wants answers for. */
export type Selectors = Readonly<Partial<Record<Language, DocumentSelector>>>;

/** What an editor may say at the start (`initializationOptions`); nothing of it is needed. */
export interface StartOptions {
  /** The language of the document for which the server is started (`--opens`): that language begins at once. Default: Solidity. */
  readonly opens?: Language;
  /** Commands that it has, for lenses and fixes that are more than an edit. */
  readonly commands?: readonly string[];
  /** What of {@link EditorAnswers} it answers and of {@link ServerNews} it hears; others are asked nothing beyond the protocol. */
  readonly answers?: readonly string[];
  /** With these, what each language gives is registered for its own documents; else for all. A language that lacks gives nothing. */
  readonly selectors?: Selectors;
  /** Where compilers and what they made are kept. Default: the folders of the command line. */
  readonly compilers?: string;
  readonly artifacts?: string;
  /** False: files of the workspace were written by others (docs/security.md). Default: trusted, where the editor knows no such thing. */
  readonly trusted?: boolean;
  /** In place of the editor's own configuration, as the section `chainside` of it. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

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
  /** The name of a machine: `paris`. */
  "chainside.setEvmVersion": (version: string) => void;
  /** The name of a package on npm, and the address of the source that imports it. */
  "chainside.installPackage": (wanted: { readonly name: string; readonly uri: string }) => void;
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
export type ContractReply = { readonly abi: string | readonly unknown[] } | { readonly text: LocalizableText } | null;

/** What sources are compiled for, and with which compiler, where a person said so. */
export interface CompileFor extends Pick<EditorRequest, "chain" | "compiler" | "evmVersion" | "trusted"> {
  readonly suite: CryptoSuiteName;
}

/** What was found of a source, without its code. */
export type CheckedSource = Omit<CheckedFile, "contracts">;

/** What a server asks the editor, and what that answers. */
export interface EditorAnswers {
  /** Whether a file may be read: what isn't trusted names none outside of its folder. */
  "chainside/mayRead": (asked: { readonly path: string }) => boolean;
  "chainside/contract": (asked: { readonly path: string }) => ContractReply;
  /** Paths, for completion. */
  "chainside/contracts": () => readonly string[];
  "chainside/scenarios": () => readonly string[];
  /** The path of a source. */
  "chainside/compileFor": (asked: { readonly path: string }) => CompileFor;
  /** Gas of the last runs of a function, the newest first, by its selectors, hex with `0x`. */
  "chainside/gasOf": (asked: { readonly standard: string; readonly sm: string }) => readonly string[];
}

/** What an editor may ask a server beyond the protocol. */
export interface ServerAnswers {
  /** The declarations of a source. */
  "chainside/outline": (asked: { readonly textDocument: { readonly uri: string } }) => readonly OutlineItem[];
}

/** What a server tells the editor beyond the protocol. */
export interface ServerNews {
  /** `fetched`: registries might have been asked for the compiler, since the user saved the file. */
  "chainside/checked": (news: { readonly files: readonly CheckedSource[]; readonly fetched: boolean }) => void;
}

/** What the editor tells a server. */
export interface EditorNews {
  /** Of all connected groups. */
  "chainside/knownNodes": (news: { readonly nodes: readonly ChainNode[] }) => void;
  "chainside/contractsChanged": () => void;
  /** What sources are compiled for is another. */
  "chainside/compileForChanged": () => void;
  /** Files that the editor compiled itself. */
  "chainside/compiled": (news: { readonly files: readonly CheckedSource[] }) => void;
  /** Which documents get answers from now on. */
  "chainside/selectors": (news: { readonly selectors: Selectors }) => void;
}

export type Answered<Name extends keyof EditorAnswers> = ReturnType<EditorAnswers[Name]>;

/** The editor, as far as it speaks beyond the protocol. */
export class Editor {
  readonly #knows: ReadonlySet<string>;

  constructor(
    private readonly connection: Connection,
    { answers = [] }: StartOptions,
  ) {
    this.#knows = new Set(answers);
  }

  /** Asks it; undefined from one that doesn't answer such questions. */
  async ask<Name extends keyof EditorAnswers>(
    name: Name,
    ...asked: Parameters<EditorAnswers[Name]>
  ): Promise<Answered<Name> | undefined> {
    if (!this.#knows.has(name)) return undefined;
    const [given]: readonly unknown[] = asked;
    return given === undefined
      ? this.connection.sendRequest<Answered<Name>>(name)
      : this.connection.sendRequest<Answered<Name>>(name, given);
  }

  /** Tells it, if it wants to know. */
  tell<Name extends keyof ServerNews>(name: Name, ...[news]: Parameters<ServerNews[Name]>): void {
    if (this.#knows.has(name)) void this.connection.sendNotification(name, news);
  }

  /** Answers what it asks. */
  answer<Name extends keyof ServerAnswers>(
    name: Name,
    answer: (...asked: Parameters<ServerAnswers[Name]>) => ReturnType<ServerAnswers[Name]>,
  ): void {
    this.connection.onRequest(name, answer);
  }
}

/** Hears what the editor tells. */
export const hearEditor = <Name extends keyof EditorNews>(
  connection: Connection,
  name: Name,
  hear: EditorNews[Name],
): void => void connection.onNotification(name, hear);

/** A token of the protocol as a signal; its reason is the answer that the protocol has for what was cancelled. A signal is itself. */
export function signalOf(token: CancellationToken | AbortSignal): AbortSignal {
  if (token instanceof AbortSignal) return token;
  const abort = new AbortController();
  const cancel = (): void => abort.abort(new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled"));
  if (token.isCancellationRequested) cancel();
  else token.onCancellationRequested(cancel);
  return abort.signal;
}
