import type { IniDocument } from "./iniDocument";
import { IniLine } from "./iniLine";

/** The tree the node holds after reading a file: keys before any section, then every section that has keys, in file order. */
export interface IniTree {
  readonly root: ReadonlyMap<string, string>;
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** What the node's parser says of a file; `line` is 1-based and counts LF only, as in the node's own message. */
type NodeReading =
  | { readonly accepted: true; readonly tree: IniTree }
  | { readonly accepted: false; readonly line: number; readonly message: string };

/**
 * The lines as the node sees them. They are the editor's lines, but for two things: a byte order mark is an ordinary
 * character, and a lone CR ends no line.
 */
function* nodeLines(document: IniDocument): Generator<IniLine> {
  let joined = "";
  for (const [index, line] of document.lines.entries()) {
    if (line.eol === "\r") joined += `${line.text}\r`;
    else if (joined !== "" || (index === 0 && line.from === 1)) {
      yield IniLine.of(joined + line.text, line.eol);
      joined = "";
    } else yield line;
  }
  if (joined !== "") yield IniLine.of(joined, "");
}

const fatal = {
  noEquals: "'=' character not found in line",
  emptyKey: "key expected",
  unmatchedBracket: "unmatched '['",
} as const;

/** Reads the document exactly as the node does, up to the first line it refuses (docs/protocol/config-ini.md, "Lines"). */
export function readAsNode(document: IniDocument): NodeReading {
  const root = new Map<string, string>();
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let sectionName = "";
  const dropEmptySection = (): void => {
    if (section?.size === 0) sections.delete(sectionName);
  };
  let number = 0;
  const refuse = (message: string): NodeReading => ({ accepted: false, line: number, message });
  for (const line of nodeLines(document)) {
    number++;
    if (line.kind === "blank" || line.kind === "comment") continue;
    if (line.kind === "noEquals" || line.kind === "emptyKey") return refuse(fatal[line.kind]);
    if (line.kind === "entry") {
      const container = section ?? root;
      if (container.has(line.name)) return refuse("duplicate key name");
      container.set(line.name, line.value);
      continue;
    }
    dropEmptySection();
    if (line.kind === "unmatchedBracket") return refuse(fatal[line.kind]);
    sectionName = line.name;
    if (sections.has(sectionName) || root.has(sectionName)) return refuse("duplicate section name");
    section = new Map();
    sections.set(sectionName, section);
  }
  dropEmptySection();
  return { accepted: true, tree: { root, sections } };
}

/**
 * The text at a path of the node's tree, levels separated by dots; a section has the empty text, a path into nothing is
 * `undefined`. A name with a dot in it (`cal.0`) can therefore not be reached by a path.
 */
export function readPath(tree: IniTree, path: string): string | undefined {
  if (path === "") return "";
  const dot = path.indexOf(".");
  const first = dot < 0 ? path : path.slice(0, dot);
  const rest = dot < 0 ? "" : path.slice(dot + 1);
  const section = tree.sections.get(first);
  if (rest === "") return section ? "" : tree.root.get(first);
  // A dot at the very end is looked past.
  const key = rest.endsWith(".") ? rest.slice(0, -1) : rest;
  return key.includes(".") ? undefined : section?.get(key);
}
