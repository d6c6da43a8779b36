import { ChainError } from "./chainError";
import { lookUpCode } from "./dictionary";

type Details = Readonly<Record<string, string | number | boolean>>;

/** A node's diagnostic text can be many lines with source file names; its first line, or its `what()`, is what helps. */
export function firstWords(message: string): string {
  const what = /std::exception::what: ([^\n]+)/.exec(message)?.[1];
  const comment = /\[.*tag_errorComment.*\] = ([^\n]+)/.exec(message)?.[1];
  return (comment ?? what ?? message.split("\n")[0] ?? "").trim();
}

/** An `error` object of a node: kind `txpool` for the pool's own codes (10000 and up), else `rpc` (docs/protocol/errors.md). */
export async function nodeError(code: number, message: string, details: Details = {}): Promise<ChainError> {
  if (code > 0 && code < 1000) return executionError(code, firstWords(message), details); // the web3 port puts the status here
  const pool = code >= 10000 && code < 20000;
  const entry = await lookUpCode(pool ? "status" : "rpc", code);
  const words = firstWords(message);
  return new ChainError({
    kind: pool ? "txpool" : "rpc",
    code,
    message: entry ? `${entry.meaning.en} (${entry.name}, ${code})` : `The node refused with code ${code}: ${words}`,
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
