// What the compile service and its starter tell each other, over the channel of a child process. Types alone: the extension shares them.

import type { ToldError } from "../../chain/errors/toldError";
import type { CompileProgress, CompileRequest, CompileResult } from "../compile/compileRequest";
import type { EditorRequest } from "../language/editorService";
import type { CheckedFile, LanguageAnswer, LanguageQuestion } from "../language/questions";
import type { CodeVerdict } from "../verify/verifyCode";

/** Where the service keeps things; the first message, once. */
export interface ServiceFolders {
  readonly compilers: string;
  /** Without one, what was compiled is forgotten with the process. */
  readonly artifacts?: string;
}

export type { EditorRequest } from "../language/editorService";

/** Orders carry an id of the starter's choice, which comes back with the answer. */
export type ServiceOrder =
  | { readonly kind: "start"; readonly folders: ServiceFolders }
  /** Everything the compiler tells, for deployment and debugging. */
  | { readonly kind: "compile"; readonly id: number; readonly request: Omit<CompileRequest, "outputs"> }
  /** Only what is wrong: while somebody types. */
  | { readonly kind: "diagnostics"; readonly id: number; readonly request: Omit<CompileRequest, "outputs"> }
  /** Compiles a file and compares its contracts with runtime code. */
  | {
      readonly kind: "verify";
      readonly id: number;
      readonly request: Omit<CompileRequest, "outputs">;
      /** Runtime code, hex. */
      readonly code: string;
      /** The contract, where it is known which. */
      readonly contract?: string;
    }
  /** What is wrong with files of an editor, and their code where it is wanted. */
  | {
      readonly kind: "check";
      readonly id: number;
      readonly request: EditorRequest;
      readonly code: boolean;
      /** Tells what in the contracts comes from the hash of their suite. */
      readonly hashUses: boolean;
    }
  /** What an editor asks about the one file of the request. */
  | { readonly kind: "ask"; readonly id: number; readonly request: EditorRequest; readonly question: LanguageQuestion }
  /** Compiles a file of an editor and compares its contracts with runtime code. */
  | {
      readonly kind: "verifySource";
      readonly id: number;
      readonly request: EditorRequest;
      readonly code: string;
      readonly contract?: string;
    }
  | { readonly kind: "cancel"; readonly id: number };

/** One contract of a verified file, best fit first. */
export interface VerifiedContract {
  readonly sourceName: string;
  readonly name: string;
  readonly verdict: CodeVerdict;
}

export type ServiceReply =
  | { readonly kind: "progress"; readonly id: number; readonly progress: CompileProgress }
  | { readonly kind: "compiled"; readonly id: number; readonly result: CompileResult }
  | {
      readonly kind: "verified";
      readonly id: number;
      readonly contracts: readonly VerifiedContract[];
      /** What it took to compile, errors among them. */
      readonly result: CompileResult;
    }
  | { readonly kind: "checked"; readonly id: number; readonly files: readonly CheckedFile[] }
  | { readonly kind: "answered"; readonly id: number; readonly answer: LanguageAnswer }
  /** Best fit first. */
  | { readonly kind: "sourceVerified"; readonly id: number; readonly contracts: readonly VerifiedContract[] }
  | { readonly kind: "cancelled"; readonly id: number }
  | ({ readonly kind: "failed"; readonly id: number } & ToldError);
