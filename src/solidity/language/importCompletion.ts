import { dirname, join } from "node:path";
import { withinFence } from "../../files/liesWithin";
import { listNamed } from "../../files/look";
import { type NamedPath, namedPath } from "../../files/namedPath";
import { builtInNames } from "../fisco/builtInSources";
import type { CompletionProposal } from "./questions";
import { quotedAt } from "./quotedAt";
import { lex } from "./syntax/lexer";

const mostNames = 500;

/** What is written so far of the path of an import around an offset; undefined where there is none. */
export function importPathAt(text: string, offset: number): string | undefined {
  if (quotedAt(lex(text), offset) !== "string") return undefined;
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const quote = Math.max(line.lastIndexOf('"'), line.lastIndexOf("'"));
  const before = line.slice(0, quote);
  const word = Math.max(before.lastIndexOf("import"), before.lastIndexOf("from"));
  if (quote < 0 || word < 0 || before.slice(word).includes('"') || before.slice(word).includes("'")) return undefined;
  return line.slice(quote + 1);
}

async function below(folder: NamedPath | undefined, suffix = ".sol"): Promise<string[]> {
  const entries = folder === undefined ? [] : await listNamed(folder);
  return entries
    .filter((entry) => !entry.name.startsWith(".") && (!entry.isFile() || entry.name.endsWith(suffix)))
    .map((entry) => (entry.isFile() ? entry.name : `${entry.name}/`));
}

/**
 * Files and folders that an import may go on with: built in, beside the file, in the project, in packages.
 * @param fence the only folder that is listed, with those in it; undefined: any
 */
export async function importProposals(
  written: string,
  path: string,
  root: string,
  fence?: string,
): Promise<CompletionProposal[]> {
  const slash = written.lastIndexOf("/") + 1;
  const folder = written.slice(0, slash);
  const places = folder.startsWith(".")
    ? [dirname(path)]
    : [join(root, "node_modules"), join(root, "lib"), ...(folder === "" ? [] : [root])];
  const inside = folder.replace(/^[\\/]+/, "");
  const found = (
    await Promise.all(places.map(async (place) => below(await withinFence(namedPath(inside, place), fence))))
  ).flat();
  const builtIn = builtInNames().filter((name) => name.startsWith(written));
  return [
    ...builtIn.map(
      (name): CompletionProposal => ({ label: name, kind: "file", detail: "FISCO BCOS", documentation: "" }),
    ),
    ...(folder === "" ? ["./", "../"] : []).map(
      (label): CompletionProposal => ({ label, kind: "file", detail: "", documentation: "" }),
    ),
    ...[...new Set(found)]
      .slice(0, mostNames)
      .map((name): CompletionProposal => ({ label: `${folder}${name}`, kind: "file", detail: "", documentation: "" })),
  ];
}
