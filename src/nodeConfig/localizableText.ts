/** A sentence for a person, kept untranslated: English with `{0}` placeholders, the key under which l10n finds Chinese. */
export interface LocalizableText {
  readonly text: string;
  readonly args: readonly (string | number)[];
}

/** Marks a user-visible text of a room that knows no host; whoever shows it translates `text` and fills in `args`. */
export function text(english: string, ...args: readonly (string | number)[]): LocalizableText {
  return { text: english, args };
}

/** The text with its arguments filled in, after `translate` had a chance to swap the sentence; English without it. */
export function plainText(message: LocalizableText, translate?: (english: string) => string | undefined): string {
  const sentence = translate?.(message.text) ?? message.text;
  return sentence.replace(/\{(\d+)\}/g, (placeholder, index: string) => {
    const value = message.args[Number(index)];
    return value === undefined ? placeholder : String(value);
  });
}
