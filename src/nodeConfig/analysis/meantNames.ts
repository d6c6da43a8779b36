import { closestName } from "../../text/closestName";
import type { IniDocument, IniFileKind } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { findKey, type KeySpec, plainKeys, sectionSpecs } from "../schema/keySpec";
import type { Evaluation } from "./evaluation";
import { isRead } from "./listeners";
import { asciiForm } from "./suspiciousText";

/** A key as a node reads it. */
export interface MeantKey {
  readonly section: string;
  readonly key: string;
  /** Where it stands in the other of the two files. */
  readonly otherFile?: "config.ini" | "config.genesis";
}

/** Keys of a list: any number is one of them. */
const isMember = ({ pattern, type }: KeySpec, key: string): boolean =>
  pattern !== undefined && (type === "sealer" || type === "nodeid") && new RegExp(pattern).test(key);

/** Where a node reads a key of that name, if only in one place: in another section, or in the other file. */
export function placeOfKey(kind: IniFileKind, key: string): MeantKey | undefined {
  const placesIn = (of: IniFileKind): string[] =>
    sectionSpecs(of).flatMap(({ name, keys }) =>
      keys.some((spec) => spec.key === key || isMember(spec, key)) ? [name] : [],
    );
  const [here, more] = placesIn(kind);
  if (here !== undefined) return more === undefined ? { section: here, key } : undefined;
  const other = kind === "config" ? "genesis" : "config";
  const [there, another] = placesIn(other);
  if (there === undefined || another !== undefined) return undefined;
  return { section: there, key, otherFile: other === "genesis" ? "config.genesis" : "config.ini" };
}

/** The key that someone meant by a name that the node doesn't know in this section. */
export function meantKey(kind: IniFileKind, section: string, name: string): MeantKey | undefined {
  const ascii = asciiForm(name);
  if (ascii !== name && findKey(kind, section, ascii)) return { section, key: ascii };
  const place = placeOfKey(kind, ascii);
  if (place) return place;
  const key = closestName(ascii, plainKeys(kind, section));
  return key === undefined ? undefined : { section, key };
}

/** What was meant by a key above the first section: one of the section that follows. */
function meantAbove(document: IniDocument, name: string): MeantKey | undefined {
  const section = document.blocks[1]?.name ?? "";
  return findKey(document.kind, section, name) ? { section, key: name } : undefined;
}

/**
 * Whether an entry that no node reads costs something: it was meant for a key that the file doesn't have otherwise, so the node takes the
 * default in place of what was written.
 */
export function losesValue(document: IniDocument, line: IniLine, evaluation: Evaluation): boolean {
  const { kind } = document;
  const meant = line.block?.header ? meantKey(kind, line.block.name, line.name) : meantAbove(document, line.name);
  if (!meant || meant.otherFile !== undefined) return false;
  const spec = findKey(kind, meant.section, meant.key);
  return (
    spec !== undefined &&
    isRead(evaluation, meant.section, meant.key) &&
    line.value !== spec.default &&
    document.find(meant.section, meant.key) === undefined
  );
}

/** The section that someone meant by a name that the node doesn't know. */
export const meantSection = (kind: IniFileKind, name: string): string | undefined =>
  closestName(
    asciiForm(name),
    sectionSpecs(kind).map((spec) => spec.name),
  );

/** Whether a section that no node reads costs something: the one that was meant isn't there, so the defaults of its keys hold. */
export function losesSection(document: IniDocument, line: IniLine): boolean {
  const meant = meantSection(document.kind, line.name);
  return (
    meant !== undefined &&
    (line.block?.keys.size ?? 0) > 0 &&
    !document.sections(meant).some(({ keys }) => keys.size > 0)
  );
}
