import { ChainError } from "./chainError";
import { lookUpCode, lookUpName } from "./dictionary";

type Details = Readonly<Record<string, string | number | boolean>>;

/** A node's diagnostic text can be many lines with source file names; its first line, or its `what()`, is what helps. */
export function firstLine(message: string): string {
  const head = message.slice(0, lookedAt);
  const words = commentOf(head) ?? lineAfter(head, head.indexOf(whatLabel), whatLabel) ?? head.split("\n", 1)[0] ?? "";
  return words.trim().slice(0, maxWordsLength);
}

/** Enough of a diagnostic text: a node's own have some kilobytes. */
const lookedAt = 64 * 1024;
/** What a message, a line of a tree or a log can hold. */
const maxWordsLength = 2000;
const whatLabel = "std::exception::what: ";

/** The rest of the line behind `label`, which stands at `at`. */
function lineAfter(text: string, at: number, label: string): string | undefined {
  if (at < 0) return undefined;
  const start = at + label.length;
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? text.length : end) || undefined;
}

/** `[bcos::tag_errorComment*] = words`: what the node's programmer wrote beside the exception. */
function commentOf(text: string): string | undefined {
  const tag = text.indexOf("tag_errorComment");
  if (tag < 0) return undefined;
  const end = text.indexOf("\n", tag);
  const line = text.slice(tag, end < 0 ? text.length : end);
  return lineAfter(line, line.indexOf("] = "), "] = ");
}

/** Where the pool's numbers begin. */
const firstPoolCode = 10_000;

/**
 * An `error` object of a node: kind `txpool` for the pool's own codes (10000 and up), else `rpc` (docs/protocol/errors.md). Numbers that
 * mean something else on the web3 port (`method` of the details tells) get the code `web3:…`.
 */
export async function nodeError(code: number, message: string, details: Details = {}): Promise<ChainError> {
  if (code > 0 && code < 1000) return executionError(code, firstLine(message), details); // the web3 port puts the status here
  const words = firstLine(message);
  const onWeb3 = /^(?:eth|net|web3)_/.test(String(details["method"] ?? ""));
  // the pool's refusals come by name only there
  const named = onWeb3 ? await lookUpName("status", words) : undefined;
  const number = named && named.code >= firstPoolCode ? named.code : code;
  const pool = number >= firstPoolCode && number < 20000;
  const ownCode = `web3:${number}`;
  const ownEntry = onWeb3 ? await lookUpCode("rpc", ownCode) : undefined;
  const entry = ownEntry ?? (await lookUpCode(pool ? "status" : "rpc", number));
  return new ChainError({
    kind: pool ? "txpool" : "rpc",
    code: ownEntry ? ownCode : number,
    message: entry
      ? `${entry.meaning.en} (${entry.name}, ${number})`
      : `The node refused with code ${number}: ${words}`,
    advice: entry?.advice.en ?? "Look at the node's log for the reason.",
    nodeMessage: words,
    details,
  });
}

/** A receipt or call result with a status other than 0 (docs/protocol/errors.md). `reason` is the decoded revert text, if any. */
export async function executionError(status: number, reason: string, details: Details = {}): Promise<ChainError> {
  const entry = await lookUpCode("status", status);
  const meaning = entry
    ? `${entry.meaning.en} (${entry.name}, ${status})`
    : `The execution failed with status ${status}.`;
  return new ChainError({
    kind: "execution",
    code: status,
    message: reason ? `${meaning}: ${reason}` : meaning,
    ...(entry ? { advice: entry.advice.en } : {}),
    ...(reason ? { nodeMessage: reason } : {}),
    details,
  });
}

/** Return codes of built-in contracts are small: what is below this is no code (docs/protocol/guards.md, "Return codes"). */
const lowestCode = -100_000n;

/** Whether a number that was returned is the code of a refusal. */
export const isReturnCode = (number: bigint): boolean => number < 0n && number > lowestCode;

/** A negative number returned by a built-in contract: the transaction has status 0 and yet did nothing. */
export async function precompiledError(code: number, details: Details = {}): Promise<ChainError> {
  const entry = await lookUpCode("precompiled", code);
  return new ChainError({
    kind: "precompiled",
    code,
    message: entry
      ? `${entry.meaning.en} (${entry.name}, ${code})`
      : `The built-in contract refused with code ${code}.`,
    ...(entry ? { advice: entry.advice.en } : {}),
    details,
  });
}

/**
 * For `catch`: undefined for what a node answers with an error of its own, as it does for a block, transaction or receipt that it doesn't
 * have (docs/protocol/errors.md). Every other failure stays one.
 */
export function unknownToNode(error: unknown): undefined {
  if (error instanceof ChainError && error.kind === "rpc") return undefined;
  throw error;
}

const codes = new Set<number | string>([
  "badUrl",
  "connectionRefused",
  "hostNotFound",
  "hostUnreachable",
  "connectTimedOut",
]);

/**
 * Whether the request certainly did not reach the node: it may be made elsewhere, or again, whatever it asks for. A failure of TLS is that
 * of the handshake, before anything is sent, unless `isSent` of its details says that the connection was there.
 */
export function neverSent({ kind, code, details }: Pick<ChainError, "kind" | "code" | "details">): boolean {
  return codes.has(code) || (kind === "tls" && details["isSent"] !== true);
}
