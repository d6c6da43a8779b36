import { lex, type Tokens, tokenKinds } from "../language/syntax/lexer";

/** Signs that a formatter adds and takes away without another meaning: around what binds closer anyway, and `()` behind a modifier. */
const free = new Set(["(", ")"]);
const ends = new Set(["{", "}", ";"]);

/** A text in quotes, whichever: what it says. */
function quoted(word: string): string {
  const at = word.search(/["']/);
  return `${word.slice(0, at)}"${word
    .slice(at + 1, -1)
    .replaceAll("\\'", "'")
    .replaceAll('\\"', '"')}"`;
}

/** A number, however many zeros it has behind its point. Of hexadecimal ones capitals count: addresses have a checksum in them. */
function numbered(word: string): string {
  if (/^0x/i.test(word)) return `0x${word.slice(2)}`;
  const [value = "", exponent] = word.toLowerCase().replaceAll("+", "").split("e");
  const [whole = "", part] = value.split(".");
  let digits = part ?? "";
  while (digits.endsWith("0")) digits = digits.slice(0, -1);
  return `${whole === "" ? "0" : whole}${digits === "" ? "" : `.${digits}`}${exponent === undefined ? "" : `e${exponent}`}`;
}

function meantBy({ words, kinds }: Tokens, at: number): string {
  const word = words[at] ?? "";
  if (kinds[at] === tokenKinds.string) return quoted(word);
  return kinds[at] === tokenKinds.number ? numbered(word) : word;
}

/** The words of a source, statement by statement; within a statement their order doesn't count, since words of heads are sorted. */
function* statements(tokens: Tokens): Iterable<string> {
  let words: string[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const word = tokens.words[at] ?? "";
    if (ends.has(word) || tokens.kinds[at] === tokenKinds.end) {
      yield `${words.sort().join(" ")} ${word}`;
      words = [];
    } else if (!free.has(word) || tokens.kinds[at] === tokenKinds.string) words.push(meantBy(tokens, at));
  }
}

/** What comments say, without what is blank in them. */
const remarks = ({ text, comments }: Tokens): string[] =>
  comments.map(({ start, end }) => text.slice(start, end).replace(/\s/g, "")).sort();

/**
 * Whether two texts are one source, written in two ways: the same words in each statement, and the same comments. A formatter that loses a
 * comment or a word is found out.
 */
export function isSameSource(one: string, other: string): boolean {
  const [left, right] = [lex(one), lex(other)];
  const [remarksLeft, remarksRight] = [remarks(left), remarks(right)];
  if (remarksLeft.length !== remarksRight.length || remarksLeft.some((each, at) => each !== remarksRight[at]))
    return false;
  const rest = statements(right)[Symbol.iterator]();
  for (const each of statements(left)) if (rest.next().value !== each) return false;
  return rest.next().done === true;
}
