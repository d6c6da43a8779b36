import { chosenLanguage, type Language, sayPhrase } from "../text/catalogue";
import { OutOfBounds } from "../text/limits/outOfBounds";
import { thrownText } from "../text/thrownText";
import { ChainError } from "./chainError";
import { clientEntries } from "./clientEntries";
import { clientError, fileError, fillText } from "./clientError";
import { UserFacingError } from "./userFacingError";

/** The number spaces of a node and of the official SDKs (docs/protocol/errors.md). */
export type CodeSpace = "rpc" | "status" | "precompiled" | "sdk" | "tls";
export type ErrorLanguage = Language;

interface DictionaryEntry {
  /** The name in the node's or SDK's sources: `BlockLimitCheckFail`. */
  name: string;
  meaning: Readonly<Record<ErrorLanguage, string>>;
  advice: Readonly<Record<ErrorLanguage, string>>;
}

/** What a text of the chain's own contracts means. Its meaning in English is the text itself. */
interface ChainText {
  readonly zh: string;
  readonly advice: Readonly<Record<ErrorLanguage, string>>;
}

/**
 * A revert reason of the node's own contracts, in the reader's words; undefined for any other (docs/protocol/governance-client.md). A
 * contract of a user may revert with the same words: so they are translated, and nothing more is claimed.
 */
export async function lookUpChainText(reason: string): Promise<ChainText | undefined> {
  const texts: Readonly<Record<string, ChainText>> = (await import("./chainTexts.json")).default;
  const text = reason.startsWith(innerPrefix) ? reason.slice(innerPrefix.length) : reason;
  return Object.hasOwn(texts, text) ? texts[text] : undefined;
}

/** Stands before what a contract inside the node said. */
const innerPrefix = "External call revert: ";

interface Explanation {
  /** `BlockLimitCheckFail`, or this client's own word. */
  name: string;
  meaning: string;
  advice: string;
  /** The node's words in the reader's language, where they are words of its own contracts and the reader's language is another. */
  message?: string;
}

let loaded: Promise<Readonly<Record<CodeSpace, Readonly<Record<string, DictionaryEntry>>>>> | undefined;

function load(): NonNullable<typeof loaded> {
  loaded ??= import("./dictionary.json").then((module) => module.default);
  return loaded;
}

/** The entry of a number in one number space; undefined for a number that no release is known to send. */
export async function lookUpCode(space: CodeSpace, code: number | string): Promise<DictionaryEntry | undefined> {
  const entries = (await load())[space];
  return Object.hasOwn(entries, String(code)) ? entries[String(code)] : undefined;
}

/** The number and entry of a name in one number space. */
export async function lookUpName(
  space: CodeSpace,
  name: string,
): Promise<{ readonly code: number; readonly entry: DictionaryEntry } | undefined> {
  const found = Object.entries((await load())[space]).find(([, entry]) => entry.name === name);
  return found && { code: Number(found[0]), entry: found[1] };
}

/** Where the number of an error of this kind is looked up, most likely space first. */
const spaces: Readonly<Record<string, readonly CodeSpace[]>> = {
  rpc: ["rpc", "sdk"],
  txpool: ["status"],
  execution: ["status"],
  precompiled: ["precompiled"],
  tls: ["tls"],
  transport: ["sdk"],
};

/** A contract reverted (docs/protocol/errors.md, "Error and status numbers"). */
export const revertStatus = 16;

/**
 * Says in the reader's language what an error means and what to do next. Never fails: an unknown code is explained by the
 * error's own English words.
 */
export async function explainError(
  error: ChainError,
  language: ErrorLanguage = chosenLanguage(),
): Promise<Explanation> {
  // its words are for people already, whatever its code means elsewhere
  if (error.cause instanceof UserFacingError) return { name: String(error.code), meaning: error.message, advice: "" };
  const own = typeof error.code === "string" ? clientEntry(error.code) : undefined;
  if (own) {
    const entries = Object.entries(error.details).map(([name, value]) => [name, sayPhrase(value)] as const);
    const details: typeof error.details = language === chosenLanguage() ? Object.fromEntries(entries) : error.details;
    return {
      name: String(error.code),
      meaning: fillText(own.meaning[language], details, language),
      advice: fillText(own.advice[language], details, language),
    };
  }
  if (error.kind === "execution" && error.code === revertStatus && !error.nodeMessage) {
    const { meaning, advice } = clientEntries.revertWithoutReason;
    return { name: "RevertInstruction", meaning: meaning[language], advice: advice[language] };
  }
  const known = error.kind === "execution" && error.nodeMessage ? await lookUpChainText(error.nodeMessage) : undefined;
  for (const space of spaces[error.kind] ?? []) {
    const entry = await lookUpCode(space, error.code);
    if (!entry) continue;
    const { name, meaning, advice } = entry;
    if (!known) return { name, meaning: meaning[language], advice: advice[language] };
    return {
      name,
      meaning: meaning[language],
      advice: known.advice[language],
      ...(language === "zh" ? { message: known.zh } : {}),
    };
  }
  return { name: String(error.code), meaning: error.message, advice: error.advice ?? "" };
}

function clientEntry(code: string): Omit<DictionaryEntry, "name"> | undefined {
  return Object.hasOwn(clientEntries, code) ? clientEntries[code as keyof typeof clientEntries] : undefined;
}

/** Any thrown thing as a ChainError, so that one place shows errors. */
export function toChainError(error: unknown): ChainError {
  if (error instanceof ChainError) return error;
  if (error instanceof OutOfBounds) return clientError(error.excess, error.details, { cause: error });
  if (error instanceof UserFacingError) {
    const { code, message } = error;
    return new ChainError({ kind: "usage", code, message, cause: error });
  }
  const ofFile = fileError(error);
  if (ofFile) return ofFile;
  return clientError("unexpected", { problem: thrownText(error) }, { cause: error });
}
