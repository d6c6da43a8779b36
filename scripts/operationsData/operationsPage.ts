import { nouns } from "../../src/operations/catalogue";
import type { Field, FieldKind, Fields } from "../../src/operations/model/fields";
import type { Operation } from "../../src/operations/model/operation";
import { consoleNames } from "../../src/operations/words/fieldText";
import { type LocalizableText, sayInEnglish } from "../../src/text/catalogue";
import type { Language } from "../docs/docPages";
import { chineseTexts } from "../lint/sources";

/** Where the pages stand, below the project. */
export const operationsFiles: Readonly<Record<Language, string>> = {
  en: "docs/operations.md",
  zh: "docs/operations.zh-cn.md",
};

/** Kinds of fields as the page names them, and what each holds. */
const kinds: Readonly<Record<FieldKind, Readonly<Record<Language, readonly [name: string, holds: string]>>>> = {
  text: { en: ["text", "a text, or one of the words that are listed"], zh: ["文本", "文本，或所列词语之一"] },
  path: {
    en: ["path", "a path of the chain's file system: `/apps/Hello/1.0`"],
    zh: ["路径", "链上文件系统的路径：`/apps/Hello/1.0`"],
  },
  node: { en: ["node", "a node ID, 128 hex digits"], zh: ["节点", "节点 ID，128 个十六进制字符"] },
  account: {
    en: [
      "account",
      "an address, or a name that is known where the operation runs, such as `dev1` of the embedded chain",
    ],
    zh: ["账户", "地址，或运行环境已知的名称，如内置链的 `dev1`"],
  },
  contract: {
    en: ["contract", "an address, a link such as `/apps/Hello/1.0`, or a name that is known where the operation runs"],
    zh: ["合约", "地址、`/apps/Hello/1.0` 这样的链接，或运行环境已知的名称"],
  },
  hash: { en: ["hash", "`0x` and 64 hex digits"], zh: ["哈希", "`0x` 加 64 个十六进制字符"] },
  block: { en: ["block", "a block number, a block hash, or `latest`"], zh: ["区块", "区块高度、区块哈希或 `latest`"] },
  integer: { en: ["integer", "an integer in the given range"], zh: ["整数", "所示范围内的整数"] },
  amount: {
    en: ["amount", "a number in wei, or with a unit where the field allows one: `1.5 ether`"],
    zh: ["金额", "以 wei 为单位的数；字段允许时可带单位：`1.5 ether`"],
  },
  flag: {
    en: ["flag", "`true` or `false`; on the command line `--open` or `--no-open`"],
    zh: ["布尔值", "`true` 或 `false`；命令行中写作 `--open` 或 `--no-open`"],
  },
  texts: {
    en: ["texts", "a list: several words, a text with commas, or a JSON list"],
    zh: ["文本列表", "列表：多个词、以逗号分隔的文本，或 JSON 列表"],
  },
  values: {
    en: ["values", "values by name: `id=1 name=Ann`, or a JSON object"],
    zh: ["键值", "按名称给出的值：`id=1 name=Ann`，或 JSON 对象"],
  },
  arguments: {
    en: ["arguments", "the arguments of a function in their order; lists are `[1, 2]`, structs `{x: 1}`"],
    zh: ["参数", "函数的参数，按顺序；列表写作 `[1, 2]`，结构体写作 `{x: 1}`"],
  },
  conditions: {
    en: ["conditions", "conditions as in SQL: `price > 10 and name like 'x%'`"],
    zh: ["条件", "与 SQL 相同的条件：`price > 10 and name like 'x%'`"],
  },
  json: { en: ["json", "any JSON value"], zh: ["JSON", "任意 JSON 值"] },
};

/** What stands on the page beside the texts of the operations. */
interface PageWords {
  readonly say: (text: LocalizableText) => string;
  readonly head: (count: number) => readonly string[];
  readonly kinds: readonly [title: string, names: string, holds: string];
  readonly columns: readonly string[];
  readonly effects: Readonly<Record<Operation["effect"], string>>;
  readonly weights: Readonly<Record<NonNullable<Operation["weight"]>, string>>;
  readonly range: (from: number, to?: number) => string;
  readonly usual: (value: string) => string;
  readonly label: (label: string, details: readonly string[]) => string;
}

/** @param chinese the Chinese of the English texts of the code @throws Error for a text without Chinese */
const sayInChinese = ({ text, args }: LocalizableText, chinese: Readonly<Record<string, string>>): string => {
  const translation = chinese[text];
  if (translation === undefined) throw new Error(`l10n/zh-cn has no Chinese for "${text}"`);
  return sayInEnglish({ text: translation, args });
};

function wordsOf(language: Language): PageWords {
  if (language === "en")
    return {
      say: sayInEnglish,
      head: (count) => [
        "# Operations",
        `${count} operations, each declared once and the same everywhere: on the command line, in VS Code (*Run Operation…*), in [scenarios](scenarios.md) and [notebooks](notebooks.md), and as [tools of assistants](assistants.md).`,
        [
          "* **On the command line** an operation is `chainside NOUN VERB`, followed by its required fields and then the optional ones (with `?`), in the order of the table. Each can also be an option: `--weight 2`. A field that is called like an option of every command is `--field-node`, `--field-key`; `--help` shows it. More: [command-line.md](command-line.md).",
          "* **In scenarios** a step is the word in the column *in scenarios*.",
          "* **`chainside shell`** also accepts the name that the official console has for it.",
        ].join("\n"),
        "*reads* changes nothing. *signs* sends a transaction: its consequences are shown, and you're asked first. *grave* marks operations that need care; one agreement to a whole scenario doesn't cover them. *can't be undone*: the name of the contract, account, or node has to be typed (`--confirm NAME`).",
        "This page is written by `npm run operations`. [简体中文](operations.zh-cn.md)",
      ],
      kinds: ["Kinds of fields", "kind", "holds"],
      columns: ["operation", "does", "fields", "effect", "in scenarios", "official console"],
      effects: { asks: "reads", signs: "signs", dev: "embedded chain only" },
      weights: { ordinary: "", grave: ", grave", irreversible: ", can't be undone" },
      range: (from, to) => (to === undefined ? `from ${from}` : `${from} to ${to}`),
      usual: (value) => `default ${value}`,
      label: (label, details) => `: ${label} (${details.join("; ")})`,
    };
  const chinese = chineseTexts();
  return {
    say: (text) => sayInChinese(text, chinese),
    head: (count) => [
      "# 操作目录",
      `共 ${count} 项操作。每项只定义一次，在各处的行为一致：命令行、VS Code（*执行操作…*）、[场景](scenarios.md)和[笔记本](notebooks.md)（均为英文），以及 [AI 助手的工具](assistants.md)（英文）。`,
      [
        "* **命令行**：`chainside NOUN VERB`，其后依次为必填字段和可选字段（带 `?`），顺序同表中所列。字段也可以写成选项：`--weight 2`。与各命令通用选项同名的字段写作 `--field-node`、`--field-key`，`--help` 中有说明。详见[命令行](command-line.zh-cn.md)。",
        "* **场景**：步骤使用“场景步骤”一列中的名称。",
        "* **`chainside shell`**：也接受官方控制台的命令名。",
      ].join("\n"),
      "*只读*：不修改任何内容。*签名*：发送交易，先显示后果并询问。*须谨慎*：即使已同意整个场景的运行，也须另行确认。*无法撤回*：须输入合约、账户或节点的名称（`--confirm NAME`）。",
      "本页由 `npm run operations` 生成。[English](operations.md)",
    ],
    kinds: ["字段类型", "类型", "内容"],
    columns: ["操作", "说明", "字段", "影响", "场景步骤", "官方控制台"],
    effects: { asks: "只读", signs: "签名", dev: "仅内置链" },
    weights: { ordinary: "", grave: "，须谨慎", irreversible: "，无法撤回" },
    range: (from, to) => (to === undefined ? `不小于 ${from}` : `${from} 至 ${to}`),
    usual: (value) => `默认 ${value}`,
    label: (label, details) => `：${label}（${details.join("；")}）`,
  };
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(columns), `|${"---|".repeat(columns.length)}`, ...rows.map(line)].join("\n");
}

function fieldsText(fields: Fields, words: PageWords, language: Language): string {
  const fieldText = ([name, field]: readonly [string, Field]): string => {
    const { kind, among, from, to, usual, optional, label } = field;
    const details = [
      among ? among.join(language === "zh" ? "、" : ", ") : kinds[kind][language][0],
      from === undefined ? "" : words.range(from, to),
      usual === undefined ? "" : words.usual(usual),
    ];
    return `\`${name}\`${optional ? "?" : ""}${words.label(words.say(label), details.filter(Boolean))}`;
  };
  return Object.entries(fields).map(fieldText).join("<br>");
}

function row(operation: Operation, words: PageWords, language: Language): readonly string[] {
  const { noun, verb, word, summary, effect, weight = "ordinary", fields } = operation;
  const names = consoleNames(operation)
    .map((name) => `\`${name}\``)
    .join(language === "zh" ? "、" : ", ");
  const does = `${words.effects[effect]}${words.weights[weight]}`;
  return [`\`${noun} ${verb}\``, words.say(summary), fieldsText(fields, words, language), does, `\`${word}\``, names];
}

/** The page of operations: every one with its fields, by noun. */
export async function operationsPage(language: Language): Promise<string> {
  const words = wordsOf(language);
  const parts: string[] = [];
  let count = 0;
  for (const [noun, { summary, load }] of Object.entries(nouns)) {
    const operations = await load();
    count += operations.length;
    const rows = operations.map((operation) => row(operation, words, language));
    parts.push(`## ${noun}\n\n${words.say(summary)}`, table(words.columns, rows));
  }
  const [title, ...columns] = words.kinds;
  const kindRows = Object.values(kinds).map((kind) => kind[language]);
  return `${[...words.head(count), `## ${title}`, table(columns, kindRows), ...parts].join("\n\n")}\n`;
}
