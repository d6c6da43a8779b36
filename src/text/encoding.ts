import { type LocalizableText, text } from "./catalogue";

/** Encodings of text that aren't UTF-8, as far as Chinese files come in them. */
type OtherEncoding = "GBK" | "UTF-16";

/** What a file in another encoding looks like once it was read as UTF-8, and where. */
interface EncodingTrouble {
  readonly encoding: OtherEncoding;
  /** Index of the first character that couldn't be read. */
  readonly at: number;
}

/**
 * Whether a text was read as UTF-8 although its file is in another encoding: bytes that are none of UTF-8 have become U+FFFD, and UTF-16
 * leaves a zero behind every letter of ASCII. Chinese files that aren't UTF-8 are in GBK (or GB 18030, its superset), as Windows and older
 * editors write them.
 */
export function encodingTrouble(read: string): EncodingTrouble | undefined {
  const zero = read.indexOf("\0");
  if (zero >= 0 && zero < 4) return { encoding: "UTF-16", at: 0 };
  const at = read.indexOf("\uFFFD");
  return at < 0 ? undefined : { encoding: "GBK", at };
}

/** What to do about it, in an editor and elsewhere. */
export function encodingAdvice({ encoding }: EncodingTrouble): LocalizableText {
  return text(
    "The file isn't in UTF-8, but apparently in {0}. In VS Code, run Change File Encoding > Reopen with Encoding > {0}, and then Save with Encoding > UTF-8.",
    encoding,
  );
}
