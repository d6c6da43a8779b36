import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chosenLanguage } from "../../text/catalogue";

/** By rule: the line of its section, from 1. */
let page: { readonly href: string; readonly lines: ReadonlyMap<string, number> } | undefined;

/** The page lies beside the program; a chunk of it lies one folder deeper, the sources beside `dist`. */
function readPage(): NonNullable<typeof page> {
  const here = dirname(fileURLToPath(import.meta.url));
  const name = chosenLanguage() === "zh" ? "lints.zh-cn.md" : "lints.md";
  for (const folder of [join(here, "pages"), join(here, "../pages"), join(here, "../../../docs")]) {
    try {
      const path = join(folder, name);
      const lines = readFileSync(path, "utf8").split("\n");
      const found = lines.flatMap((line, i): [string, number][] =>
        line.startsWith("## ") ? [[line.slice(3), i + 1]] : [],
      );
      return { href: pathToFileURL(path).href, lines: new Map(found) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return { href: "", lines: new Map() };
}

/** Where a rule is explained: a file, and behind `#` the line of its section, as editors read it. Undefined where no page is installed. */
export function explanationOf(rule: string): string | undefined {
  page ??= readPage();
  const line = page.lines.get(rule);
  return line === undefined ? undefined : `${page.href}#L${line}`;
}
