import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { analyze } from "../../nodeConfig/analysis/analyze";
import { parseDocument } from "../../nodeConfig/document/iniDocument";
import { isPrinted, nodeFolderFiles } from "../../nodeConfig/nodeFolder";
import { ReleaseLooks } from "../../nodeConfig/releaseLooks";
import { useLocale } from "../../text/catalogueFile";
import { pathOf } from "../documents/protocolRanges";
import { readSettings, ServerState } from "../documents/serverState";
import { syncDocuments } from "../documents/syncDocuments";
import { hearEditor, type StartOptions } from "../protocol/messages";
import { registerCodeActions } from "./codeActions";
import { registerCodeLens } from "./codeLens";
import { registerCompletion } from "./completion";
import { registerDiagnostics } from "./diagnostics";
import { registerDocumentLinks } from "./documentLinks";
import { registerDocumentSymbols } from "./documentSymbols";
import { registerFoldingRanges } from "./foldingRanges";
import { registerFormatting } from "./formatting";
import { registerHover } from "./hover";
import { registerIdentityReferences } from "./identityReferences";
import { registerInlayHints } from "./inlayHints";

const entries = 400;
const rounds = 12;

/** Reads a made-up list once, and judges it again after an edit. */
function readOnce(): void {
  const digits = "0123456789abcdef".repeat(7);
  const lines = Array.from({ length: entries }, (_, n) => `cal.${n}=${digits}${String(n).padStart(16, "0")}`);
  const ini = parseDocument(JSON.parse(JSON.stringify(`[certificate_whitelist]\n${lines.join("\n")}\n`)) as string);
  const context = { identityLength: 128 } as const;
  analyze(ini, context);
  ini.applyEdit({ range: { startLine: 9, startChar: 9, endLine: 9, endChar: 10 }, newText: "z" });
  analyze(ini, context);
}

/**
 * Reads made-up lists, so that the engine has compiled what reads files before the first one opens: it is on screen already
 * while the editor still shakes hands with the server. Each round takes about a millisecond and lets waiting messages go first;
 * `isNeeded` says after it whether another is of use.
 */
function warmUp(isNeeded: () => boolean): void {
  let left = rounds;
  const round = (): void => {
    readOnce();
    left--;
    if (left > 0 && isNeeded()) setImmediate(round);
  };
  setImmediate(round);
}

/** A feature sets its handlers when it registers; what it gives stands in the answer to `initialize`. */
type Feature = (state: ServerState) => ServerCapabilities;

const features: readonly Feature[] = [
  registerDiagnostics,
  registerHover,
  registerCompletion,
  registerDocumentSymbols,
  registerFoldingRanges,
  registerDocumentLinks,
  registerFormatting,
  registerIdentityReferences,
  registerInlayHints,
  registerCodeLens,
  registerCodeActions,
];

async function scan(state: ServerState, roots: readonly string[]): Promise<void> {
  for (const root of roots) await state.directory.addRoot(root);
  state.environmentChanged();
}

/** Settings are others now: with them the release by which node folders are judged may be. */
async function useSettings(state: ServerState, settings: unknown): Promise<void> {
  state.settings = readSettings(settings);
  await state.directory.setNodeVersion(state.settings.nodeVersion);
  state.environmentChanged();
}

async function readClientSettings(state: ServerState, { settings }: StartOptions): Promise<void> {
  if (settings) await useSettings(state, settings);
  else if (state.client.workspace?.configuration)
    await useSettings(state, await state.connection.workspace.getConfiguration("chainside"));
}

function listenToWorkspace(state: ServerState): void {
  const { connection, directory } = state;
  const failed = (error: unknown): void => connection.console.error(String(error));
  connection.onInitialized(() => {
    readClientSettings(state, state.options).catch(failed);
    const { workspace } = state.client;
    if (workspace?.didChangeConfiguration?.dynamicRegistration) {
      connection.client.register(DidChangeConfigurationNotification.type, { section: "chainside" }).catch(failed);
    }
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration) {
      const watchers = nodeFolderFiles.map((globPattern) => ({ globPattern }));
      connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(failed);
    }
    if (workspace?.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
        for (const folder of removed) await directory.removeRoot(pathOf(folder.uri) ?? "");
        await scan(
          state,
          added.flatMap((folder) => pathOf(folder.uri) ?? []),
        );
      });
    }
  });
  connection.onDidChangeConfiguration(({ settings }: { settings?: { chainside?: unknown } | null }) => {
    if (!state.client.workspace?.configuration && settings?.chainside !== undefined && !state.options.settings) {
      useSettings(state, settings.chainside).catch(failed);
      return;
    }
    readClientSettings(state, state.options).catch(failed);
  });
  const releases = new ReleaseLooks(directory, { changed: () => state.environmentChanged(), failed });
  connection.onDidChangeWatchedFiles(async ({ changes }) => {
    const paths = changes.flatMap(({ uri }) => pathOf(uri) ?? []);
    const settled = paths.filter((path) => !isPrinted(path));
    for (const path of paths) if (isPrinted(path)) releases.noteChange(path);
    if (settled.length === 0) return;
    for (const path of settled) {
      await directory.refresh(path);
      for (const document of state.documents.values()) if (document.path === path) await state.lookForMark(document);
    }
    state.environmentChanged();
  });
  hearEditor(connection, "chainside/knownNodes", ({ nodes }) => {
    directory.setChainNodes(nodes);
    state.environmentChanged();
  });
}

/** What a server of that registered nothing says: it takes every handler, and does nothing. */
const unheard = (): Connection =>
  new Proxy((() => undefined) as unknown as Connection, {
    get: (_, name) => (name === "then" ? undefined : unheard()),
    apply: () => undefined,
  });

/** What is answered about configurations of nodes, to such an editor. */
export function configCapabilities(client: ClientCapabilities): ServerCapabilities {
  const state = new ServerState(unheard());
  state.client = client;
  return capabilitiesOf(state);
}

function capabilitiesOf(state: ServerState): ServerCapabilities {
  const capabilities: ServerCapabilities = {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
  for (const register of features) Object.assign(capabilities, register(state));
  return capabilities;
}

/** Serves configurations of nodes over the connection until it closes. */
export function startServer(connection: Connection): void {
  const state = new ServerState(connection);
  connection.onInitialize((params) => {
    if (params.locale !== undefined) useLocale(params.locale);
    const options = (params.initializationOptions ?? {}) as StartOptions;
    state.client = params.capabilities;
    state.options = options;
    state.commands = new Set(options.commands);
    const capabilities = capabilitiesOf(state);
    const roots = (params.workspaceFolders ?? []).flatMap((folder) => pathOf(folder.uri) ?? []);
    state.scanned = scan(state, roots).catch((error: unknown) => connection.console.error(String(error)));
    if (options.opens === "config") warmUp(() => state.documents.size === 0);
    return { serverInfo: { name: "chainside" }, capabilities };
  });
  syncDocuments(state);
  listenToWorkspace(state);
  connection.listen();
}
