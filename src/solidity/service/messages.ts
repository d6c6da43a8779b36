// What the compile service and its starter tell each other, over the channel of a child process. Types alone: the extension shares them.

import type { ProxyRecords, ProxyStep, RecordedChain, RecordedOutcome } from "../../chain/proxy/proxyRecord";
import type { Hex } from "../../crypto/bytes/hex";
import type { OrderOf } from "../../processes/protocol";
import type { LocalizableText } from "../../text/catalogue";
import type { CompileProgress } from "../compile/compileRequest";
import type { CodeInUse } from "../deployed/layoutInUse";
import type { DrawnGraph } from "../graph/drawGraph";
import type { GraphKind } from "../graph/graph";
import type { EditorRequest } from "../language/editorService";
import type { CheckedFile, LanguageAnswer, LanguageQuestion, SourceLocation } from "../language/questions";
import type { LayoutChange, UpgradeVerdict } from "../layout/layoutChanges";
import type { StorageRow } from "../layout/storageTable";
import type { UpgradeSafety } from "../layout/upgradeSafety";
import type { ReportFinding } from "../reports/readReport";
import type { CodeVerdict } from "../verify/verifyCode";

/** Where the service keeps things. */
export interface ServiceFolders {
  readonly compilers: string;
  /** Without one, what was compiled is forgotten with the process. */
  readonly artifacts?: string;
}

export type { CodeInUse } from "../deployed/layoutInUse";
export type { GraphKind } from "../graph/graph";
export type { EditorRequest } from "../language/editorService";
export type { StorageRow } from "../layout/storageTable";
export type { ReportFinding } from "../reports/readReport";

/** One contract of a verified file, best fit first. */
export interface VerifiedContract {
  readonly sourceName: string;
  readonly name: string;
  readonly verdict: CodeVerdict;
}

/** A picture of a file, and where what is drawn stands. */
export interface GraphAnswer {
  readonly drawn: DrawnGraph;
  /** The same as a file. */
  readonly svg: string;
  /** Contracts of the file, of which each may be drawn alone. */
  readonly contracts: readonly string[];
  /** By the id of a box. */
  readonly places: Readonly<Record<string, SourceLocation>>;
}

/** Where a contract keeps its variables, and what changes beside one that is deployed. */
export interface LayoutAnswer {
  readonly rows: readonly StorageRow[];
  /** Of the deployed one; undefined where nothing that is kept here was compiled to its code. */
  readonly before: readonly StorageRow[] | undefined;
  readonly changes: readonly LayoutChange[];
  readonly verdict: UpgradeVerdict;
  readonly safety: UpgradeSafety;
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
    /** The one file of the request with all that it imports in one source; or why there is none. */
    readonly flatten: OrderOf<
      { readonly request: EditorRequest },
      { readonly text: string } | { readonly refused: LocalizableText }
    >;
    /** Who inherits from whom, or who calls whom from a contract on. */
    readonly graph: OrderOf<
      { readonly request: EditorRequest; readonly of: GraphKind; readonly contract: string | undefined },
      GraphAnswer
    >;
    /** Compiles a file; undefined where it has no such contract, doesn't compile, or its compiler tells no layout. */
    readonly layout: OrderOf<
      {
        readonly request: EditorRequest;
        readonly contract: string;
        readonly deployed: CodeInUse | undefined;
      },
      LayoutAnswer | undefined,
      CompileProgress
    >;
    /** What the project keeps of a contract's proxies. */
    readonly proxyRecords: OrderOf<
      { readonly request: EditorRequest; readonly contract: string; readonly chain: RecordedChain },
      ProxyRecords,
      CompileProgress
    >;
    /** Writes down what becomes of a proxy, beside the sources of the contract that it is to run. */
    readonly keepProxyStep: OrderOf<{
      readonly request: EditorRequest;
      readonly contract: string;
      readonly step: ProxyStep;
    }>;
    /** Writes down what became of a transaction that the project keeps as signed; of others, nothing. */
    readonly keepProxyOutcome: OrderOf<{
      readonly root: string;
      readonly chain: RecordedChain;
      readonly transaction: Hex;
      readonly outcome: RecordedOutcome;
    }>;
    /** What another program's report says; undefined for what is none. */
    readonly readReport: OrderOf<{ readonly report: string }, readonly ReportFinding[] | undefined>;
    /** What a person allowed just now: hashes of compilers, and keys of projects' `.npmrc`. Kept in the folder of compilers. */
    readonly allow: OrderOf<{ readonly compilers?: readonly string[]; readonly npmrc?: readonly string[] }>;
  };
  readonly asks: Record<never, never>;
}
