// What a Chinese keyboard types where code wants the signs of ASCII: found, so that it can be refused, and converted when a person wants
// that.

/** Curly and full-width quotes, by what code has for them. */
const quotes: Readonly<Record<string, string>> = {
  "“": '"',
  "”": '"',
  "„": '"',
  "‟": '"',
  "＂": '"',
  "‘": "'",
  "’": "'",
  "‚": "'",
  "＇": "'",
};

/** Signs that aren't simply 0xFEE0 away from theirs. */
const others: Readonly<Record<string, string>> = {
  "　": " ",
  "。": ".",
  "、": ",",
  "【": "[",
  "】": "]",
  "「": '"',
  "」": '"',
};

/** The sign of ASCII that was meant; undefined for what is none of these. */
export function halfWidthOf(character: string): string | undefined {
  const known = quotes[character] ?? others[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : undefined;
}

const isOpening = (character: string): boolean => "“„‟＂‘‚＇".includes(character);
const closingOf: Readonly<Record<string, string>> = { '"': "”“‟＂", "'": "’‘＇" };

/** How a language writes texts and remarks, and which signs mean something in it. */
interface Writing {
  /** A quote in a text: doubled, or behind a backslash. */
  readonly quoting: "double" | "backslash";
  /** Signs of ASCII that mean something outside of texts. */
  readonly signs: string;
  /** `//` and `/*` begin remarks. */
  readonly remarks?: boolean;
}

const all = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The languages that people type. */
export const writings = {
  sql: { quoting: "double", signs: "\"';=,()<>!*" },
  /** Lists and structs: what stands in them without quotes may be a sentence, in which only these mean something. */
  values: { quoting: "backslash", signs: "\"',:[]{}" },
  /** Requests of notebooks. */
  requests: { quoting: "backslash", signs: "\"'" },
  solidity: { quoting: "backslash", signs: all, remarks: true },
} as const satisfies Record<string, Writing>;

/** Index behind the text in straight quotes that begins there, or the end of all. */
function endOfText(source: string, start: number, quoting: Writing["quoting"]): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at++) {
    if (quoting === "backslash" && source[at] === "\\") at += 1;
    else if (source[at] === quote) {
      if (quoting === "double" && source[at + 1] === quote) at += 1;
      else return at + 1;
    }
  }
  return source.length;
}

function endOfRemark(source: string, start: number): number {
  const long = source[start + 1] === "*";
  const end = source.indexOf(long ? "*/" : "\n", start + 2);
  return end < 0 ? source.length : end + (long ? 2 : 0);
}

/** A piece that stays as it is, from there on: a text in straight quotes, or a remark. */
function endOfKept(source: string, at: number, { quoting, remarks = false }: Writing & { remarks?: boolean }): number {
  if (source[at] === '"' || source[at] === "'") return endOfText(source, at, quoting);
  return remarks && /^\/[/*]/.test(source.slice(at, at + 2)) ? endOfRemark(source, at) : at;
}

/** A sign outside of texts that code has only in ASCII. */
interface FullWidthSign {
  readonly index: number;
  readonly sign: string;
  readonly meant: string;
}

/** A text in curly quotes, with straight ones: what is between them stays, with its own quotes escaped. */
function straightText(inside: string, quote: string, quoting: Writing["quoting"]): string {
  const kept = quoting === "double" ? inside.replaceAll(quote, quote + quote) : inside.replace(/["\\]/g, "\\$&");
  return `${quote}${kept}${quote}`;
}

/** Where a text ends that a curly quote begins; the end of its line where nothing ends it. */
function endOfCurly(source: string, start: number, quote: string): number {
  for (let at = start + 1; ; at++) {
    const sign = source[at];
    if (sign === undefined || sign === "\n" || closingOf[quote]?.includes(sign)) return at;
  }
}

/**
 * Reads code once: the first sign in it that should be one of ASCII, and all of it with the signs that were meant. Texts in straight quotes
 * stay as they are, with whatever punctuation; of a text in curly quotes only the quotes change.
 */
export function readFullWidth(
  source: string,
  writing: Writing,
): { readonly first: FullWidthSign | undefined; readonly converted: string } {
  let first: FullWidthSign | undefined;
  let converted = "";
  /** Up to where nothing ends a text of such quotes: it is looked for once a line, however many begin there. */
  const endless = new Map<string, number>();
  for (let at = 0; at < source.length; ) {
    const kept = endOfKept(source, at, writing);
    if (kept > at) {
      converted += source.slice(at, kept);
      at = kept;
      continue;
    }
    const sign = source[at] ?? "";
    const meant = halfWidthOf(sign);
    const counts = meant !== undefined && writing.signs.includes(meant);
    if (counts) first ??= { index: at, sign, meant };
    const isText = counts && isOpening(sign) && at >= (endless.get(meant) ?? 0);
    const end = isText ? endOfCurly(source, at, meant) : at;
    const isEnded = isText && end < source.length && source[end] !== "\n";
    if (isText && !isEnded) endless.set(meant, end);
    if (isEnded) {
      const quote = writing.quoting === "backslash" ? '"' : meant;
      converted += straightText(source.slice(at + 1, end), quote, writing.quoting);
      at = end + 1;
    } else {
      converted += counts ? meant : sign;
      at += 1;
    }
  }
  return { first, converted };
}

/** What a text is without the curly quotes around it; undefined where they don't stand around all of it. */
export function withoutCurlyQuotes(text: string): string | undefined {
  const typed = text.trim();
  const [open = "", close = ""] = [typed[0] ?? "", typed.at(-1) ?? ""];
  if (typed.length < 2 || !isOpening(open)) return undefined;
  const quote = quotes[open] ?? "";
  const inside = typed.slice(1, -1);
  const others = [...inside].some((each) => quotes[each] === quote);
  return closingOf[quote]?.includes(close) && !others ? inside : undefined;
}

/**
 * What was probably meant by a single value: without the curly quotes around it, or with half-width signs where it holds nothing but those
 * and full-width ones (`１２`, `ｔｅａ`). Undefined where it stays: in a sentence with Chinese words, Chinese signs are right.
 */
export function halfWidthValue(text: string): string | undefined {
  const bare = withoutCurlyQuotes(text);
  if (bare !== undefined) return bare;
  if (/[^\p{ASCII}]/u.test([...text].filter((each) => halfWidthOf(each) === undefined).join(""))) return undefined;
  const converted = [...text].map((each) => halfWidthOf(each) ?? each).join("");
  return converted === text ? undefined : converted;
}
