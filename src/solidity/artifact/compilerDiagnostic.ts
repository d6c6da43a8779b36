import type { ErrorDetails } from "../../errors/chainError";

/** A stretch of a source, in bytes of its UTF-8 form; −1 where the compiler does not know. */
export interface SourceOrigin {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** One thing that a compiler has to say. */
export interface CompilerDiagnostic {
  readonly severity: "error" | "warning" | "info";
  /** `ParserError`, `TypeError`, `Warning`, … */
  readonly type: string;
  /** The compiler's number for the message (`3420`), from 0.6.6. */
  readonly code: string | undefined;
  readonly message: string;
  /** With an excerpt of the source, for a terminal. */
  readonly formattedMessage: string;
  readonly place: SourceOrigin | undefined;
  readonly related: readonly (SourceOrigin & { readonly message: string })[];
  /** Of an error of ours (`type` is `Chainside`): what fills its texts. */
  readonly details?: ErrorDetails;
}

/** Whether it says that an import isn't there; releases before 0.6.6 have no numbers. */
export const lacksImport = ({ code, message }: CompilerDiagnostic): boolean =>
  code === "6275" || message.endsWith("File not supplied initially.");
