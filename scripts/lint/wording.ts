import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources";

/** Words that VS Code would not say, each with what it says. Placeholders and quoted words of a node are left alone. */
const english: readonly (readonly [RegExp, string])[] = [
  [/\bnobody\b/i, "no one"],
  [/\bsomebody\b/i, "someone"],
  [/\beverybody\b/i, "everyone"],
  [/\banybody\b/i, "anyone"],
  [/\bshall\b/i, "can, must, will, or an imperative"],
  [/\b(?:does|do|did|is|are|was|were|has|have|could|would) not\b/i, "a contraction"],
  [/\bcannot\b/i, "can't"],
  [/\bis no (?!longer\b|one\b)/i, "isn't a (negate the verb)"],
  [/\bfor good\b/i, "permanently"],
  [/\banew\b/i, "again"],
  [/\bneighbour/i, "neighbor"],
  [/ …/, "… without a blank before it"],
];
const chinese: readonly (readonly [RegExp, string])[] = [
  [/您/, "你"],
  [/……/, "…"],
  [/权限管理|权限控制/, "权限治理"],
  [/账号/, "账户"],
];
/** `There is no …` names what is missing; `is no` elsewhere negates the noun. */
const spoken = (text: string): string => text.replace(/"[^"]*"|`[^`]*`|\bthere is no\b/gi, "");

/** What is wrong with the words of a text in English, and of its Chinese. */
export function wordingProblems(text: string, translation: string): string[] {
  const said = (rules: typeof english, words: string): string[] =>
    rules.filter(([pattern]) => pattern.test(words)).map(([pattern, better]) => `${pattern.source}: say ${better}`);
  return [...said(english, spoken(text)), ...said(chinese, translation)];
}

type Pair = readonly [text: string, translation: string];

function pairsOf(value: unknown): Pair[] {
  if (typeof value !== "object" || value === null) return [];
  const { en, zh } = value as { en?: unknown; zh?: unknown };
  if (typeof en === "string" && typeof zh === "string") return [[en, zh]];
  return Object.values(value).flatMap(pairsOf);
}

function read(...path: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, ...path), "utf8")) as Record<string, unknown>;
}

const jsonFiles = (folder: string): string[] =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith(".json"));

/** A document without code, quoted words and addresses of links; line by line, so that a problem has its place. */
function spokenLines(document: string): string[] {
  let isCode = false;
  return document.split("\n").map((line) => {
    if (line.trimStart().startsWith("```")) isCode = !isCode;
    return isCode ? "" : line.replace(/`[^`]*`|\]\([^()[\]]*\)/g, "");
  });
}

const folderFiles = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

/** Documents that people read; `docs/coverage.md` is written by a program. */
function documentProblems(): string[] {
  const files = [
    "README.md",
    "CONTRIBUTING.md",
    ...["docs", "docs/protocol", "media/walkthrough"].flatMap(folderFiles),
  ];
  return files
    .filter((file) => file !== "docs/coverage.md")
    .flatMap((file) =>
      spokenLines(readFileSync(join(root, file), "utf8")).flatMap((line, at) =>
        // Prose lists things and gives ranges with an ellipsis.
        wordingProblems(line.replaceAll(" …", ""), file.endsWith(".zh-cn.md") ? line : "").map(
          (problem) => `${file}:${at + 1} ${problem}`,
        ),
      ),
    );
}

/** Every text that a user sees is worded as VS Code words its own: the manifest's, the catalogue's, those of errors; and what is written for people to read. */
export function checkWording(): string[] {
  const manifest = read("package.nls.json");
  const translated = read("package.nls.zh-cn.json");
  const places: (readonly [file: string, pairs: Pair[]])[] = [
    ["package.nls.json", Object.keys(manifest).map((key): Pair => [String(manifest[key]), String(translated[key])])],
    ...jsonFiles("l10n/zh-cn").map(
      (name) => [`l10n/zh-cn/${name}`, Object.entries(read("l10n/zh-cn", name)) as unknown as Pair[]] as const,
    ),
    ...jsonFiles("src/chain/errors").map(
      (name) => [`src/chain/errors/${name}`, pairsOf(read("src/chain/errors", name))] as const,
    ),
  ];
  const texts = places.flatMap(([file, pairs]) =>
    pairs.flatMap(([text, translation]) =>
      wordingProblems(text, translation).map((problem) => `${file}: "${text}" · ${problem}`),
    ),
  );
  return [...texts, ...documentProblems()];
}
