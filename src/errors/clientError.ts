import type { Language } from "../text/catalogue";
import { listed } from "../text/joining";
import { shortened } from "../text/shortText";
import { ChainError, type ChainErrorKind, type ErrorDetails } from "./chainError";
import { clientEntries } from "./clientEntries";

/** Situations this client recognises by itself; the numbers that nodes send are in `dictionary.json`. */
export type ClientErrorCode = keyof typeof clientEntries;

/** A node identity has 512 digits; whatever is longer was not written to be read by people. */
const maxValueLength = 1024;

/**
 * Fills `{name}` of a text from the values, of which only the beginning is shown where they are endless; an unknown name stays as it is.
 */
export function fillText(text: string, values: ErrorDetails, language: Language = "en"): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === "object" ? listed(value, language) : shortened(String(value), maxValueLength);
  });
}

/**
 * Makes the error of a situation that the client itself recognised. Kind, message and advice stand in the JSON files beside this one
 * (both languages); `details` fills their placeholders and goes along with the error.
 */
export function clientError(
  code: ClientErrorCode,
  details: ErrorDetails = {},
  extra: { cause?: unknown; nodeMessage?: string } = {},
): ChainError {
  const entry = clientEntries[code];
  return new ChainError({
    kind: entry.kind as ChainErrorKind,
    code,
    message: fillText(entry.meaning.en, details),
    advice: fillText(entry.advice.en, details),
    details,
    ...extra,
  });
}

/** Text given by a user, short enough for an error message. */
export function excerpt(value: unknown, length = 60): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return shortened(text, length);
}

/** What the system says most often of a file; any other reason is given as the system words it. */
const codes: Readonly<Record<string, ClientErrorCode>> = {
  ENOENT: "fileMissing",
  ENOTDIR: "fileMissing",
  EACCES: "fileForbidden",
  EPERM: "fileForbidden",
  EEXIST: "fileExists",
};

/**
 * What the system says of a file of this machine, as an error that names the file; undefined for any other error. A program that can't be
 * started and an address that nothing listens at are no files.
 */
export function fileError(thrown: unknown): ChainError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, path, syscall = "", message } = thrown as NodeJS.ErrnoException;
  if (typeof path !== "string" || !/^E[A-Z0-9]+$/.test(code ?? "") || /^(?:spawn|connect|listen)/.test(syscall))
    return undefined;
  // "EIO: i/o error, read": the words between the code and the call
  const reason = /^E\w+: ([^,]+)/.exec(message)?.[1] ?? message;
  return clientError(codes[code ?? ""] ?? "fileTrouble", { path, reason, systemCode: code ?? "" }, { cause: thrown });
}
