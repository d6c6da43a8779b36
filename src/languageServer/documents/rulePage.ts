import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ClientCapabilities, Diagnostic } from "vscode-languageserver/node";
import { chosenLanguage } from "../../text/catalogue";

/** Pages with a section a rule: `lints` for Solidity, `config-rules` for what nodes read. */
type PageName = "lints" | "config-rules";

/** By rule: the line of its section, from 1. */
interface Page {
  readonly href: string;
  readonly lines: ReadonlyMap<string, number>;
}

const pages = new Map<PageName, Page>();

/** The page lies beside the program; a chunk of it lies one folder deeper, the sources beside `dist`. */
function readPage(page: PageName): Page {
  const here = dirname(fileURLToPath(import.meta.url));
  const name = chosenLanguage() === "zh" ? `${page}.zh-cn.md` : `${page}.md`;
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

/**
 * Where a rule is explained, for an editor that can follow it from the code of a finding: a file, and behind `#` the line of its section.
 * Nothing where no page is installed.
 */
export function explanationOf(
  client: ClientCapabilities,
  name: PageName,
  rule: string,
): Pick<Diagnostic, "codeDescription"> {
  if (!client.textDocument?.publishDiagnostics?.codeDescriptionSupport) return {};
  const page = pages.get(name) ?? readPage(name);
  pages.set(name, page);
  const line = page.lines.get(rule);
  return line === undefined ? {} : { codeDescription: { href: `${page.href}#L${line}` } };
}
