import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  DocumentDiagnosticReportKind,
  type ServerCapabilities,
} from "vscode-languageserver/node";
import type { Finding, Severity } from "../../nodeConfig/analysis/finding";
import { analyzeNodesJson } from "../../nodeConfig/analysis/nodesJsonRules";
import { detectFile } from "../../nodeConfig/detectFile";
import { toRange } from "../protocolRanges";
import { sayVisibly } from "../sayVisibly";
import type { OpenDocument, OpenPeerList, ServerState } from "../serverState";
import { isNodeFolder } from "../workspace/nodeFolder";

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
const order: readonly Severity[] = ["error", "warning", "information", "hint"];
const tags: Partial<Record<Finding["rule"], DiagnosticTag[]>> = {
  "ini.unreadKey": [DiagnosticTag.Unnecessary],
  "ini.deprecatedKey": [DiagnosticTag.Deprecated],
};
/** VS Code itself shows no more of one file; the gravest are kept. */
const limit = 1000;

function gravest(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= limit) return findings;
  const kept: Finding[] = [];
  for (const severity of order) {
    for (const finding of findings) {
      if (finding.severity !== severity) continue;
      kept.push(finding);
      if (kept.length === limit) return kept;
    }
  }
  return kept;
}

/** A finding as the editor takes it. */
export function toDiagnostic(finding: Finding): Diagnostic {
  const tag = tags[finding.rule];
  return {
    range: toRange(finding.range),
    severity: severities[finding.severity],
    source: "chainside",
    code: finding.rule,
    message: sayVisibly(finding.message),
    ...(tag ? { tags: tag } : {}),
  };
}

/** Findings as the editor takes them. */
function toDiagnostics(findings: readonly Finding[]): Diagnostic[] {
  return gravest(findings).map(toDiagnostic);
}

function peerListDiagnostics({ isOurs, text }: OpenPeerList): Diagnostic[] {
  return isOurs ? toDiagnostics(analyzeNodesJson(text)) : [];
}

/** Diagnostics of documents that are open: pushed after each change, all changes that wait taken together. */
class OpenDocumentPublisher {
  readonly #pending = new Set<OpenDocument>();
  #scheduled = false;

  constructor(readonly state: ServerState) {}

  schedule(document: OpenDocument): void {
    this.#pending.add(document);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    for (const document of this.#pending) {
      if (document.isReady && this.state.documents.get(document.uri) === document) this.#publish(document);
    }
    this.#pending.clear();
  }

  #publish(document: OpenDocument): void {
    const { uri, version } = document;
    const diagnostics = toDiagnostics(this.state.findings(document));
    void this.state.connection.sendDiagnostics({ uri, version, diagnostics });
  }
}

/** Diagnostics of the files of all node folders that are not open: pushed, whatever the editor does for open ones. */
class ClosedFilePublisher {
  readonly #published = new Set<string>();
  #running = false;
  #again = false;

  constructor(readonly state: ServerState) {}

  async run(): Promise<void> {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#round();
      }
    } finally {
      this.#running = false;
    }
  }

  /**
   * An open document speaks for itself. What was pushed for the closed file is taken back: an editor that pulls keeps pushed
   * findings beside the pulled ones, and would show them whatever is typed.
   */
  forget(uri: string): void {
    if (this.#published.delete(uri)) void this.state.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  async #round(): Promise<void> {
    const { state } = this;
    await state.scanned;
    const stale = new Set(this.#published);
    for (const { path, kind } of state.directory.files) {
      const file = await state.file(path);
      if (!file || state.documents.has(file.uri)) continue;
      const own = detectFile(path, file.ini.text, this.#isNodeFolder(path)) === kind;
      const diagnostics = own ? toDiagnostics(state.findingsIn(file.ini, path)) : [];
      if (diagnostics.length === 0) continue;
      stale.delete(file.uri);
      this.#published.add(file.uri);
      await state.connection.sendDiagnostics({ uri: file.uri, diagnostics });
    }
    for (const path of state.directory.peerLists) {
      const uri = pathToFileURL(path).href;
      if (state.peerLists.has(uri)) continue;
      const text = await readFile(path, "utf8").catch(() => undefined);
      const own = text !== undefined && (await isNodeFolder(dirname(path)));
      const diagnostics = own ? toDiagnostics(analyzeNodesJson(text)) : [];
      if (diagnostics.length === 0) continue;
      stale.delete(uri);
      this.#published.add(uri);
      await state.connection.sendDiagnostics({ uri, diagnostics });
    }
    for (const uri of stale) {
      this.#published.delete(uri);
      if (!state.documents.has(uri) && !state.peerLists.has(uri))
        await state.connection.sendDiagnostics({ uri, diagnostics: [] });
    }
  }

  /** Whether what lies beside the file makes its folder a node's. */
  #isNodeFolder(path: string): boolean {
    const folder = this.state.directory.folderOf(path);
    return folder?.consensusId !== undefined || folder?.tlsId !== undefined || folder?.smTlsId !== undefined;
  }
}

/** Findings as diagnostics: pulled where the editor pulls, else pushed; those of closed node folders are pushed. */
export function registerDiagnostics(state: ServerState): ServerCapabilities {
  const { connection } = state;
  const failed = (error: unknown): void => connection.console.error(String(error));
  const pulls = state.client.textDocument?.diagnostic !== undefined;
  const open = new OpenDocumentPublisher(state);
  const closed = new ClosedFilePublisher(state);
  state.listen({
    documentChanged: (document) => {
      closed.forget(document.uri);
      if (!pulls) open.schedule(document);
    },
    peerListChanged: (list) => {
      closed.forget(list.uri);
      const { uri, version } = list;
      if (!pulls) void connection.sendDiagnostics({ uri, version, diagnostics: peerListDiagnostics(list) });
    },
    documentClosed: ({ uri }) => {
      void connection.sendDiagnostics({ uri, diagnostics: [] });
      closed.run().catch(failed);
    },
    surroundingsChanged: () => {
      if (!pulls) for (const document of state.documents.values()) open.schedule(document);
      else if (state.client.workspace?.diagnostics?.refreshSupport) {
        void connection.languages.diagnostics.refresh();
      }
      closed.run().catch(failed);
    },
  });
  if (!pulls) return {};
  connection.languages.diagnostics.on(async ({ textDocument, previousResultId }) => {
    const list = state.peerLists.get(textDocument.uri);
    if (list) {
      await list.ready;
      return { kind: DocumentDiagnosticReportKind.Full, items: peerListDiagnostics(list) };
    }
    const document = state.documents.get(textDocument.uri);
    await document?.ready;
    if (!document) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    const resultId = `${document.version}/${state.stamp}`;
    if (previousResultId === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
    const items = toDiagnostics(state.findings(document));
    return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  });
  return { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } };
}
