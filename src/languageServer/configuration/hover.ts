import { type Hover, MarkupKind, type ServerCapabilities } from "vscode-languageserver/node";
import { sectionReadInstead } from "../../nodeConfig/analysis/accessLists";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";
import type { IniLine } from "../../nodeConfig/document/iniLine";
import type { Finding } from "../../nodeConfig/findings/finding";
import { findKey, findSection, type KeySpec } from "../../nodeConfig/schema/keySpec";
import { inChosenLanguage, t } from "../../text/catalogue";
import { code, md } from "../../text/markdown";
import { describeKey } from "../documents/describeKey";
import { holdsIdentity, identityInLine } from "../documents/identityInLine";
import { ownerLabel } from "../documents/ownerLabel";
import { columns } from "../documents/protocolRanges";
import { sayInMarkdown } from "../documents/sayVisibly";
import type { OpenDocument, ServerState } from "../documents/serverState";

/** The node reads no value there. */
const unread: ReadonlySet<Finding["rule"]> = new Set(["ini.sinceVersion", "ini.unreadKey", "rpc.sslConflict"]);

/** What the node uses for the key of this line as the file stands, in one sentence. */
export function effectiveValue(state: ServerState, document: OpenDocument, index: number, spec: KeySpec): string {
  const line = document.ini.lines[index];
  const found = state.findingsOfLine(document, index);
  const finding =
    found.find(({ message }) => message.stopsNode) ??
    found.find(({ severity, rule }) => severity === "error" || unread.has(rule));
  if (!finding) return t("In effect: {0}", code(line?.value ?? "").text);
  if (finding.message.stopsNode) return t("In effect: the node doesn't start. {0}", sayInMarkdown(finding.message));
  if (finding.message.usesDefault) {
    return t("In effect: the default, {0}. {1}", `\`${spec.default}\``, sayInMarkdown(finding.message));
  }
  return sayInMarkdown(finding.message);
}

function identityText(state: ServerState, document: OpenDocument, line: IniLine, index: number): string {
  const span = identityInLine(line);
  const owner = span && state.directory.owner(span.id);
  const parts: string[] = [];
  if (owner) {
    parts.push(md`**${ownerLabel(owner)}**`);
    parts.push(
      owner.identity === "tls"
        ? t("TLS identity of this node, compared by the access lists.")
        : t("Consensus identity of this node, used by group membership and the genesis file."),
    );
  } else if (span) parts.push(t("No node folder in the workspace and no connected chain has this ID."));
  const findings = state.findingsOfLine(document, index);
  if (findings.some(({ severity }) => severity !== "hint"))
    parts.push(...findings.map(({ message }) => sayInMarkdown(message)));
  else parts.push(consequence(line, document.ini));
  return parts.join("\n\n");
}

/** What the node does with a list entry or a sealer that is well-formed. */
function consequence({ block }: IniLine, ini: IniDocument): string {
  const section = block && sectionReadInstead(ini, block);
  if (section !== undefined) return t("Not read: [{0}] takes precedence", section);
  if (ini.kind === "genesis") return t("The group starts with this node as a sealer.");
  return block?.listSection?.list === "black"
    ? t("The node refuses connections from this ID, even if it's also in the whitelist.")
    : t("The node accepts connections from this ID. If there's a whitelist, it accepts only the listed IDs.");
}

function hover(state: ServerState, document: OpenDocument, index: number, character: number): Hover | null {
  const line = document.ini.lines[index];
  if (!line?.block) return null;
  const markdown = (value: string, from: number, to: number): Hover => ({
    contents: { kind: MarkupKind.Markdown, value },
    range: columns(index, from, to),
  });
  const { kind } = document.ini;
  if (line.kind === "section") {
    const spec = findSection(kind, line.name);
    if (!spec || character > line.headerEnd) return null;
    return markdown(`**[${line.name}]** ${inChosenLanguage(spec)}`, line.start, line.headerEnd);
  }
  if (line.kind !== "entry" || !line.block.header) return null;
  if (holdsIdentity(line) && character >= line.valueStart) {
    return markdown(identityText(state, document, line, index), line.valueStart, line.valueEnd);
  }
  const spec = findKey(kind, line.block.name, line.name);
  if (!spec) return null;
  const described = describeKey(kind, line.block.name, spec);
  const effective = effectiveValue(state, document, index, spec);
  return markdown([described, effective].join("\n\n"), line.start, line.end);
}

/** What a section, a key or an ID means, what the node makes of it now, and whose an ID is. */
export function registerHover(state: ServerState): ServerCapabilities {
  state.connection.onHover(({ textDocument, position }) => {
    const document = state.documents.get(textDocument.uri);
    return document ? hover(state, document, position.line, position.character) : null;
  });
  return { hoverProvider: true };
}
