/** Sentences one after the other, the empty ones left out; a Chinese full stop is its own space. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
    .reduce((text, next) => (text === "" ? next : `${text}${/[。！？：；…]$/.test(text) ? "" : " "}${next}`), "");
}
