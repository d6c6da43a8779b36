/**
 * What a chain, a node or a workspace says is shown as it is and does nothing: no escape sequence moves a terminal's cursor or fills its
 * clipboard, nothing runs backwards, nothing is invisible. Whatever does not show as itself becomes `\u001b`, as JSON writes it.
 */

/**
 * Controls (C0, DEL, C1), halves of pairs, line and paragraph separators, what steers the direction of a text, and what takes no room;
 * but not the selectors that choose between a sign's black and its coloured form.
 */
const unseen =
  /(?![\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;

/** `\u001b`; two of them for what is beyond 16 bits. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join("");
}

/** A name for comparing: the same in any case, width and form, without spaces and what is unseen. */
export const foldedName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(unseen, "")
    .replace(/\s|\p{Variation_Selector}/gu, "")
    .toLowerCase();

/** One line: line ends and tabs are written as `\n`, `\r`, `\t`. */
export function visibleLine(text: string): string {
  return text.replace(unseen, (character) => short[character] ?? escaped(character));
}

/**
 * What looks like something else where a person decides by it: marks that are drawn over characters of other scripts, blanks that aren't
 * the common one, letters that show nothing or show what a font likes, letters that run from right to left and so turn what stands
 * between them.
 */
const mistakable =
  /[\p{Script=Inherited}\p{Me}\p{Cf}\p{Co}\p{Cn}\u0590-\u08ff\u115f\u1160\u17b4\u17b5\u3164\ufb1d-\ufdff\ufe70-\ufeff\uffa0\u{10800}-\u{10fff}\u{1d159}\u{1e800}-\u{1efff}]|(?<=^|[\p{Script=Inherited}\p{Script=Common}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])\p{M}+|(?! )\p{Zs}|(?<= ) /gu;

/**
 * One line that can't be mistaken: as `visibleLine`, and what is drawn over other characters, wide blanks, blanks behind a blank, and
 * letters from right to left are written out. Letters with accents that are one character stay.
 */
export const unmistakableLine = (text: string): string =>
  visibleLine(text.normalize("NFC")).replace(mistakable, escaped);

/** Several lines: line ends and tabs stay what they are, `\r` before a line end too. */
export function visibleText(text: string): string {
  return text.replace(unseen, (character, at: number) => {
    const stays = character === "\n" || character === "\t" || (character === "\r" && text[at + 1] === "\n");
    return stays ? character : escaped(character);
  });
}

/** The same JSON value, without a character that a terminal or an editor would obey. Takes JSON, gives JSON. */
export function visibleJson(json: string): string {
  return json.replace(unseen, (character) => (/[\n\r\t]/.test(character) ? character : escaped(character)));
}

/**
 * The same number of UTF-16 units, for a text that others have positions in: `␛` and its like for controls, `�` for the rest. Line ends
 * and tabs stay.
 */
export function visibleInPlace(text: string): string {
  return text.replace(unseen, (character, at: number) => {
    if (character === "\n" || character === "\t" || (character === "\r" && text[at + 1] === "\n")) return character;
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd".repeat(character.length);
  });
}
