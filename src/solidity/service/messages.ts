// What the compile service and its starter tell each other, over the channel of a child process. Types alone: the extension shares them.

import type { OrderOf } from "../../processes/protocol";
import type { CompileProgress } from "../compile/compileRequest";
import type { EditorRequest } from "../language/editorService";
import type { CheckedFile, LanguageAnswer, LanguageQuestion } from "../language/questions";
import type { CodeVerdict } from "../verify/verifyCode";

/** Where the service keeps things. */
export interface ServiceFolders {
  readonly compilers: string;
  /** Without one, what was compiled is forgotten with the process. */
  readonly artifacts?: string;
}

export type { EditorRequest } from "../language/editorService";

/** One contract of a verified file, best fit first. */
export interface VerifiedContract {
  readonly sourceName: string;
  readonly name: string;
  readonly verdict: CodeVerdict;
}

/** What the compile service does for an editor. */
export interface CompileServiceProtocol {
  readonly orders: {
    /** The first, once. */
    readonly start: OrderOf<ServiceFolders>;
    /** What is wrong with files of an editor, and their code where it is wanted. */
    readonly check: OrderOf<
      {
        readonly request: EditorRequest;
        readonly code: boolean;
        /** Tells what in the contracts comes from the hash of their suite. */
        readonly hashUses: boolean;
      },
      readonly CheckedFile[],
      CompileProgress
    >;
    /** What an editor asks about the one file of the request. */
    readonly ask: OrderOf<{ readonly request: EditorRequest; readonly question: LanguageQuestion }, LanguageAnswer>;
    /** Compiles a file of an editor and compares its contracts with runtime code, hex: best fit first. */
    readonly verify: OrderOf<
      {
        readonly request: EditorRequest;
        readonly code: string;
        /** The contract, where it is known which. */
        readonly contract: string | undefined;
      },
      readonly VerifiedContract[],
      CompileProgress
    >;
    /** What a person allowed just now: hashes of compilers, and keys of projects' `.npmrc`. Kept in the folder of compilers. */
    readonly allow: OrderOf<{ readonly compilers?: readonly string[]; readonly npmrc?: readonly string[] }>;
  };
  readonly asks: Record<never, never>;
}
