import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Visitor } from "oxc-parser";
import { lineOf, readSources, root, type SourceFile } from "./sources";

/** What a test says a window shows: a text, or the runs of letters of a regular expression. */
interface ExpectedText {
  readonly at: number;
  readonly words: string;
}

/** Arguments that are words on the screen, by the name of what is called. `say` has English and Chinese side by side. */
const shownArguments = new Map<string, readonly number[]>(
  Object.entries({
    answer: [0],
    answered: [0],
    ask: [0],
    childrenOf: [0],
    collapse: [0],
    command: [0, 1, 2],
    expand: [0],
    fromMenu: [1],
    getByRole: [1],
    getByText: [0],
    notification: [0],
    pane: [0],
    pick: [0],
    quickFix: [0, 1],
    row: [0],
    reported: [1],
    say: [0, 1],
    sign: [0],
  }),
);
const shownProperties = new Set(["hasText", "picks", "buttons"]);
/** Commands of VS Code, by their category. */
const ofCode = /^(?:Debug|Developer|File|Notebook|Notifications|Problems|Test|View|Welcome): |^Go to Line/;
/** The category of ours. */
const category = /^FISCO BCOS: /;
/** In a test this comment on a line or the line above says why its words are not ours. */
export const optOut = /\/\/ words of /;

/** Names of a program: `HelloWorld.set(`, `tx_count_limit`, `/apps/shop`, `0x12…`, `node1`. They stand where a text has a placeholder. */
const isName = (word: string): boolean => /[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]|\w[_.]\w|\w[([]|\/\w/.test(word);
/** Without those names, and without what is quoted. */
const withoutNames = (words: string): string =>
  words
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join(" ")
    .split(" ")
    .map((word) => (isName(word) ? "" : word))
    .join(" ");

/** Whether there is enough of a sentence to look for: two words of some length, or some Chinese. */
function isSentence(words: string): boolean {
  const han = words.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han > 0) return han >= 4;
  const long = words.split(" ").filter((word) => /\p{L}\p{L}/u.test(word));
  return (words.match(/\p{L}/gu)?.length ?? 0) >= 10 && long.length > 1;
}

/** The runs of plain characters in a regular expression; what may vary parts them. */
export function plainRuns(source: string): string[] {
  const runs: string[] = [];
  let run = "";
  const end = (): void => {
    if (run.trim() !== "") runs.push(run.trim());
    run = "";
  };
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? "";
    if (char === "\\") {
      const escaped = source[++at] ?? "";
      if (/[a-zA-Z0-9]/.test(escaped)) end();
      else run += escaped;
    } else if (char === "[") {
      end();
      while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
    } else if (char === "{") {
      end();
      while (at < source.length && source[at] !== "}") at++;
    } else if (char === "?" || char === "*") {
      run = run.slice(0, -1);
      end();
    } else if (".+()|^$".includes(char)) end();
    else run += char;
  }
  end();
  return runs;
}

/**
 * How much of some words a text of the product says with its own characters: 0 to 1, more where it says names, too. A placeholder stands
 * for anything.
 */
function likeness(words: string, text: string): number {
  const pieces = `*${text.replace(/\{\w+\}/g, "*")}*`;
  let best = new Float64Array(pieces.length + 1).fill(Number.NEGATIVE_INFINITY);
  best.fill(0);
  for (const char of words) {
    const next = new Float64Array(pieces.length + 1).fill(Number.NEGATIVE_INFINITY);
    for (let at = 0; at < pieces.length; at++) {
      const before = best[at] ?? 0;
      if (pieces[at] === "*") next[at] = Math.max(next[at] ?? 0, before);
      else if (pieces[at] === char) next[at + 1] = Math.max(next[at + 1] ?? 0, before + 1);
    }
    // A placeholder may stand for nothing.
    for (let at = 0; at < pieces.length; at++)
      if (pieces[at] === "*") next[at + 1] = Math.max(next[at + 1] ?? 0, next[at] ?? 0);
    best = next;
  }
  return Math.max(...best) / Math.max(1, withoutNames(words).length);
}

/** Texts of the product by each of their words. */
class Vocabulary {
  readonly #byWord = new Map<string, Set<string>>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) for (const key of keysOf(text)) (this.#byWord.get(key) ?? this.#added(key)).add(text);
  }
  #added(key: string): Set<string> {
    const texts = new Set<string>();
    this.#byWord.set(key, texts);
    return texts;
  }
  /** Whether some text of the product says most of these words. */
  says(words: string): boolean {
    const lower = words.toLowerCase();
    const tried = new Set<string>();
    for (const key of keysOf(words))
      for (const text of this.#byWord.get(key) ?? []) {
        if (tried.has(text)) continue;
        tried.add(text);
        if (likeness(lower, text.toLowerCase()) >= 0.5) return true;
      }
    return false;
  }
}

const keysOf = (text: string): string[] =>
  /\p{Script=Han}/u.test(text)
    ? [...text.matchAll(/\p{Script=Han}(?=(\p{Script=Han}))/gu)].map(([one, two]) => one + (two ?? ""))
    : (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** Every text that a user of the product may see, in both languages. */
export function productTexts(): string[] {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
  const filesIn = (folder: string, ending: string): string[] =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(ending))
      .map((name) => `${folder}/${name}`);
  const jsonIn = (folder: string): string[] => filesIn(folder, ".json");
  return [
    ...["package.nls.json", "package.nls.zh-cn.json"].flatMap((path) => strings(read(path))),
    ...[...jsonIn("src/errors"), ...jsonIn("src/nodeConfig/schema")].flatMap((path) => strings(read(path))),
    ...filesIn("media/walkthrough", ".md").flatMap((path) => readFileSync(join(root, path), "utf8").split("\n")),
    ...jsonIn("l10n/zh-cn").flatMap((path) => Object.entries(read(path) as Record<string, string>).flat()),
  ];
}

interface Literal {
  readonly type: string;
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string } | null;
  readonly start: number;
  readonly elements?: readonly (Literal | null)[];
  readonly properties?: readonly { readonly key?: Named; readonly value?: Literal }[];
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

function textsOf(node: Literal): ExpectedText[] {
  if (node.type === "ArrayExpression") return (node.elements ?? []).flatMap((each) => (each ? textsOf(each) : []));
  if (node.type === "TemplateLiteral")
    return (node.quasis ?? []).map(({ value }) => ({ at: node.start, words: value.raw.trim() }));
  // Of `getByRole`.
  if (node.type === "ObjectExpression")
    return fieldsOf(node).flatMap(({ key, value }) => (key === "name" ? textsOf(value) : []));
  if (node.type !== "Literal") return [];
  if (node.regex) return plainRuns(node.regex.pattern).map((words) => ({ at: node.start, words }));
  return typeof node.value === "string" ? [{ at: node.start, words: node.value }] : [];
}

/** The questions of scripted answers, each with its answer: `texts: [[/question/, "answer"]]`. */
const questionsOf = ({ elements = [] }: Literal): Literal[] => elements.flatMap((pair) => pair?.elements?.[0] ?? []);

function fieldsOf({ properties = [] }: Literal): { key: string; value: Literal }[] {
  return properties.flatMap(({ key, value }) => (value ? [{ key: key?.name ?? "", value }] : []));
}

interface Named {
  readonly type: string;
  readonly name?: string;
  readonly property?: { readonly name?: string };
}

/** Words that a test expects on the screen. */
function expectedInTest({ program }: SourceFile): ExpectedText[] {
  const reported: ExpectedText[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const called = callee as Named;
      const name = (called.type === "MemberExpression" ? called.property?.name : called.name) ?? "";
      for (const index of shownArguments.get(name) ?? []) {
        const argument = given[index];
        if (argument) reported.push(...textsOf(argument as Literal));
      }
    },
    ObjectExpression(node) {
      const fields = fieldsOf(node as unknown as Literal);
      const isLook = fields.some(({ key }) => key === "locale");
      for (const { key, value } of fields)
        if (key === "texts") reported.push(...questionsOf(value).flatMap(textsOf));
        else if (isLook || shownProperties.has(key)) reported.push(...textsOf(value));
    },
  }).visit(program);
  return reported;
}

/** What a test itself puts somewhere: names of connections, texts that are typed. */
function givenByTest({ program }: SourceFile, reported: readonly ExpectedText[]): Set<string> {
  const expected = new Set(reported.map(({ at }) => at));
  const given = new Set<string>();
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === "string" && !expected.has(start)) given.add(value);
    },
  }).visit(program);
  return given;
}

/** Sentences and what stands behind a label, each for itself. */
const partsOf = ({ at, words }: ExpectedText): ExpectedText[] =>
  words
    .replace(category, "")
    .split(/(?<=[.。:：!?]) |(?<=[。：])| · /)
    .map((part) => ({ at, words: part }));

/** Words of a test that none of these texts says. */
export function staleWords(source: SourceFile, texts: readonly string[]): string[] {
  return stale(source, new Vocabulary(texts));
}

function stale(source: SourceFile, vocabulary: Vocabulary): string[] {
  const { path, text } = source;
  const lines = text.split("\n");
  const reported = expectedInTest(source);
  const given = givenByTest(source, reported);
  return reported
    .filter(({ words }) => !ofCode.test(words) && !given.has(words))
    .flatMap(partsOf)
    .filter(({ words }) => isSentence(withoutNames(words)) && !vocabulary.says(words))
    .map(({ at, words }) => ({ line: lineOf(text, at), words }))
    .filter(({ line }) => !optOut.test(lines[line - 1] ?? "") && !optOut.test(lines[line - 2] ?? ""))
    .map(({ line, words }) => `${path}:${line}: no text of the product says "${words}"`);
}

/** Words in tests of the workbench that no text of the product says any more: they would be waited for in vain. */
export function checkTestWords(): string[] {
  const vocabulary = new Vocabulary(productTexts());
  return ["test/ui", "test/extension"].flatMap(readSources).flatMap((source) => stale(source, vocabulary));
}
