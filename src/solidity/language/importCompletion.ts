import { withinFence } from "../../files/liesWithin";
import { listNamed } from "../../files/look";
import type { NamedPath } from "../../files/namedPath";
import { builtInNames } from "../fisco/builtInSources";
import { importFolders, nameOfFile, type SourceFolders } from "../imports/gatherSources";
import type { CompletionProposal } from "./questions";
import { quotedAt } from "./quotedAt";
import { lex } from "./syntax/lexer";

const maxNames = 500;

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

async function below(folder: NamedPath | undefined): Promise<string[]> {
  const entries = folder === undefined ? [] : await listNamed(folder);
  return entries
    .filter((entry) => !entry.name.startsWith(".") && (!entry.isFile() || entry.name.endsWith(".sol")))
    .map((entry) => (entry.isFile() ? entry.name : `${entry.name}/`));
}

const proposed = (label: string, detail = ""): CompletionProposal => ({
  label,
  kind: "file",
  detail,
  documentation: "",
});

/** Files and folders that an import may go on with: built in, beside the file, in the project, in packages, by remappings. */
export async function importProposals(
  written: string,
  path: string,
  folders: SourceFolders,
): Promise<CompletionProposal[]> {
  const slash = written.lastIndexOf("/") + 1;
  const folder = written.slice(0, slash);
  const by = nameOfFile(path, folders.root);
  const remapped = folders.remappings
    .filter(({ context, prefix }) => prefix !== folder && prefix.startsWith(folder) && by.startsWith(context))
    .map(({ prefix }) => prefix);
  const places = folder.startsWith("/") ? [] : [...importFolders(folder, path, folders)];
  const found = (await Promise.all(places.map(async (place) => below(await withinFence(place, folders.fence))))).flat();
  const builtIn = builtInNames().filter((name) => name.startsWith(written));
  const labels = [...(folder === "" ? ["./", "../"] : []), ...remapped, ...found.map((name) => `${folder}${name}`)];
  return [
    ...builtIn.map((name) => proposed(name, "FISCO BCOS")),
    ...[...new Set(labels)].slice(0, maxNames).map((label) => proposed(label)),
  ];
}
