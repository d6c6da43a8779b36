import { clientEntries } from "../../src/errors/clientEntries";
import dictionary from "../../src/errors/dictionary.json";
import type { Language } from "./docPages";

/** A page of error codes: of one number space, or of what Chainside itself recognises. */
interface ErrorPage {
  /** Its place in the site: `errors/status`. */
  readonly name: string;
  readonly markdown: Readonly<Record<Language, string>>;
}

type BothLanguages = Readonly<Record<Language, string>>;

interface Entry {
  readonly code: string;
  /** The name in a node's sources; nothing where the code is a name itself. */
  readonly name?: string;
  readonly meaning: BothLanguages;
  readonly advice: BothLanguages;
}

const spaces: Readonly<
  Record<keyof typeof dictionary, { readonly title: BothLanguages; readonly where: BothLanguages }>
> = {
  status: {
    title: { en: "Statuses of transactions", zh: "交易状态码" },
    where: {
      en: "The `status` of a receipt, or why a node took no transaction.",
      zh: "回执的 `status`，或节点拒收交易的原因。",
    },
  },
  rpc: {
    title: { en: "Errors of JSON-RPC", zh: "JSON-RPC 错误码" },
    where: { en: "The `error.code` of a node's answer.", zh: "节点应答中的 `error.code`。" },
  },
  precompiled: {
    title: { en: "Results of built-in contracts", zh: "预编译合约返回码" },
    where: {
      en: "What a built-in contract returns or reverts with, below zero in most cases.",
      zh: "预编译合约的返回值或回滚值，多为负数。",
    },
  },
  sdk: {
    title: { en: "Errors of the official SDKs", zh: "官方 SDK 错误码" },
    where: { en: "What SDKs and the console write.", zh: "SDK 和控制台输出的错误码。" },
  },
  tls: {
    title: { en: "Errors of TLS", zh: "TLS 错误" },
    where: { en: "Why no encrypted connection came about.", zh: "加密连接建立失败的原因。" },
  },
};

/** A heading that a link with the code itself finds (`#16`, `#connectionRefused`), and what is known of it. */
function section({ code, name, meaning, advice }: Entry, language: Language): string {
  const title = name === undefined ? code : `${code} · ${name}`;
  return `## ${title} {#${code}}\n\n${asText(meaning[language])}\n\n${asText(advice[language])}\n`;
}

/** Signs that Markdown would read stand for themselves. */
const asText = (text: string): string => text.replace(/[\\`*_{}[\]<>|#]/g, "\\$&");

function page(name: string, title: BothLanguages, where: BothLanguages, entries: readonly Entry[]): ErrorPage {
  const text = (language: Language): string =>
    [`# ${title[language]}`, where[language], ...entries.map((entry) => section(entry, language))].join("\n\n");
  return { name: `errors/${name}`, markdown: { en: text("en"), zh: text("zh") } };
}

/** The pages of error codes, from the words that the product itself shows: a section a code, with the code as its anchor. */
export function errorPages(): ErrorPage[] {
  const ofNodes = Object.entries(spaces).map(([space, { title, where }]) =>
    page(
      space,
      title,
      where,
      Object.entries(dictionary[space as keyof typeof dictionary]).map(([code, entry]) => ({ code, ...entry })),
    ),
  );
  const own = page(
    "chainside",
    { en: "Errors of Chainside", zh: "Chainside 的错误" },
    {
      en: "What Chainside recognises by itself. `{…}` stands for what the message names.",
      zh: "由 Chainside 自行识别的情况。`{…}` 处为实际内容。",
    },
    Object.entries(clientEntries).map(([code, { meaning, advice }]) => ({ code, meaning, advice })),
  );
  return [...ofNodes, own];
}
