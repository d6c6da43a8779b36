/**
 * An `error` of JSON-RPC as Ethereum's tools get it. Its message is in English: tools look for words in it ("execution reverted",
 * "nonce too low", "insufficient funds").
 */
export class Web3Error extends Error {
  override readonly name = "Web3Error";
  readonly code: number;
  /** Return data of a failed execution, `0x` hex. */
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Numbers of errors: JSON-RPC's own, those of EIP-1474, and geth's. */
export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Most refusals of a node. */
  server: -32000,
  limitExceeded: -32005,
  /** A contract refused; `data` is what it returned. */
  reverted: 3,
} as const;

export const invalidParams = (message: string): Web3Error => new Web3Error(errorCodes.invalidParams, message);
