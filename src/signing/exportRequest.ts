import type { Hex } from "../crypto/bytes/hex";
import type { ReadableRequest } from "../crypto/readableRequest";
import { readableRequest, type ShownRequest } from "./request";

/** What a request is written as, to be signed elsewhere. @param signature once it is signed */
export function requestFileText(request: ReadableRequest, hash: string, signature?: Hex): string {
  const content = { chainside: "request", version: 1, hash, request, ...(signature ? { signature } : {}) };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** Ends an operation whose transaction is signed elsewhere: nothing was signed here, and its front writes the file. */
export class RequestExported extends Error {
  /** @param file name of the file that its front has written */
  constructor(
    readonly request: ShownRequest,
    readonly file?: string,
  ) {
    super();
  }

  /** Content of the file. */
  get text(): string {
    return requestFileText(readableRequest(this.request), this.request.hash);
  }
}
