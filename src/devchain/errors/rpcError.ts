/** An error member of a JSON-RPC answer: the node's number and words (json-rpc.md, "Envelope"). */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const invalidRequest = (message = "The JSON sent is not a valid Request object."): RpcError =>
  new RpcError(-32600, message);
export const parseError = (): RpcError => new RpcError(-32700, "Invalid JSON was received by the server.");
export const methodNotFound = (): RpcError => new RpcError(-32601, "The method does not exist/is not available.");
export const invalidParams = (message: string): RpcError => new RpcError(-32602, message);

/** A read of the ledger that found nothing, by the ledger's own numbers. */
export const ledgerError = (code: 3003 | 3006 | 3008, message: string): RpcError => new RpcError(code, message);

export const nodeNotExist = (method: string, chainId: string, group: string, node: string): RpcError =>
  new RpcError(
    -32000,
    `Invalid request for the specified node of doesn't exist or doesn't started!,request=${method},chain=${chainId},group=${group},node=${node}`,
  );

export const groupNotExist = (group: string): RpcError => new RpcError(-32005, `The group ${group} does not exist!`);

/** Text of an exception as a node reports it, without the line that names its source file. */
export const diagnosticText = (type: string, what: string): string =>
  `Dynamic exception type: ${type}\nstd::exception::what: ${what}\n`;
