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
/** The same for what the product says itself; documents explain, and may. Nodes and files don't know, speak or take. */
const messages: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[.:;,] |\band )[Gg]ive (?!up\b)/, "enter, specify, or use"],
  [/\b(?:is|are|isn't|aren't) taken\b/, "allowed, accepted, or used"],
  [/\bknows? no\b/, "doesn't recognize, or doesn't have"],
  [/\bat most (?:is|are) allowed\b/, "the maximum is …"],
  [/\bin place of\b/, "instead of"],
  [/\bwinning rate\b/, "approval rate"],
  [/\bnot understood\b/, "can't be read, or unexpected …"],
  [/\b(?:was|were) taken back\b/, "were reverted"],
  [/\b(?:read|check) the (?:included )?reason\b/i, "advice that holds without a reason"],
  [/^as \{0\}$/, "a verb: Call as {0}"],
  [/\bfailed inside\b/, "had an internal error"],
  [/\bbroke off\b/, "ended"],
  [/\b(?:fate|anymore|any more)\b/, "result, no longer"],
  [/\bwho (?:made|makes)\b/, "created"],
];
/** Chinese words that the terms of the field don't use, each with the term. One thing has one word. */
const chinese: readonly (readonly [RegExp, string])[] = [
  [/您/, "你"],
  [/……/, "…"],
  [/权限管理|权限控制|权限模型/, "权限治理"],
  [/账号/, "账户"],
  [/内置合约/, "预编译合约"],
  [/(?<!非)标准(?:链|密码|TLS| TLS)|普通 TLS/, "非国密"],
  [/(?<!\w )\bSM (?:链|账户|TLS|算法)/, "国密"],
  [/键值表/, "KV 表"],
  [/期望值/, "预期"],
  [/基线/, "baseline"],
  [/部署策略|谁可以部署$/, "部署权限策略"],
  [/方法调用策略/, "方法调用权限策略"],
  [/推演/, "模拟"],
  [/改变内置链/, "调整内置链"],
  [/跳到/, "跳转到"],
  [/固定(?:链|的链|内容)|取消固定/, "锁定"],
  [/密码套件/, "密码算法"],
  [/不作提示/, "不会报错"],
  [/对端|邻居/, "对等节点, 相邻节点"],
  [/待处理/, "待打包"],
  [/登记(?!簿)/, "注册"],
  [/(?<!治理)委员/, "治理委员, 治理委员会"],
  [/回答|应答/, "响应, 返回"],
  [/任期/, "周期"],
  [/比率/, "比例"],
  [/赞成/, "同意"],
  [/撤销(?!其)/, "撤回"],
  [/\d 位(?:十六进制|字符)|偶数位的?十六进制/, "个十六进制字符"],
  [/保留连接/, "保存连接"],
  [/监视/, "监控"],
];
/** Marks of half width in a Chinese sentence. An address, a path, or code keeps its own. */
const halfWidth: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Han}”」）}][,;?!](?= |$)/u, "，；？！ of full width"],
  [/[\p{Script=Han}”）][:.](?= |$)/u, "：and 。 of full width"],
  [/\([^()\p{Script=Han}]*\p{Script=Han}[^()]*\)/u, "（） of full width"],
  [/[，。；：？！（）、“”] | [，。；：？！（）、“”]/u, "no blank beside a mark of full width"],
  [/\p{Script=Han}"|"\p{Script=Han}/u, "“”"],
  [/\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u, "a blank between Chinese and letters"],
];
/** Without what programs read: borders of cells, code, addresses of links, JSON and the words of a node in quotes. */
const prose = (translation: string): string =>
  translation
    .replaceAll(" |", "|") // cells of a table stand apart
    .replaceAll("| ", "|")
    .replace(/\]\([^()[\]]*\)/g, "")
    .replace(/`[^`]*`|"[^"]*"|'[^']*'|https?:\/\/\S*|\[[^[\]]*\]|\{(?!\w+\})[^{}]*\}/g, "x");
/** `There is no …` names what is missing; `is no` elsewhere negates the noun. */
const spoken = (text: string): string => text.replace(/"[^"]*"|`[^`]*`|\bthere is no\b/gi, "");

/** What is wrong with the words of a text in English, and of its Chinese. A document may explain in words that a message doesn't use. */
export function wordingProblems(text: string, translation: string, kind: "message" | "document" = "message"): string[] {
  const report = (rules: typeof english, words: string): string[] =>
    rules.filter(([pattern]) => pattern.test(words)).map(([pattern, better]) => `${pattern.source}: say ${better}`);
  return [
    ...report(kind === "message" ? [...english, ...messages] : english, spoken(text)),
    ...report(chinese, translation),
    ...report(halfWidth, prose(translation)),
  ];
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
    return isCode ? "" : line.replace(/\]\([^()[\]]*\)/g, "").replace(/`[^`]*`/g, "``");
  });
}

const mark = /[\p{P}\p{S}]/u;
const letter = /[\p{L}\p{N}]/u;

/**
 * Asterisks in a line that Markdown shows instead of emphasis: one that closes it stands between a mark and a letter, or one that opens it
 * between a letter and a mark. English has a space there.
 */
export function emphasisProblems(line: string): string[] {
  const text = line.replace(/^\s*\* /, "");
  return [...text.matchAll(/\*+/g)].flatMap(({ 0: { length }, index }, at) => {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + length);
    const [inside, outside] = at % 2 === 0 ? [after, before] : [before, after];
    return mark.test(inside) && letter.test(outside)
      ? [
          `${text.slice(Math.max(0, index - 12), index + length + 6)}: a space outside, or the mark outside of the emphasis`,
        ]
      : [];
  });
}

const folderFiles = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

/** Documents that people read; those whose words are checked where they come from are left out. */
function documentProblems(): string[] {
  const files = [
    "README.md",
    "CONTRIBUTING.md",
    ...["docs", "docs/protocol", "media/walkthrough"].flatMap(folderFiles),
  ];
  return files
    .filter((file) => !["docs/coverage.md", "docs/operations.md", "docs/operations.zh-cn.md"].includes(file))
    .flatMap((file) =>
      spokenLines(readFileSync(join(root, file), "utf8")).flatMap((line, at) =>
        // Prose lists things and gives ranges with an ellipsis.
        [
          ...wordingProblems(line.replaceAll(" …", ""), file.endsWith(".zh-cn.md") ? line : "", "document"),
          ...(file.endsWith(".zh-cn.md") ? emphasisProblems(line) : []),
        ].map((problem) => `${file}:${at + 1} ${problem}`),
      ),
    );
}

/** The index of documents names each of them. @param index its text @param files names of the documents beside it */
export function indexProblems(index: string, files: readonly string[]): string[] {
  return files
    .filter((file) => file !== "README.md" && !index.includes(`](${file})`))
    .map((file) => `docs/README.md doesn't name ${file}`);
}

const documentIndexProblems = (): string[] =>
  indexProblems(
    readFileSync(join(root, "docs/README.md"), "utf8"),
    readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")),
  );

/**
 * Every text that a user sees is worded as VS Code words its own: the manifest's, the catalogue's, those of errors; and what is written for
 * people to read.
 */
export function checkWording(): string[] {
  const manifest = read("package.nls.json");
  const translated = read("package.nls.zh-cn.json");
  const places: (readonly [file: string, pairs: Pair[]])[] = [
    ["package.nls.json", Object.keys(manifest).map((key): Pair => [String(manifest[key]), String(translated[key])])],
    ...jsonFiles("l10n/zh-cn").map(
      (name) => [`l10n/zh-cn/${name}`, Object.entries(read("l10n/zh-cn", name)) as unknown as Pair[]] as const,
    ),
    ...jsonFiles("src/errors").map((name) => [`src/errors/${name}`, pairsOf(read("src/errors", name))] as const),
  ];
  const texts = places.flatMap(([file, pairs]) =>
    pairs.flatMap(([text, translation]) =>
      wordingProblems(text, translation).map((problem) => `${file}: "${text}" · ${problem}`),
    ),
  );
  return [...texts, ...documentProblems(), ...documentIndexProblems()];
}
