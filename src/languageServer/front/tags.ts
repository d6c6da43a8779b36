import type { RequestMessage, ResponseMessage } from "vscode-languageserver/node";
import type { Language } from "../protocol/messages";

/** What is asked about again later carries whose it is: the question has no document. */
interface Tag {
  readonly chainside: Language;
  readonly data: unknown;
}

interface Item {
  readonly data?: unknown;
}

/** Answers whose items may be asked about again. */
const asked = new Set([
  "textDocument/completion",
  "textDocument/codeAction",
  "textDocument/codeLens",
  "textDocument/documentLink",
  "textDocument/inlayHint",
  "workspace/symbol",
]);

const isTag = (data: unknown): data is Tag => typeof data === "object" && data !== null && "chainside" in data;

/** Who made what is asked about. */
export const ownLanguage = (data: unknown): Language | undefined => (isTag(data) ? data.chainside : undefined);

const withTag = (item: Item, chainside: Language): Item =>
  item.data === undefined ? item : { ...item, data: { chainside, data: item.data } satisfies Tag };

/** An answer whose items say whose they are. */
export function tagged(method: string, response: ResponseMessage, language: Language): ResponseMessage {
  const { result } = response as { readonly result?: unknown };
  if (!asked.has(method)) {
    const isItem = method.endsWith("/resolve") && typeof result === "object" && result !== null;
    return isItem ? { ...response, result: withTag(result, language) as object } : response;
  }
  if (Array.isArray(result)) return { ...response, result: result.map((item: Item) => withTag(item, language)) };
  const { items } = (result ?? {}) as { readonly items?: unknown };
  if (!Array.isArray(items)) return response;
  return { ...response, result: { ...(result as object), items: items.map((item: Item) => withTag(item, language)) } };
}

/** A question as the process that made the item knows it. */
export function untagged(request: RequestMessage): RequestMessage {
  const params = request.params as unknown as Item | undefined;
  return isTag(params?.data)
    ? ({ ...request, params: { ...params, data: params.data.data } } as unknown as RequestMessage)
    : request;
}
