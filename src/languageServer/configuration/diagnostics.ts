import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  DocumentDiagnosticReportKind,
  type ServerCapabilities,
} from "vscode-languageserver/node";
import { folderOnDisk } from "../../files/folderOnDisk";
import { pathKey } from "../../files/pathKey";
import { maxBytes, readTextIn } from "../../files/regularFile";
import { detectFile } from "../../nodeConfig/detectFile";
import type { Finding, Severity } from "../../nodeConfig/findings/finding";
import { isNodeFolder } from "../../nodeConfig/nodeFolder";
import { pathOf, toRange } from "../documents/protocolRanges";
import { explanationOf } from "../documents/rulePage";
import { sayVisibly } from "../documents/sayVisibly";
import type { OpenDocument, OpenPeerList, ServerState } from "../documents/serverState";

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
export function toDiagnostic({ client }: ServerState, finding: Finding): Diagnostic {
  const tag = tags[finding.rule];
  return {
    range: toRange(finding.range),
    severity: severities[finding.severity],
    source: "chainside",
    code: finding.rule,
    message: sayVisibly(finding.message),
    ...(tag ? { tags: tag } : {}),
    ...explanationOf(client, "config-rules", finding.rule),
  };
}

/** Findings as the editor takes them. */
function toDiagnostics(state: ServerState, findings: readonly Finding[]): Diagnostic[] {
  return gravest(findings).map((finding) => toDiagnostic(state, finding));
}

function peerListDiagnostics(state: ServerState, { isOurs, text, uri }: OpenPeerList): Diagnostic[] {
  return isOurs ? toDiagnostics(state, state.findingsInPeers(text, pathOf(uri))) : [];
}

/** Diagnostics of documents that are open: pushed after each change, all changes that wait taken together. */
class OpenDocumentPublisher {
  readonly #pending = new Set<OpenDocument>();
  /** What the editor was told of a document last: surroundings that change nothing for it are no news. */
  readonly #published = new WeakMap<OpenDocument, string>();
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
    const diagnostics = toDiagnostics(this.state, this.state.findings(document));
    const published = JSON.stringify([version, diagnostics]);
    if (this.#published.get(document) === published) return;
    this.#published.set(document, published);
    void this.state.connection.sendDiagnostics({ uri, version, diagnostics });
  }
}

/** What all addresses of one file have in common: editors write `(`, `+`, the colon of a drive in their own way. */
function fileKey(uri: string): string {
  const path = pathOf(uri);
  return path === undefined ? uri : pathKey(path);
}

/** Diagnostics of the files of all node folders that are not open: pushed, whatever the editor does for open ones. */
class ClosedFilePublisher {
  /** Addresses and what was said of them last, by the keys of their files. */
  readonly #published = new Map<string, { uri: string; message: string }>();
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
    const key = fileKey(uri);
    const published = this.#published.get(key);
    if (published === undefined) return;
    this.#published.delete(key);
    void this.state.connection.sendDiagnostics({ uri: published.uri, diagnostics: [] });
  }

  /** Keys of what the editor has open. */
  #open(): ReadonlySet<string> {
    const { documents, peerLists } = this.state;
    return new Set([...documents.keys(), ...peerLists.keys()].map(fileKey));
  }

  async #round(): Promise<void> {
    const { state } = this;
    await state.scanned;
    const stale = new Map(this.#published);
    const publish = async (uri: string, diagnostics: Diagnostic[]): Promise<void> => {
      const key = fileKey(uri);
      // it may have been opened meanwhile
      if (diagnostics.length === 0 || this.#open().has(key)) return;
      stale.delete(key);
      const content = JSON.stringify([uri, diagnostics]);
      if (this.#published.get(key)?.message === content) return;
      this.#published.set(key, { uri, message: content });
      await state.connection.sendDiagnostics({ uri, diagnostics });
    };
    for (const { path, kind } of state.directory.files) {
      const file = await state.file(path);
      if (!file || this.#open().has(fileKey(file.uri))) continue;
      const own = detectFile(path, file.ini.text, state.directory.folderOf(path)?.isNode) === kind;
      await publish(file.uri, own ? toDiagnostics(state, state.findingsIn(file.ini, path)) : []);
    }
    for (const path of state.directory.peerLists) {
      const uri = pathToFileURL(path).href;
      if (this.#open().has(fileKey(uri))) continue;
      const text = await readTextIn(dirname(path), basename(path), maxBytes.configuration);
      const own = text !== undefined && (await isNodeFolder(folderOnDisk(dirname(path)).read));
      await publish(uri, own ? toDiagnostics(state, state.findingsInPeers(text, path)) : []);
    }
    for (const [key, { uri }] of stale) {
      this.#published.delete(key);
      if (!state.documents.has(uri) && !state.peerLists.has(uri))
        await state.connection.sendDiagnostics({ uri, diagnostics: [] });
    }
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
      if (!pulls) void connection.sendDiagnostics({ uri, version, diagnostics: peerListDiagnostics(state, list) });
    },
    documentClosed: ({ uri }) => {
      void connection.sendDiagnostics({ uri, diagnostics: [] });
      closed.run().catch(failed);
    },
    environmentChanged: () => {
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
      return { kind: DocumentDiagnosticReportKind.Full, items: peerListDiagnostics(state, list) };
    }
    const document = state.documents.get(textDocument.uri);
    await document?.ready;
    if (!document) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    const resultId = `${document.version}/${state.stamp}`;
    if (previousResultId === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
    const items = toDiagnostics(state, state.findings(document));
    return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  });
  return { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } };
}
