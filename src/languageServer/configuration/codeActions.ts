import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type ServerCapabilities,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { readAccessLists } from "../../nodeConfig/analysis/accessLists";
import { listedIdentity } from "../../nodeConfig/analysis/peerIdentity";
import { appendToList } from "../../nodeConfig/edits/appendToList";
import type { Fix } from "../../nodeConfig/edits/fix";
import { fixAll, fixesFor } from "../../nodeConfig/edits/fixesFor";
import type { Finding } from "../../nodeConfig/findings/finding";
import { t } from "../../text/catalogue";
import { answerActions } from "../documents/answers";
import { toTextEdit } from "../documents/protocolRanges";
import { sayVisibly } from "../documents/sayVisibly";
import type { OpenDocument, ServerState } from "../documents/serverState";
import { editorCommand } from "../protocol/messages";
import { toDiagnostic } from "./diagnostics";

const fixAllKind = `${CodeActionKind.SourceFixAll}.chainside`;

function wants({ only }: CodeActionParams["context"], kind: string): boolean {
  return !only || only.some((asked) => kind === asked || kind.startsWith(`${asked}.`));
}

function fixAction(state: ServerState, { uri }: OpenDocument, finding: Finding, fix: Fix): CodeAction[] {
  const title = sayVisibly(fix.title);
  const base = { title, kind: CodeActionKind.QuickFix, diagnostics: [toDiagnostic(state, finding)] };
  if (fix.identityLength !== undefined) {
    const command = editorCommand("chainside.setIdentityLength", title, fix.identityLength);
    return state.commands.has(command.command) ? [{ ...base, command }] : [];
  }
  return [{ ...base, edit: { changes: { [uri]: fix.edits.map(toTextEdit) } }, isPreferred: fix.safe }];
}

/** One edit that turns a text into another: from the first line that differs to the last. */
function wholeEdit(before: string, after: string): TextEdit {
  const from = before.split(/(?<=\n)/);
  const to = after.split(/(?<=\n)/);
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < from.length - head && tail < to.length - head && from.at(-1 - tail) === to.at(-1 - tail)) tail++;
  const start = linesBefore(from.slice(0, head).join(""));
  const end = linesBefore(from.slice(0, from.length - tail).join(""));
  return { range: { start, end }, newText: to.slice(head, to.length - tail).join("") };
}

/** The position at the end of a text, counting lines as the protocol does. */
function linesBefore(text: string): TextEdit["range"]["start"] {
  const lines = text.split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

function fixAllEdit(state: ServerState, { uri, ini, path }: OpenDocument): WorkspaceEdit {
  const before = ini.text;
  const after = fixAll(ini, state.context(path));
  return { changes: after === before ? {} : { [uri]: [wholeEdit(before, after)] } };
}

/** The edit is worked out when the user takes the action, where the editor can wait for it. */
function fixAllAction(state: ServerState, document: OpenDocument, kind: string): CodeAction {
  const action: CodeAction = {
    title: t("Fix everything that can be fixed in only one way"),
    kind,
    data: { uri: document.uri },
  };
  const late = state.client.textDocument?.codeAction?.resolveSupport?.properties.includes("edit") ?? false;
  return late ? action : { ...action, edit: fixAllEdit(state, document) };
}

/** On the header of a list: add the nodes of the workspace that it lacks. */
function addNodes(state: ServerState, { uri, ini, path }: OpenDocument, index: number): CodeAction[] {
  const list = ini.lines[index]?.kind === "section" ? ini.lines[index]?.block?.listSection?.list : undefined;
  if (list !== "white" || ini.kind !== "config") return [];
  const context = state.context(path);
  const { digits } = readAccessLists(ini, context);
  const ids = state.directory.folders.flatMap((folder) => listedIdentity(folder, digits) ?? []);
  const edits = appendToList(ini, context, "white", ids);
  if (edits.length === 0) return [];
  return [
    {
      title: t("Add missing nodes of the workspace"),
      kind: CodeActionKind.RefactorRewrite,
      edit: { changes: { [uri]: edits.map(toTextEdit) } },
    },
  ];
}

function actions(state: ServerState, document: OpenDocument, { range, context }: CodeActionParams): CodeAction[] {
  const found: CodeAction[] = [];
  if (wants(context, CodeActionKind.QuickFix)) {
    const inRange = state
      .findings(document)
      .filter((finding) => finding.range.startLine <= range.end.line && finding.range.endLine >= range.start.line);
    let safe = false;
    for (const finding of inRange.slice(0, 50)) {
      const fixes = fixesFor(document.ini, finding, state.context(document.path));
      safe ||= fixes.some((fix) => fix.safe);
      found.push(...fixes.flatMap((fix) => fixAction(state, document, finding, fix)));
    }
    if (safe && state.findings(document).length > 1) found.push(fixAllAction(state, document, CodeActionKind.QuickFix));
  }
  if (context.only && wants(context, fixAllKind)) found.push(fixAllAction(state, document, fixAllKind));
  if (wants(context, CodeActionKind.RefactorRewrite)) found.push(...addNodes(state, document, range.start.line));
  return found;
}

/** Quick fixes of findings, one action for all that have a single answer, and adding the workspace's nodes to a whitelist. */
export function registerCodeActions(state: ServerState): ServerCapabilities {
  answerActions(state.connection, (params) => {
    const document = state.documents.get(params.textDocument.uri);
    return document ? actions(state, document, params) : [];
  });
  state.connection.onCodeActionResolve((action) => {
    const uri = (action.data as { uri?: unknown } | undefined)?.uri;
    const document = typeof uri === "string" ? state.documents.get(uri) : undefined;
    return document && !action.edit ? { ...action, edit: fixAllEdit(state, document) } : action;
  });
  const codeActionKinds = [CodeActionKind.QuickFix, fixAllKind, CodeActionKind.RefactorRewrite];
  return { codeActionProvider: { codeActionKinds, resolveProvider: true } };
}
