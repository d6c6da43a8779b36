import { text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { asciiForm } from "../analysis/suspiciousText";
import type { IniLine } from "../document/iniLine";
import { findKey, plainKeys, sectionSpecs } from "../schema/keySpec";
import { freeListIndex } from "./appendToList";
import {
  commentOut,
  commentOutFix,
  deleteLine,
  type FixMakers,
  type FixSite,
  fix,
  insertLineAfter,
  lineEnd,
  type MakeFixes,
  replaceName,
} from "./fix";

/** Renames to the key that was probably meant, unless the section has that one already. */
const renameKey: MakeFixes = (site) => {
  const { document, line, index } = site;
  const section = line.block?.name ?? "";
  const ascii = asciiForm(line.name);
  const meant = findKey(document.kind, section, ascii) ? ascii : closestName(ascii, plainKeys(document.kind, section));
  if (meant === undefined || line.block?.keys.has(meant)) return [commentOutFix(site)];
  const onlyCase = meant.toLowerCase() === ascii.toLowerCase();
  return [fix(text("Rename to {0}", meant), [replaceName(line, index, meant)], onlyCase), commentOutFix(site)];
};

/** A list under a name that no node reads. */
const renameList: MakeFixes = ({ document, finding, line, index }) => {
  const name = String(finding.message.args[1] ?? "");
  if (name === "" || document.sections(name).some((block) => block.keys.size > 0)) return [];
  return [fix(text("Rename to {0}", `[${name}]`), [replaceName(line, index, name)])];
};

const renameSection: MakeFixes = ({ document, line, index }) => {
  const meant = closestName(
    line.name,
    sectionSpecs(document.kind).map(({ name }) => name),
  );
  // A second section of that name would stop the node.
  if (meant === undefined || document.sections(meant).some((block) => block.keys.size > 0)) return [];
  const onlyCase = meant.toLowerCase() === line.name.toLowerCase();
  return [fix(text("Rename to {0}", `[${meant}]`), [replaceName(line, index, meant)], onlyCase)];
};

/** A section that means nothing to the node. */
const commentOutSection: MakeFixes = ({ document, line }) => {
  const edits = document.lines.flatMap((other, index) =>
    other === line || (other.block === line.block && other.kind === "entry") ? [commentOut(other, index)] : [],
  );
  return [fix(text("Comment out this section"), edits)];
};

/** The earlier line of the same name. */
function firstOf(site: FixSite): IniLine | undefined {
  const { document, line } = site;
  return document.lines.find(
    (other) => other.block === line.block && other.kind === "entry" && other.name === line.name,
  );
}

/** How many lines of the section before this one repeat a name. */
function repetitionsBefore({ document, line, index }: FixSite): number {
  const names = new Set<string>();
  let repetitions = 0;
  for (const other of document.lines.slice(0, index)) {
    if (other.block !== line.block || !other.sharesName) continue;
    if (names.has(other.name)) repetitions++;
    names.add(other.name);
  }
  return repetitions;
}

const repeatedKey: MakeFixes = (site) => {
  const { document, line, index } = site;
  const same = firstOf(site)?.value === line.value;
  if (same) return [fix(text("Remove the repetition"), [deleteLine(document, index)], true)];
  const prefix = line.block?.listSection?.prefix ?? (line.name.startsWith("node.") ? "node." : undefined);
  if (line.block && prefix && line.name.startsWith(prefix)) {
    // Each repetition gets a number of its own, so that all of them can be mended at once.
    const number = freeListIndex(document, line.block, prefix) + repetitionsBefore(site);
    const name = `${prefix}${number}`;
    return [fix(text("Rename to {0}", name), [replaceName(line, index, name)], true), commentOutFix(site)];
  }
  return [commentOutFix(site)];
};

/** What an entry of the list would be called: `cal_3`, `CAL.3`, `cal3` keep their number where it is free. */
function listName(
  site: FixSite,
  taken: ReadonlySet<string> = new Set(),
): { name: string; isMeant: boolean } | undefined {
  const { document, line } = site;
  const { block } = line;
  const prefix = block?.listSection?.prefix;
  if (!block || !prefix) return undefined;
  const [, list, digits] = /^([a-z]{3})[\s._:。．-]*([0-9]+)$/iu.exec(line.name) ?? [];
  const number = list?.toLowerCase() === prefix.slice(0, 3) ? digits : undefined;
  const wanted = number === undefined ? undefined : `${prefix}${number}`;
  if (wanted !== undefined && !block.keys.has(wanted) && !taken.has(wanted)) return { name: wanted, isMeant: true };
  let next = freeListIndex(document, block, prefix);
  while (taken.has(`${prefix}${next}`)) next++;
  return { name: `${prefix}${next}`, isMeant: false };
}

const listKeyName: MakeFixes = (site) => {
  const { line, index } = site;
  const named = listName(site);
  if (!named) return [];
  const { name, isMeant } = named;
  return [fix(text("Rename to {0}", name), [replaceName(line, index, name)], isMeant), commentOutFix(site)];
};

/** A list of which no key has the prefix: all of them get it. */
const listKeyNames: MakeFixes = (site) => {
  const { document, line: header } = site;
  const taken = new Set<string>();
  let allMeant = true;
  const edits = document.lines.flatMap((line, index) => {
    if (line.block !== header.block || line.kind !== "entry" || line.listPrefix === line.block?.listSection?.prefix)
      return [];
    const named = listName({ ...site, line, index }, taken);
    if (!named) return [];
    taken.add(named.name);
    allMeant &&= named.isMeant;
    return [replaceName(line, index, named.name)];
  });
  const prefix = header.block?.listSection?.prefix;
  return edits.length === 0 || prefix === undefined
    ? []
    : [fix(text("Rename the keys to {0}0, {0}1, and so on", prefix), edits, allMeant)];
};

/** Numbers the entries of the section 0, 1, 2 … in their order; the node does not care. */
const renumber: MakeFixes = ({ document, line }) => {
  const { block } = line;
  const prefix = block?.listSection?.prefix;
  if (!block || !prefix) return [];
  let next = 0;
  const edits = document.lines.flatMap((other, index) => {
    if (other.block !== block || other.kind !== "entry" || other.number < 0 || !other.name.startsWith(prefix))
      return [];
    const name = `${prefix}${next++}`;
    return other.name === name ? [] : [replaceName(other, index, name)];
  });
  return [fix(text("Renumber the entries"), edits, true)];
};

/** What stands in a repeated section goes to the end of the first of that name, as long as no key is in both. */
const mergeSections: MakeFixes = ({ document, line, index }) => {
  const { lines } = document;
  const again = line.block;
  const [first] = document.sections(line.name).filter((block) => block.keys.size > 0);
  if (!again || !first || first === again) return [];
  const own = lines.filter((other) => other.block === again && other !== line);
  if (own.some((other) => other.kind === "entry" && first.keys.has(other.name))) return [];
  const title = text("Merge it into the first [{0}]", line.name);
  const last = lines.findLastIndex((other) => other.block === first && other.kind === "entry");
  const nothingBetween = lines.slice(last + 1, index).every((other) => other.block === first);
  if (nothingBetween) return [fix(title, [deleteLine(document, index)])];
  const moved = own.filter((other) => other.kind !== "blank").map((other) => other.text);
  const end = index + own.length;
  const start = { startLine: index, startChar: 0 };
  const range =
    end + 1 < lines.length
      ? { ...start, endLine: end + 1, endChar: 0 }
      : { ...start, endLine: end, endChar: lines[end]?.text.length ?? 0 };
  const insertion = moved.length === 0 ? [] : [insertLineAfter(document, last, moved.join(lineEnd(document)))];
  return [fix(title, [...insertion, { range, newText: "" }])];
};

export const nameFixes: FixMakers = {
  "ini.unknownKey": renameKey,
  "ini.unknownSection": renameSection,
  "ini.duplicateKey": repeatedKey,
  "ini.duplicateSection": (site) => {
    const { document, line } = site;
    const root = document.lines.findIndex(
      (other) => other.kind === "entry" && !other.block?.header && other.name === line.name,
    );
    const key = document.lines[root];
    return key
      ? [fix(text("Comment out the key before the first section"), [commentOut(key, root)])]
      : mergeSections(site);
  },
  "list.keyName": listKeyName,
  "list.failOpen": (site) => (site.line.block?.listSection ? listKeyNames(site) : renameList(site)),
  "ini.secondGeneration": (site) => (site.line.kind === "entry" ? [commentOutFix(site)] : commentOutSection(site)),
  "nodeid.indexGap": renumber,
};
