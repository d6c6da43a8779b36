import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { root } from "../lint/sources";
import { type Language, sections } from "./docPages";
import { errorPages } from "./errorPages";

/** A page of the site: its address without the language's folder, and its Markdown in the languages that it has. */
interface StagedPage {
  readonly name: string;
  readonly sources: Partial<Record<Language, Source>>;
}

interface Source {
  /** Below the project, with forward slashes; nothing for a page that is made. */
  readonly path?: string;
  readonly text: string;
}

/** One entry of a sidebar. */
interface SidebarPage {
  readonly text: string;
  readonly link: string;
}

interface SidebarSection {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: SidebarPage[];
}

export type Sidebars = Readonly<Record<Language, readonly SidebarSection[]>>;

/** Pages that stand elsewhere in the project, by what they are called in the site. */
const elsewhere: Readonly<Record<string, Partial<Record<Language, string>>>> = {
  start: { en: "README.md", zh: "docs/README.zh-cn.md" },
  documents: { en: "docs/README.md" },
  changelog: { en: "CHANGELOG.md" },
  contributing: { en: "CONTRIBUTING.md" },
};

const read = (path: string): Source => ({ path, text: readFileSync(join(root, path), "utf8") });

function pageOf(name: string, paths: Partial<Record<Language, string>>): StagedPage {
  const { en, zh } = paths;
  return { name, sources: { ...(en !== undefined && { en: read(en) }), ...(zh !== undefined && { zh: read(zh) }) } };
}

/** Every page of the site. */
function allPages(): StagedPage[] {
  const chinese = ".zh-cn.md";
  const files = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && !name.startsWith("README"));
  const names = files.filter((name) => !name.endsWith(chinese)).map((name) => name.slice(0, -".md".length));
  const docs = names.map((name) =>
    pageOf(name, {
      en: `docs/${name}.md`,
      ...(files.includes(`${name}${chinese}`) && { zh: `docs/${name}${chinese}` }),
    }),
  );
  const protocol = readdirSync(join(root, "docs/protocol")).filter((name) => name.endsWith(".md"));
  const skills = readdirSync(join(root, "docs/skills"));
  return [
    ...Object.entries(elsewhere).map(([name, paths]) => pageOf(name, paths)),
    ...docs,
    ...protocol.map((name) => pageOf(`protocol/${name.slice(0, -".md".length)}`, { en: `docs/protocol/${name}` })),
    ...skills.map((name) => pageOf(`skills/${name}`, { en: `docs/skills/${name}/SKILL.md` })),
    ...errorPages().map(
      ({ name, markdown }): StagedPage => ({
        name,
        sources: { en: { text: markdown.en }, zh: { text: markdown.zh } },
      }),
    ),
  ];
}

const prefixes: Readonly<Record<Language, string>> = { en: "/", zh: "/zh/" };

/** What a page is called in lists: its first heading, without the signs of Markdown. */
function titleOf(page: StagedPage, language: Language): string {
  if (page.name === "start") return startTitle[language];
  const { text } = sourceFor(page, language);
  const heading = text.split("\n").find((line) => line.startsWith("# "));
  if (heading === undefined) throw new Error(`A page without a heading: ${page.name}`);
  const title = heading.slice(2).replaceAll("`", "").trim();
  return language === "zh" && !page.sources.zh ? `${title}（英文）` : title;
}

/** The README's heading is the product's name. */
const startTitle: Readonly<Record<Language, string>> = { en: "Get started", zh: "快速上手" };

/** Front matter of a skill is for assistants; whatever is a comment is for generators. */
function bodyOf(text: string): string {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 4) : -1;
  return end === -1 ? text : text.slice(end + "\n---\n".length);
}

/** A page while it is written: whose file, as what, and for readers of which language. */
interface Written {
  readonly from: string;
  readonly name: string;
  readonly language: Language;
}

/** What each file is called in the site, and the language that it is in. */
type Files = ReadonlyMap<string, { readonly name: string; readonly language: Language }>;

/**
 * Where a link of a page leads in the site: to a page for readers of the same language, but for the page's own in the other one.
 * @param target of a link, as it is written
 * @returns nothing where the site has no such page; the link then leads nowhere and the check names it
 */
function addressOf(target: string, page: Written, files: Files): string | undefined {
  const [path = "", fragment] = target.split("#", 2);
  if (path === "") return target;
  const file = posix.join(posix.dirname(page.from), path);
  const after = fragment === undefined ? "" : `#${fragment}`;
  const found = files.get(file) ?? files.get(`${file.replace(/\/$/, "")}/`);
  if (found) {
    const language = found.language === "zh" || found.name === page.name ? found.language : page.language;
    return `${prefixes[language]}${found.name}${after}`;
  }
  return pictureFolders.some((folder) => file.startsWith(folder)) ? `/pictures/${posix.basename(file)}` : undefined;
}

const pictureFolders = ["docs/pictures/", "media/pictures/"];

const linkStart = "](";

/** The page's links as links of the site. */
function relinked(text: string, page: Written, files: Files): string {
  let result = "";
  let at = 0;
  while (true) {
    const start = text.indexOf(linkStart, at);
    const end = start === -1 ? -1 : text.indexOf(")", start);
    if (end === -1) return result + text.slice(at);
    const target = text.slice(start + linkStart.length, end);
    const foreign = target.includes("://") || /\s/.test(target);
    const address = foreign ? undefined : addressOf(target, page, files);
    result += `${text.slice(at, start)}${linkStart}${address ?? target}`;
    at = end;
  }
}

/** Folders whose pages a link to the folder means: their list. */
const listed: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "protocol/": { en: "What nodes do", zh: "节点协议" },
  "skills/": { en: "Skills for assistants", zh: "AI 助手技能" },
  "errors/": { en: "Error codes", zh: "错误码" },
};

/** What a reader of a language gets of a page: in that language, or in English. */
const sourceFor = ({ sources }: StagedPage, language: Language): Source => sources[language] ?? (sources.en as Source);

/** The page that lists a folder's pages. */
function listPage(folder: string, pages: readonly StagedPage[]): StagedPage {
  const own = pages.filter(({ name }) => name.startsWith(folder));
  const text = (language: Language): string => {
    const lines = own.map((page) => `* [${titleOf(page, language)}](${prefixes[language]}${page.name})`);
    return `# ${listed[folder]?.[language]}\n\n${lines.join("\n")}\n`;
  };
  return { name: `${folder}index`, sources: { en: { text: text("en") }, zh: { text: text("zh") } } };
}

/** A page's entry in a sidebar. */
function entryOf(page: StagedPage, language: Language): SidebarPage {
  const { name } = page;
  const address = name.endsWith("/index") ? name.slice(0, -"index".length) : name;
  return { text: titleOf(page, language), link: `${prefixes[language]}${address}` };
}

const onlyEnglish = "::: info\n本页目前只有英文。\n:::\n\n";

/** The Markdown of a page for readers of a language. One that there is in English alone says so. */
function markdownFor(page: StagedPage, language: Language, files: Files): string {
  const { path, text } = sourceFor(page, language);
  const body = bodyOf(text);
  const linked = path === undefined ? body : relinked(body, { from: path, name: page.name, language }, files);
  return page.sources[language] ? linked : `${onlyEnglish}${linked}`;
}

/**
 * Writes the site's pages with their pictures, and says what stands beside them.
 * @param target an empty folder
 * @throws Error when a page of `docs` has no place in the sidebar, or a place no page
 */
export function stagePages(target: string): Sidebars {
  const gathered = allPages();
  const pages = [...gathered, ...Object.keys(listed).map((folder) => listPage(folder, gathered))];
  const files = new Map<string, { readonly name: string; readonly language: Language }>();
  for (const { name, sources } of pages)
    for (const [language, source] of Object.entries(sources) as [Language, Source][])
      if (source.path !== undefined) files.set(source.path, { name, language });
  for (const folder of Object.keys(listed)) files.set(`docs/${folder}`, { name: folder, language: "en" });

  for (const page of pages)
    for (const language of ["en", "zh"] as const) {
      const file = join(target, language === "en" ? "" : language, `${page.name}.md`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, markdownFor(page, language, files));
    }
  for (const folder of pictureFolders) {
    const source = join(root, folder);
    if (existsSync(source)) cpSync(source, join(target, "public/pictures"), { recursive: true });
  }

  const byName = new Map(pages.map((page) => [page.name, page]));
  const placed = sections.flatMap((section) => section.pages);
  const unplaced = pages.map(({ name }) => name).filter((name) => !name.includes("/") && !placed.includes(name));
  if (unplaced.length > 0) throw new Error(`Pages without a place in scripts/docs/docPages.ts: ${unplaced.join(", ")}`);
  const found = (name: string): StagedPage => {
    const page = byName.get(name.endsWith("/") ? `${name}index` : name);
    if (page === undefined) throw new Error(`scripts/docs/docPages.ts names a page that isn't there: ${name}`);
    return page;
  };
  const sidebar = (language: Language): SidebarSection[] =>
    sections.map(({ title, pages: names }) => ({
      ...{ text: title[language], collapsed: false },
      items: names.map((name) => entryOf(found(name), language)),
    }));
  return { en: sidebar("en"), zh: sidebar("zh") };
}
