import type { IniDocument } from "../document/iniDocument";
import type { IniBlock, IniLine } from "../document/iniLine";
import { type IdentityDigits, isIdentity } from "../document/listSection";
import type { AnalysisContext } from "./analysisContext";
import { knowsLists, resolveEvaluation } from "./evaluation";

/** One `cal.N` or `crl.N` line. */
export interface AccessListEntry {
  readonly key: string;
  readonly value: string;
  /** Zero-based line in the file. */
  readonly line: number;
  /** Whether the node keeps it; a malformed entry is dropped with nothing but a line in the log. */
  readonly accepted: boolean;
}

export interface AccessList {
  /** Section the list is read from: the long name, or the old short one when nothing has the long name. */
  readonly section: string;
  /** Zero-based line of that section's header, when there is one. */
  readonly headerLine: number | undefined;
  readonly entries: readonly AccessListEntry[];
  /** With no accepted entry the list is off: an off whitelist accepts every node, an off blacklist refuses none. */
  readonly enabled: boolean;
}

export interface AccessLists {
  /** Whether that release has access lists: 3.0 and 3.1 read neither section, so that both lists are off whatever they hold. */
  readonly known: boolean;
  readonly digits: IdentityDigits;
  readonly black: AccessList;
  readonly white: AccessList;
}

function filled(document: IniDocument, name: string): IniBlock[] {
  return document.sections(name).filter((block) => block.keys.size > 0);
}

/**
 * The section the node reads a list from (docs/protocol/config-ini.md, "Access lists"): the old short name counts only when
 * no section of the long name has keys and no key before the first section is called so.
 */
export function listSectionName(document: IniDocument, list: "black" | "white"): string {
  const [name, alias] = list === "black" ? ["certificate_blacklist", "crl"] : ["certificate_whitelist", "cal"];
  const taken = document.blocks[0]?.keys.has(name) || filled(document, name).length > 0;
  return taken || filled(document, alias).length === 0 ? name : alias;
}

/** The section from which the list of another one is read in its place; undefined where that one itself is read, or is no list. */
export function sectionReadInstead(document: IniDocument, { name, listSection }: IniBlock): string | undefined {
  const section = listSection && document.kind === "config" ? listSectionName(document, listSection.list) : name;
  return section === name ? undefined : section;
}

/**
 * Both access lists of a file with every entry, kept or dropped, under the identity rule of the context. Lines behind the
 * place where the node would stop reading count as well: they are what the author means.
 */
export function readAccessLists(document: IniDocument, context: AnalysisContext): AccessLists {
  const evaluation = resolveEvaluation(document, context);
  const known = knowsLists(evaluation);
  const digits = evaluation.identityLength;
  const entriesOf = new Map<IniBlock, AccessListEntry[]>();
  const headers = new Map<IniLine, number>();
  for (const [index, line] of document.lines.entries()) {
    const list = line.block?.listSection;
    if (!line.block || !list) continue;
    if (line.opensBlock) headers.set(line, index);
    if (line.kind !== "entry" || !list.ownsLine(line)) continue;
    const { value } = line;
    const entry = { key: line.name, value, line: index, accepted: isIdentity(value, digits) };
    const entries = entriesOf.get(line.block);
    if (entries) entries.push(entry);
    else entriesOf.set(line.block, [entry]);
  }
  const list = (kind: "black" | "white"): AccessList => {
    const section = listSectionName(document, kind);
    const blocks = document.sections(section);
    const entries = blocks.flatMap((block) => entriesOf.get(block) ?? []);
    const header = blocks[0]?.header;
    return {
      section,
      headerLine: header ? headers.get(header) : undefined,
      entries,
      enabled: known && entries.some(({ accepted }) => accepted),
    };
  };
  return { known, digits, black: list("black"), white: list("white") };
}
