/** Where in the path from a gesture to a block something went wrong. */
export type ChainErrorKind = "transport" | "tls" | "rpc" | "txpool" | "execution" | "precompiled" | "decode" | "usage";

const kinds: Readonly<Record<ChainErrorKind, true>> = {
  transport: true,
  tls: true,
  rpc: true,
  txpool: true,
  execution: true,
  precompiled: true,
  decode: true,
  usage: true,
};
/** All kinds, in the order of that path. */
export const chainErrorKinds = Object.keys(kinds) as ChainErrorKind[];

/** What fills the words of an error. A list gets the separators of the language that it is said in. */
type ErrorDetail = string | number | boolean | readonly string[];
export type ErrorDetails = Readonly<Record<string, ErrorDetail>>;

export interface ChainErrorInit {
  kind: ChainErrorKind;
  /**
   * Names the situation: a number the node sent (JSON-RPC code, transaction status, return code of a built-in contract)
   * or a word of ours ("connectionRefused", "notHex", …). The UI decides by kind and code, never by message text.
   */
  code: number | string;
  /** What happened, one short sentence: English where the dictionary has the code, else as its process speaks. Never holds a secret. */
  message: string;
  /** What the developer does next, one English sentence. */
  advice?: string;
  /** The node's own words, when it said any. */
  nodeMessage?: string;
  /** Whatever a report should show: method, endpoint, field path, transaction hash. Never a key. */
  details?: ErrorDetails;
  cause?: unknown;
}

/** The one family of errors of the chain core. Made by the factories beside this file. */
export class ChainError extends Error {
  override readonly name = "ChainError";
  readonly kind: ChainErrorKind;
  readonly code: number | string;
  readonly advice: string | undefined;
  readonly nodeMessage: string | undefined;
  readonly details: ErrorDetails;

  constructor(init: ChainErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.kind = init.kind;
    this.code = init.code;
    this.advice = init.advice;
    this.nodeMessage = init.nodeMessage;
    this.details = init.details ?? {};
  }
}

/** The same error that shows these details too, and names its cause. */
export function withDetails(
  error: ChainError,
  details: ErrorDetails,
  cause: unknown = error.cause ?? error,
): ChainError {
  const { kind, code, message, advice, nodeMessage } = error;
  return new ChainError({
    kind,
    code,
    message,
    ...(advice === undefined ? {} : { advice }),
    ...(nodeMessage === undefined ? {} : { nodeMessage }),
    details: { ...error.details, ...details },
    cause,
  });
}
