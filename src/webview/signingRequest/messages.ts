/** A label and what it says. */
export interface RequestRow {
  readonly label: string;
  readonly value: string;
}

/** What a row says of the request, and whether it speaks against signing. */
export interface RequestConsequence {
  readonly text: string;
  readonly warns: boolean;
}

/** What changes while the page stands. */
export interface RequestNow {
  /** The worst first. */
  readonly consequences: readonly RequestConsequence[];
  /** How far trying it out is; empty where the consequences have what it told. */
  readonly trial: string;
  /** A signature would tell more of what comes of it. */
  readonly triesSigned: boolean;
  /** The list beside it has gone: the page alone asks. */
  readonly alone: boolean;
}

/** What the document starts with: the request in words, and the page's own texts. */
export interface SigningRequestStart {
  readonly sentence: string;
  readonly weight: "ordinary" | "grave" | "irreversible";
  readonly now: RequestNow;
  readonly reported: readonly RequestRow[];
  readonly signed: readonly RequestRow[];
  readonly raw: readonly RequestRow[];
  /** Whether it may be written to a file, to be signed elsewhere. */
  readonly exports: boolean;
  /** What may be typed to agree to what can't be undone. */
  readonly names: readonly string[];
  /** What has to be typed to send what is known to fail. */
  readonly code?: string;
  readonly texts: Readonly<
    Record<
      | ("consequences" | "none" | "message" | "signed" | "raw" | "alone" | "beside")
      | ("sign" | "trySigned" | "export" | "cancel" | "type" | "force" | "over" | "warning"),
      string
    >
  >;
}

export type SigningRequestProtocol = {
  readonly asks: Record<never, { readonly question: never; readonly answer: never }>;
  readonly says: {
    /** What was typed, where that has to be. */
    readonly sign: { readonly name: string; readonly code: string };
    /** Try it out once more, with a signature. */
    readonly trySigned: null;
    readonly export: null;
    readonly cancel: null;
  };
  readonly tells: {
    readonly now: RequestNow;
    /** The question was answered elsewhere. */
    readonly over: null;
  };
};
