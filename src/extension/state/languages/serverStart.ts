import type * as vscode from "vscode";
import type { EditorAnswers, Language, ServerNews } from "../../../languageServer/protocol/messages";

/** All that the window answers. */
export const questions: readonly (keyof EditorAnswers)[] = [
  "chainside/mayRead",
  "chainside/contract",
  "chainside/contracts",
  "chainside/scenarios",
  "chainside/compileFor",
  "chainside/gasOf",
];
/** All that the window hears. */
export const news: readonly (keyof ServerNews)[] = ["chainside/checked"];

/** What a client says of the window, and whom it asks. */
export interface ServerStart {
  readonly module: string;
  /** The language of the document for which it is started. */
  readonly opens: Language;
  readonly log: vscode.LogOutputChannel;
  readonly options: () => object;
  readonly documents: readonly vscode.DocumentFilter[];
  readonly answer: (name: keyof EditorAnswers, asked: unknown) => Promise<unknown>;
  readonly hear: (name: keyof ServerNews, news: unknown) => void;
  readonly tooltip: (command: string) => string | undefined;
  /** It runs, for the first time or again: it knows nothing. */
  readonly began: () => void;
}
