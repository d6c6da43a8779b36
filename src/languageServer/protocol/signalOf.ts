import { type CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver/node";

/** A token of the protocol as a signal; its reason is the answer that the protocol has for what was cancelled. A signal is itself. */
export function signalOf(token: CancellationToken | AbortSignal): AbortSignal {
  if (token instanceof AbortSignal) return token;
  const abort = new AbortController();
  const cancel = (): void => abort.abort(new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled"));
  if (token.isCancellationRequested) cancel();
  else token.onCancellationRequested(cancel);
  return abort.signal;
}
