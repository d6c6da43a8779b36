import * as vscode from "vscode";
import { isJsonObject, jsonLimits, parseBoundedJson } from "../../../text/limits/boundedJson";
import type { ExplorerQuestion } from "../../../webview/explorer/messages";

const path = "/explorer";

/** What a link may lead to: what is looked up is bounded, and shown alone. */
const maxText = 200;
const maxQuery = 2000;

/** What a link says, as JSON in place of its query: VS Code unescapes a query before it hands it over. */
interface Words {
  readonly chain: string;
  readonly show: "overview" | "blocks" | "find";
  readonly text?: string;
  readonly before?: number;
}

/** The link to a page of the explorer, for a chat or a document: it names the chain, and no endpoint. */
export function permalink(extension: string, chain: string, question: ExplorerQuestion): string {
  const query = encodeURIComponent(JSON.stringify({ chain, ...wordsOf(question) } satisfies Words));
  return `${vscode.env.uriScheme}://${extension}${path}?${query}`;
}

function wordsOf(question: ExplorerQuestion): Omit<Words, "chain"> {
  switch (question.kind) {
    case "overview":
      return { show: "overview" };
    case "blocks":
      return { show: "blocks", ...(question.before === undefined ? {} : { before: question.before }) };
    case "block":
      return { show: "find", text: String(question.number) };
    case "transaction":
      return { show: "find", text: question.hash };
    case "address":
      return { show: "find", text: question.address };
    case "find":
      return { show: "find", text: question.text };
  }
}

function readWords(query: string): Partial<Record<keyof Words, unknown>> {
  try {
    const words = parseBoundedJson(query, jsonLimits.plain);
    return isJsonObject(words) ? words : {};
  } catch {
    return {};
  }
}

/** What a link leads to; undefined for what is no link of ours. Every page can have one. */
export function linkedPage({
  path: own,
  query,
}: Pick<vscode.Uri, "path" | "query">): { readonly chainKey: string; readonly question: ExplorerQuestion } | undefined {
  if (own !== path || query.length > maxQuery) return undefined;
  const { chain: chainKey, show, text, before } = readWords(query);
  if (typeof chainKey !== "string") return undefined;
  if (show === "overview") return { chainKey, question: { kind: "overview" } };
  if (show === "blocks") {
    const below = typeof before === "number" && Number.isSafeInteger(before) && before >= 0 ? { before } : {};
    return { chainKey, question: { kind: "blocks", count: 25, ...below } };
  }
  if (show !== "find" || typeof text !== "string" || text === "" || text.length > maxText) return undefined;
  return { chainKey, question: { kind: "find", text } };
}
