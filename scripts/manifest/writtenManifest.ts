import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chineseTexts, root } from "../lint/sources";
import { type NamedPart, withContributions } from "./contributions";
import { readParts } from "./readParts";

type Texts = Readonly<Record<string, string>>;

/** A file of the manifest as it stands, and as the parts beside the code give it. */
interface WrittenFile {
  readonly path: string;
  readonly standing: string;
  readonly generated: string;
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const textOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The titles of commands by their keys in package.nls.json. */
const titlesOf = (parts: readonly NamedPart[]): Texts =>
  Object.fromEntries(
    parts
      .flatMap(({ part }) => Object.entries(part.commands ?? {}))
      .flatMap(([command, { title, shortTitle }]) => {
        const key = `command.${command.replace("chainside.", "")}`;
        return [[key, title.text], ...(shortTitle ? [[`${key}.short`, shortTitle.text]] : [])];
      }),
  );

/** The texts of the manifest that have no other home, and behind them the titles of commands. */
const withTitles = (standing: Texts, titles: Texts): Texts => ({
  ...Object.fromEntries(Object.entries(standing).filter(([key]) => !/^command\.(?!category$)/.test(key))),
  ...titles,
});

/**
 * package.json and its texts in both languages, as they stand and as the parts beside the code give them.
 * @throws Error for a title without Chinese
 */
export async function manifestTexts(): Promise<readonly [manifest: WrittenFile, ...texts: WrittenFile[]]> {
  const parts = await readParts();
  const chinese = chineseTexts();
  const titles = titlesOf(parts);
  const translated = Object.fromEntries(
    Object.entries(titles).map(([key, english]) => {
      const text = chinese[english];
      if (text === undefined) throw new Error(`l10n/zh-cn has no Chinese for the title "${english}"`);
      return [key, text];
    }),
  );
  const written = (path: string, make: (standing: never) => object): WrittenFile => {
    const standing = read(path);
    return { path, standing, generated: textOf(make(JSON.parse(standing) as never)) };
  };
  return [
    written("package.json", (standing) => withContributions(standing, parts)),
    written("package.nls.json", (standing) => withTitles(standing, titles)),
    written("package.nls.zh-cn.json", (standing) => withTitles(standing, translated)),
  ];
}
