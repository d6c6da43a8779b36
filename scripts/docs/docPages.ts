/** Two languages, as everywhere in the product. */
export type Language = "en" | "zh";

/** A group of pages in the site's sidebar. */
interface Section {
  readonly title: Readonly<Record<Language, string>>;
  /** Files of `docs` without `.md`, in reading order; one with a Chinese page beside it (`.zh-cn.md`) has that in Chinese. */
  readonly pages: readonly string[];
}

/**
 * The sidebar of the site: every page of `docs` stands here once (`stagePages` refuses one that doesn't). Pages of a folder that the site
 * makes or gathers (`errors/…`, `protocol/…`, `skills/…`) stand for their folder.
 */
export const sections: readonly Section[] = [
  {
    title: { en: "Start", zh: "入门" },
    pages: ["start", "features", "coming-from-ethereum", "troubleshooting", "command-line"],
  },
  {
    title: { en: "Contracts", zh: "合约" },
    pages: ["solidity", "lints", "contract-tests", "proxies", "debugging", "scenarios", "notebooks"],
  },
  {
    title: { en: "Applications", zh: "应用" },
    pages: ["sdk", "browser-wallets", "sdk.api", "clients", "ethereum-tools", "devchain"],
  },
  {
    title: { en: "Operating a chain", zh: "运维" },
    pages: ["config-rules", "monitoring", "history", "upgrade", "load", "operations"],
  },
  {
    title: { en: "Keys and rights", zh: "密钥与权限" },
    pages: ["signers", "security"],
  },
  {
    title: { en: "Assistants and editors", zh: "AI 助手与编辑器" },
    pages: ["assistants", "skills/", "editors"],
  },
  {
    title: { en: "Reference", zh: "参考" },
    pages: ["errors/", "coverage", "changelog", "documents"],
  },
  {
    title: { en: "Contributing", zh: "参与开发" },
    pages: [
      ...["contributing", "architecture", "internals", "glossary", "testing", "checks", "measurements"],
      ...["dependencies", "releasing"],
      "protocol/",
    ],
  },
];
