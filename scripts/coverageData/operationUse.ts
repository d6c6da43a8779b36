import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import type { Operation } from "../../src/operations/model/operation";
import { projectFiles, root } from "../lint/sources";

/** What is said before an operation is done; only what it does counts. */
const foresight = new Set(["title", "right", "lines", "consequences", "abi", "summary", "fields", "command", "result"]);
/** Modules that are looked through: operations, and what asks a node several things for one of them; not what only foresees. */
const lookedThrough =
  /^src\/(?:operations\/(?!consequences\/|model\/|kit\/(?:define|proposalPreview)$)|chain\/(?:archive|events|verification|health)\/)/;
/** What reads and writes parameters asks no node. */
const chainFunctions = /^src\/chain\/(?:rpc\/(?!wireParameter$)|services\/)/;

/** A module below `src/operations`: its statements by the names that they give, and where its imported names come from. */
interface ReadModule {
  /** Without comments. */
  readonly source: string;
  /** The same without imports. */
  readonly body: string;
  readonly statements: ReadonlyMap<string, string>;
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
}

/** A statement of formatted source without the members that only foresee: each begins on a line and ends before the next as deep. */
function withoutForesight(statement: string): string {
  let skipped: number | undefined;
  const kept = statement.split("\n").filter((line) => {
    const depth = line.search(/\S/);
    if (skipped !== undefined && (depth > skipped || /^\s*[\])}]/.test(line))) return depth < skipped;
    const [, member = ""] = /^\s+(\w+)\b/.exec(line) ?? [];
    skipped = foresight.has(member) && /^\s+\w+(?:: |\()/.test(line) ? depth : undefined;
    return skipped === undefined;
  });
  return kept.join("\n");
}

/** Formatted source without the lines that are comments. */
export const withoutComments = (source: string): string =>
  source
    .split("\n")
    .filter((line) => !/^(?:\/\/|\/?\*)/.test(line.trimStart()))
    .join("\n");

function readModule(path: string): ReadModule {
  const source = withoutComments(readFileSync(join(root, `${path}.ts`), "utf8"));
  const imports = new Map<string, { from: string; name: string }>();
  const [head = "", ...pieces] = source.split(/^import /m);
  for (const piece of pieces) {
    const [, names = "", from = ""] = /^\{([^}]*)\} from "(\.[^"]*)"$/.exec(piece.slice(0, piece.indexOf(";"))) ?? [];
    for (const each of names.split(",").map((name) => name.trim())) {
      const [name = "", local = name] = each.split(" as ");
      if (name !== "" && !name.startsWith("type "))
        imports.set(local, { name, from: posix.join(dirname(path).split(sep).join("/"), from) });
    }
  }
  const begins = /^(?=(?:export )?(?:const|function|async function|class) )/m;
  const statements = new Map<string, string>();
  for (const statement of source.split(begins)) {
    const [, name] = /^(?:export )?(?:const|(?:async )?function|class) (\w+)/.exec(statement) ?? [];
    if (name !== undefined) statements.set(name, withoutForesight(statement));
  }
  const body = head + pieces.map((piece) => piece.slice(piece.indexOf(";") + 1)).join("");
  return { source, body, statements, imports };
}

const modules = new Map<string, ReadModule>();
function moduleOf(path: string): ReadModule {
  const found = modules.get(path) ?? readModule(path);
  modules.set(path, found);
  return found;
}

interface Search {
  /** Names of functions of `src/chain/rpc` and `src/chain/services`. */
  readonly found: Set<string>;
  readonly seen: Set<string>;
  /** Also what functions of `src/chain/services` come to. */
  readonly deep: boolean;
}

/** Finds what a statement of a module calls, and what that comes to where it is looked through. */
function search(path: string, statement: string, { found, seen, deep }: Search): void {
  const { imports, statements } = moduleOf(path);
  for (const [, name = "", call] of (statements.get(statement) ?? "").matchAll(/\b([a-zA-Z]\w*)\b(\()?/g)) {
    const imported = imports.get(name);
    const [place, next] = imported ? [imported.from, imported.name] : [path, name];
    if (call && imported && chainFunctions.test(place)) found.add(next);
    const within = lookedThrough.test(place) || (deep && place.startsWith("src/chain/services/"));
    if (within && !seen.has(`${place} ${next}`)) {
      seen.add(`${place} ${next}`);
      search(place, next, { found, seen, deep });
    }
  }
}

const sourcesBelow = (folder: string): string[] =>
  projectFiles(folder, ".ts").map((file) => file.slice(0, -".ts".length));
const operationFiles = sourcesBelow("src/operations");

const kept = new Map<string, Set<string>>();

/**
 * What an operation of the catalogue does on a chain: the names of the functions of `src/chain/rpc` (a JSON-RPC method each) and of
 * `src/chain/services` that its declaration calls, as its source has them. Nothing for one that isn't declared below `src/operations`.
 * @param deep also what those services call in their turn
 */
export function functionsOf({ word }: Pick<Operation, "word">, deep = false): ReadonlySet<string> {
  const key = `${word} ${deep}`;
  const known = kept.get(key);
  if (known) return known;
  const found = new Set<string>();
  kept.set(key, found);
  for (const path of operationFiles) {
    for (const [name, statement] of moduleOf(path).statements) {
      if (statement.includes(`word: "${word}"`)) search(path, name, { found, seen: new Set(), deep });
    }
  }
  return found;
}

/** The functions that a folder of `src/chain/services` exports and that ask a chain or sign, in the order of its files. */
export const servicesIn = (folder: string): readonly string[] =>
  sourcesBelow(`src/chain/services/${folder}`).flatMap((path) =>
    [...moduleOf(path).source.matchAll(/^export async function (\w+)/gm)].map(([, name = ""]) => name),
  );

/** Folders of `src/chain/services`. */
export const serviceFolders: readonly string[] = readdirSync(join(root, "src/chain/services"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** Whether a name stands somewhere beside its own declaration. */
function isUsed(body: string, name: string): boolean {
  for (let at = body.indexOf(name); at >= 0; at = body.indexOf(name, at + 1)) {
    const isWhole = !/\w/.test(body[at - 1] ?? "") && !/\w/.test(body[at + name.length] ?? "");
    if (isWhole && !body.slice(Math.max(0, at - 9), at).endsWith("function ")) return true;
  }
  return false;
}

/** Whether the catalogue or another function of `src/chain` calls a function, or hands it on. */
export const isStep = (name: string): boolean =>
  [...operationFiles, ...sourcesBelow("src/chain")].some((path) => isUsed(moduleOf(path).body, name));
