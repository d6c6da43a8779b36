import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type MarkupContent,
  MarkupKind,
  type Position,
  type ServerCapabilities,
} from "vscode-languageserver/node";
import { resolveEvaluation } from "../../nodeConfig/analysis/evaluation";
import { listedIdentity } from "../../nodeConfig/analysis/peerIdentity";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";
import type { IniBlock, IniLine } from "../../nodeConfig/document/iniLine";
import { freeListIndex } from "../../nodeConfig/edits/appendToList";
import {
  featureFlags,
  findKey,
  findSection,
  isPlainValue,
  type KeySpec,
  sectionSpecs,
} from "../../nodeConfig/schema/keySpec";
import { availability } from "../../nodeConfig/schema/nodeVersion";
import { inChosenLanguage, t } from "../../text/catalogue";
import { shortHex } from "../../text/shortText";
import { atLeast } from "../../text/versions";
import { describeKey } from "../documents/describeKey";
import { holdsIdentity } from "../documents/identityInLine";
import { roleName } from "../documents/ownerLabel";
import { columns } from "../documents/protocolRanges";
import type { OpenDocument, ServerState } from "../documents/serverState";
import { type EditorCommand, editorCommand } from "../protocol/messages";

interface CursorPosition {
  state: ServerState;
  document: OpenDocument;
  index: number;
  line: IniLine;
  character: number;
}

const markdown = (value: string): MarkupContent => ({ kind: MarkupKind.Markdown, value });

/** Where an item stands: the keys of the section that the line is in come first. */
const sorted = (kind: "key" | "section", order: number): string =>
  `${kind === "key" ? 0 : 1}${String(order).padStart(3, "0")}`;

/** Sections that are not there yet. */
function sectionItems({ document, index, line, character }: CursorPosition): CompletionItem[] {
  const { ini } = document;
  const closes = line.text.indexOf("]", character);
  const range = columns(index, line.start, closes < 0 ? Math.max(line.end, character) : closes + 1);
  return sectionSpecs(ini.kind)
    .filter((spec) => ini.sections(spec.name).every((block) => block.header === line))
    .map((spec, order) => ({
      label: `[${spec.name}]`,
      kind: CompletionItemKind.Module,
      detail: inChosenLanguage(spec),
      sortText: sorted("section", order),
      filterText: `[${spec.name}]`,
      textEdit: { range, newText: `[${spec.name}]` },
    }));
}

/** What stands behind a new key: what the generator writes, also in a comment, or its default, when that is a value; else nothing. */
function initialValue({ key, type, range, template, default: usual }: KeySpec): string {
  const generated = template.replace(`;${key}=`, "");
  const order = type === "bool" || range?.enum ? [usual, generated] : [generated, usual];
  return order.find(isPlainValue) ?? "";
}

function familyItem(
  range: CursorPosition,
  block: IniBlock,
  prefix: string,
  newText: (key: string) => string,
): CompletionItem {
  const key = `${prefix}${freeListIndex(range.document.ini, block, prefix)}`;
  const spec = findKey(range.document.ini.kind, block.name, key);
  return {
    label: key,
    kind: CompletionItemKind.Property,
    detail: t("next free number"),
    sortText: sorted("key", 0),
    textEdit: { range: columns(range.index, range.line.start, range.character), newText: newText(key) },
    ...(spec ? { documentation: markdown(describeKey(range.document.ini.kind, block.name, spec)) } : {}),
  };
}

/** Keys that the section does not have yet, with their default, and the next number of a list. */
function keyItems(place: CursorPosition, block: IniBlock): CompletionItem[] {
  const { state, document, index, line, character } = place;
  const { ini, path } = document;
  const section = findSection(ini.kind, block.name);
  if (!section) return [];
  const { version } = resolveEvaluation(ini, state.context(path));
  const withValue = line.kind !== "entry";
  const end = line.kind === "entry" ? Math.max(line.nameEnd, character) : Math.max(line.end, character);
  const range = columns(index, Math.min(line.start, character), end);
  const items: CompletionItem[] = [];
  const prefix = block.listSection?.prefix ?? (ini.kind === "genesis" && block.name === "consensus" ? "node." : "");
  if (prefix) items.push(familyItem(place, block, prefix, (key) => (withValue ? `${key}=` : key)));
  if (block.name === "features") {
    for (const { flag, since } of featureFlags) {
      if (block.keys.has(flag) || !atLeast(version, since)) continue;
      items.push({
        label: flag,
        kind: CompletionItemKind.Property,
        detail: t("Since {0}", since),
        sortText: sorted("key", items.length),
        textEdit: { range, newText: withValue ? `${flag}=1` : flag },
      });
    }
  }
  section.keys.forEach((spec, order) => {
    const present = block.keys.has(spec.key) && line.name !== spec.key;
    if (spec.pattern !== undefined || present || availability(spec, version) !== "read") return;
    items.push({
      label: spec.key,
      kind: CompletionItemKind.Property,
      detail: spec.default,
      documentation: markdown(describeKey(ini.kind, block.name, spec)),
      sortText: sorted("key", order + 1),
      textEdit: { range, newText: withValue ? `${spec.key}=${initialValue(spec)}` : spec.key },
      ...(spec.deprecated ? { tags: [CompletionItemTag.Deprecated] } : {}),
    });
  });
  return items;
}

/** Behind a longer ID the cursor stands where the completion isn't seen: the editor goes back to the beginning of the line. */
const widestShown = 100;
const revealLineStart = "chainside.revealLineStart" satisfies EditorCommand;

/** IDs of node folders and of a connected chain that the list does not have yet. */
function identityItems(place: CursorPosition, block: IniBlock): CompletionItem[] {
  const { state, document, index, line, character } = place;
  const { ini, path } = document;
  const context = state.context(path);
  const { identityLength, secondGeneration } = resolveEvaluation(ini, context);
  const consensus = block.listSection === undefined || secondGeneration;
  const present = new Set(
    ini.lines.filter((other) => other !== line && other.block === block).map((other) => other.value.toLowerCase()),
  );
  const range = columns(index, line.valueStart, Math.max(line.valueEnd, character));
  const items: CompletionItem[] = [];
  for (const node of context.nodes ?? []) {
    const id = consensus ? node.consensusId : listedIdentity(node, identityLength);
    if (!id || present.has(id.toLowerCase())) continue;
    present.add(id.toLowerCase());
    const role = state.directory.owner(id)?.role;
    const wide = id.length > widestShown && state.commands.has(revealLineStart);
    items.push({
      label: node.name,
      // Nodes of two chains may have one name.
      labelDetails: { description: [shortHex(id), ...(node.group ? [node.group] : [])].join(" · ") },
      kind: CompletionItemKind.Reference,
      detail: role ? roleName(role) : shortHex(id),
      documentation: markdown(`\`${id}\``),
      filterText: `${line.text.slice(line.valueStart, character)}${node.name} ${id}`,
      textEdit: { range, newText: consensus && block.listSection === undefined ? `${id}: 1` : id },
      ...(wide ? { command: editorCommand(revealLineStart, "", index) } : {}),
    });
  }
  return items;
}

function valueItems(place: CursorPosition, block: IniBlock): CompletionItem[] {
  const { document, index, line, character } = place;
  if (holdsIdentity(line)) return identityItems(place, block);
  const spec = findKey(document.ini.kind, block.name, line.name);
  if (!spec) return [];
  const words = spec.type === "bool" ? ["true", "false"] : (spec.range?.enum ?? []).filter(isPlainValue);
  const fallback = initialValue(spec);
  if (fallback !== "" && !words.includes(fallback)) words.push(fallback);
  const range = columns(index, line.valueStart, Math.max(line.valueEnd, character));
  return words.map((word) => ({
    label: word,
    kind: CompletionItemKind.Value,
    textEdit: { range, newText: word },
    documentation: markdown(describeKey(document.ini.kind, block.name, spec)),
    ...(word === spec.default ? { detail: t("default"), preselect: true } : {}),
  }));
}

function complete(state: ServerState, document: OpenDocument, { line: index, character }: Position): CompletionItem[] {
  const line = document.ini.lines[index];
  if (!line || line.kind === "comment") return [];
  const place = { state, document, index, line, character };
  if (line.kind === "section" || line.kind === "unmatchedBracket") return sectionItems(place);
  const block = enclosingBlock(document.ini, index);
  const equals = line.text.indexOf("=");
  if (equals >= 0 && character > equals) return block?.header ? valueItems(place, block) : [];
  return [...(block?.header ? keyItems(place, block) : []), ...(line.kind === "entry" ? [] : sectionItems(place))];
}

/** The section a line stands in, for lines that belong to none by themselves too. */
function enclosingBlock(ini: IniDocument, index: number): IniBlock | undefined {
  for (let at = index; at >= 0; at--) {
    const block = ini.lines[at]?.block;
    if (block) return block;
  }
  return undefined;
}

/** Sections, keys with their defaults, values, and node IDs from the workspace's node folders and a connected chain. */
export function registerCompletion(state: ServerState): ServerCapabilities {
  state.connection.onCompletion(({ textDocument, position }) => {
    const document = state.documents.get(textDocument.uri);
    return document ? complete(state, document, position) : [];
  });
  return { completionProvider: { triggerCharacters: ["[", "=", "."] } };
}
