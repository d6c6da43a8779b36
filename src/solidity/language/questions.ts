// What the editor asks of the compile service about a source, and what it is answered. Types alone: the extension shares them.

import type { SourceNotes } from "../../chain/artifact/sourceNotes";
import type { ErrorDetails } from "../../errors/chainError";
import type { TextPosition, TextRange } from "../program/textRange";
import type { CompilerChoice } from "../version/compilerReasons";

/** A stretch of a file, or of a text that is built in. */
export interface SourceLocation {
  /** Absolute; undefined for a built-in text. */
  readonly path: string | undefined;
  readonly sourceName: string;
  readonly range: TextRange;
}

/** One thing that a compiler has to say, where an editor shows it. */
export interface LocatedDiagnostic {
  readonly severity: "error" | "warning" | "info";
  readonly type: string;
  readonly code: string | undefined;
  readonly message: string;
  /** What fills the texts of an error of ours (`type` is `Chainside`). */
  readonly details: ErrorDetails | undefined;
  /** Undefined where the compiler knows no place. */
  readonly location: SourceLocation | undefined;
  readonly related: readonly (SourceLocation & { readonly message: string })[];
}

/** A change of one stretch of a text. */
export interface TextChange {
  readonly range: TextRange;
  readonly text: string;
}

export type OutlineKind =
  | "contract"
  | "abstract"
  | "interface"
  | "library"
  | "function"
  | "constructor"
  | "receive"
  | "fallback"
  | "modifier"
  | "event"
  | "error"
  | "struct"
  | "enum"
  | "type"
  | "variable"
  | "constant"
  | "field"
  | "enumValue";

/** A declaration of a source, found without a compiler: also in a source that is half written. */
export interface OutlineItem {
  readonly kind: OutlineKind;
  /** Empty for constructors and the like. */
  readonly name: string;
  /** Parameters or type, as written, in one line. */
  readonly detail: string;
  readonly range: TextRange;
  readonly nameRange: TextRange;
  /** Of a function: whether it can be called from outside. */
  readonly external: boolean;
  readonly children: readonly OutlineItem[];
}

export type CompletionKind =
  | "keyword"
  | "variable"
  | "field"
  | "function"
  | "event"
  | "error"
  | "contract"
  | "interface"
  | "struct"
  | "enum"
  | "enumValue"
  | "type"
  | "file"
  | "tag";

export interface CompletionProposal {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail: string;
  /** What the author wrote about it; foreign text. */
  readonly documentation: string;
  /** Taken in place of the label where it differs. */
  readonly insert?: string;
}

/** What is known of a name. Texts are foreign. */
export interface HoverAnswer {
  readonly range: TextRange;
  /** The declaration in one line or a few. */
  readonly code: string;
  readonly natspec: readonly { readonly tag: string; readonly text: string }[];
  /** `transfer(address,uint256)` with the selectors (topics of an event) of both suites, hex with `0x`. */
  readonly signature:
    | {
        readonly text: string;
        readonly standard: string;
        readonly sm: string;
        readonly kind: "function" | "event" | "error";
      }
    | undefined;
  readonly storage: { readonly slot: string; readonly offset: number; readonly bytes: string } | undefined;
}

/** A correction that the editor offers for a diagnostic. */
export interface QuickFix {
  readonly kind:
    | "pragma"
    | "visibility"
    | "license"
    | "dataLocation"
    | "checksum"
    | "evmVersion"
    | "package"
    | "mutability"
    | "specifier"
    | "remove"
    | "name";
  /** What is written or set: `external`, `^0.8.30`, `memory`, … */
  readonly value: string;
  readonly changes: readonly TextChange[];
  /** Index of the diagnostic in the question. */
  readonly diagnostic: number;
}

export type LanguageQuestion =
  | { readonly kind: "outline"; readonly text: string }
  | { readonly kind: "hover" | "definition" | "references" | "completion" | "nameAt"; readonly position: TextPosition }
  | { readonly kind: "rename"; readonly position: TextPosition; readonly newName: string }
  /** The text of a built-in source by its name: `fisco/Table.sol`. */
  | { readonly kind: "builtIn"; readonly name: string }
  /** The files of tests below a folder, absolute. */
  | { readonly kind: "testFiles"; readonly folder: string };

export type LanguageAnswer =
  | { readonly kind: "outline"; readonly items: readonly OutlineItem[] }
  | { readonly kind: "hover"; readonly hover: HoverAnswer | undefined }
  | { readonly kind: "places"; readonly places: readonly SourceLocation[] }
  /** `anything`: no part of the language is wanted in particular. */
  | { readonly kind: "completion"; readonly proposals: readonly CompletionProposal[]; readonly anything: boolean }
  | { readonly kind: "name"; readonly range: TextRange | undefined; readonly name: string }
  /** `refused`: why nothing is renamed. */
  | {
      readonly kind: "rename";
      readonly changes: readonly { readonly path: string; readonly changes: readonly TextChange[] }[];
      readonly refused: string | undefined;
    }
  | { readonly kind: "builtIn"; readonly text: string | undefined }
  | { readonly kind: "testFiles"; readonly files: readonly string[] };

/** A contract of a checked file, as far as lists, forms and deployment want it. */
export interface CheckedContract {
  readonly name: string;
  readonly sourceName: string;
  readonly abi: readonly unknown[];
  /** Creation code, hex without `0x`, with markers for libraries; empty for interfaces and abstract contracts. */
  readonly code: string;
  /** Bytes of the code that is deployed, where code was asked for. */
  readonly deployedBytes?: number;
  readonly linkReferences: Readonly<
    Record<string, Readonly<Record<string, readonly { start: number; length: number }[]>>>
  >;
  /** What in it comes from the hash of the suite, where it was asked. */
  readonly hashUses: readonly string[];
  /** What its source says beyond the ABI: comments, members of enums. Where code was asked for. */
  readonly notes?: SourceNotes;
}

/** What came of one file of the editor. */
export interface CheckedFile {
  readonly path: string;
  readonly sourceName: string;
  readonly choice: CompilerChoice | undefined;
  /** No error was found. */
  readonly isRight: boolean;
  /** Only where code was asked for. */
  readonly contracts: readonly CheckedContract[];
  readonly diagnostics: readonly LocatedDiagnostic[];
  /** Files on disk that it was made from, itself among them, absolute. */
  readonly sources: readonly string[];
}
