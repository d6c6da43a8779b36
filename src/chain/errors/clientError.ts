import { ChainError, type ChainErrorKind } from "./chainError";
import { clientEntries } from "./clientEntries";

/** Situations this client recognises by itself; the numbers that nodes send are in `dictionary.json`. */
export type ClientErrorCode = keyof typeof clientEntries;

/** Fills `{name}` of a text from the values; an unknown name stays as it is. */
export function fillText(text: string, values: Readonly<Record<string, string | number | boolean>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : String(value);
  });
}

/**
 * Makes the error of a situation that the client itself recognised. Kind, message and advice stand in the JSON files beside this one
 * (both languages); `details` fills their placeholders and goes along with the error.
 */
export function clientError(
  code: ClientErrorCode,
  details: Readonly<Record<string, string | number | boolean>> = {},
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

/** Text given by somebody, short enough for an error message. */
export function excerpt(value: unknown, length = 60): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
