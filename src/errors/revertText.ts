import { type LocalizableText, phrase, say, sayPhrase, text } from "../text/catalogue";

const panics: Readonly<Record<number, string>> = {
  0: phrase("generic compiler panic"),
  1: phrase("assertion failed"),
  17: phrase("arithmetic overflow or underflow"),
  18: phrase("division or modulo by zero"),
  33: phrase("value out of range of the enum"),
  34: phrase("wrongly encoded storage byte array"),
  49: phrase("pop on an empty array"),
  50: phrase("array index out of bounds"),
  65: phrase("too much memory allocated"),
  81: phrase("call of an uninitialized function variable"),
};
const otherPanic = phrase("unknown panic");

/** What a number of Solidity's own failures means, in English; {@link revertMessage} is for people. */
export const panicMeaning = (code: number): string => panics[code] ?? otherPanic;

export const panicText = (code: string, message: string): LocalizableText => text("Panic {0}: {1}", code, message);
export const namelessText = (selector: string): LocalizableText =>
  text("error {0}, which no known ABI names", selector);
/** Errors that one selector means, each with its arguments. */
export const ambiguousText = (errors: readonly string[], selector: string): LocalizableText =>
  text("{0}, errors of the same selector {1}", errors.join(" / "), selector);

/** What `revertText` told, in the chosen language; what a contract says itself stays as it is. */
export function revertMessage(reason: string): string {
  const [, code, message] = /^Panic (0x[0-9a-f]+): (.+)$/.exec(reason) ?? [];
  if (code !== undefined) return say(panicText(code, sayPhrase(message ?? "")));
  const [, nameless] = /^error (0x[0-9a-f]{8}), which no known ABI names$/.exec(reason) ?? [];
  if (nameless !== undefined) return say(namelessText(nameless));
  const [, errors, selector] = /^(.+), errors of the same selector (0x[0-9a-f]{8})$/.exec(reason) ?? [];
  return errors === undefined ? reason : say(ambiguousText([errors], selector ?? ""));
}
