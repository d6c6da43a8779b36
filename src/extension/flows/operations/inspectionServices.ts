import nodePath from "node:path";
import * as vscode from "vscode";
import { contractNotFound } from "../../../chain/artifact/contractNotFound";
import type { ChainSession } from "../../../chain/session";
import type { InspectedChain } from "../../../debugger/inspect/messages";
import { clientError } from "../../../errors/clientError";
import { liesWithin } from "../../../files/liesWithin";
import { namedPath } from "../../../files/namedPath";
import { verifiedAsJson } from "../../../operations/inspect/verified";
import type { Inspector, Sources, Tracer } from "../../../operations/model/inspector";
import type { Services } from "../../../operations/model/services";
import { fileAndName } from "../../../text/sourceNames";
import { namedUri } from "../../kit/files/namedUri";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { artifactOf } from "../../state/contracts/artifacts";
import { ChainTarget, type CompileTarget } from "../../state/solidity/compileTarget";
import { contractUri } from "../../state/solidity/solidity";

/** What takes the sources of the open folder. */
type Inspection = Inspector & Tracer & Sources;

/** A file of the workspace that an operation names, and the contract behind its colon. @throws ChainError usage `fileMissing` */
async function namedSource(source: string): Promise<{ readonly uri: vscode.Uri; readonly name: string | undefined }> {
  const { file, name } = fileAndName(source);
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const path = namedPath(file, uri.fsPath);
    if (path === undefined || nodePath.extname(path).toLowerCase() !== ".sol") continue;
    const found = (await liesWithin(uri.fsPath, path)) ? namedUri(path) : undefined;
    if (found) return { uri: found, name };
  }
  throw clientError("fileMissing", { path: source });
}

/** Compiles sources of the workspace, and compares code with what they compile to, in the compile service. */
const sourcesFor = (
  app: Chainside,
  session: ChainSession,
  target: () => Promise<CompileTarget>,
  keepsProxies: boolean,
): Sources => ({
  compile: async (source, signal) => {
    const { uri } = await namedSource(source);
    const how = { code: true, mayFetch: true, target: await target() };
    const [file] = await app.solidity.check([uri], how, signal ? { signal } : {});
    if (!file) throw clientError("fileMissing", { path: source });
    const { sourceName, isRight, choice, contracts, diagnostics } = file;
    return {
      source: sourceName,
      compiled: isRight,
      compiler: choice?.version,
      evmVersion: choice?.evmVersion,
      contracts: contracts.map(artifactOf),
      diagnostics: diagnostics.map(({ severity, message }) => ({ severity, message })),
    };
  },
  layout: async (source, contract, deployed, signal) => {
    const { uri } = await namedSource(source);
    const asked = signal ? { signal } : {};
    const within = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
    const { codeBehind } = await import("../../../chain/proxy/codeBehind");
    const behind = deployed && (await codeBehind(session, deployed, asked));
    const used = behind && { ...behind, within };
    const answer = await app.solidity.layout(contractUri(uri, contract), await target(), used, asked);
    if (!answer) throw clientError("layoutUntold", { name: contract });
    const { rows, before, changes, verdict, safety } = answer;
    const isReported = before !== undefined || changes.length > 0;
    if (deployed && !isReported) throw clientError("layoutUnknown", { target: deployed });
    return { contract, rows, safety, ...(isReported ? { changes, verdict } : {}) };
  },
  proxyRecords: async (source, signal) => {
    if (!keepsProxies) return undefined;
    const { uri, name = "" } = await namedSource(source);
    const { recordedChain } = await import("../../../chain/proxy/proxyRecord");
    const chain = await recordedChain(session, signal ? { signal } : {});
    return app.solidity.proxyRecords(contractUri(uri, name), await target(), chain, signal);
  },
  keepProxyStep: async (source, step) => {
    const { uri, name = "" } = await namedSource(source);
    await app.solidity.keepProxyStep(contractUri(uri, name), await target(), step);
  },
  test: async (wanted, signal) => (await import("./testFolder")).testFolder(app, session.suite.name, wanted, signal),
  verify: async (address, source, signal) => {
    const { uri, name } = await namedSource(source);
    const asked = signal ? { signal } : {};
    const compiled = await target();
    const compare = async (code: string) => (await app.solidity.verify(uri, code, name, compiled, asked))[0];
    const { verifyRunning } = await import("../../../chain/proxy/verifyRunning");
    const verified = await verifyRunning(session, address, compare, asked);
    if (!verified) throw contractNotFound(source, name, undefined);
    return { ...verifiedAsJson(address, verified), source };
  },
});

/** Loaded when it is asked. It isn't asked which folder has the sources. */
async function inspected<Kind extends "state" | "trace">(
  app: Chainside,
  group: ChainGroup,
  kind: Kind,
  transaction: string,
  signal?: AbortSignal,
) {
  const { inspectTransaction } = await import("../inspection/inspectTransaction");
  return inspectTransaction(app, group, kind, transaction, signal, false);
}

/** On a connected group: of a chain of nodes, transactions are executed again after a question to the person. */
const onGroup = (app: Chainside, group: ChainGroup): Inspection => ({
  storage: async (address, expressions, signal) => {
    const { readStorage } = await import("../inspection/readStorage");
    const view = await readStorage(app, group, address, expressions, { ask: false, ...(signal ? { signal } : {}) });
    if (view === undefined) throw clientError("noSourcesHere");
    return view;
  },
  changes: (transaction, signal) => inspected(app, group, "state", transaction, signal),
  trace: (transaction, signal) => inspected(app, group, "trace", transaction, signal),
  ...sourcesFor(app, group.session, () => app.solidity.target(group), true),
});

/** On an embedded chain that no connection knows, such as a scenario's own. */
function onEmbedded(app: Chainside, session: ChainSession, chain: InspectedChain): Inspection {
  const project = async () => (await import("../inspection/inspectedChain")).inspectedProject(false);
  const ofTransaction = async (kind: "state" | "trace", transaction: string, signal?: AbortSignal) =>
    app.inspector.inspect({ kind, transaction, chain, ...(await project()) }, signal);
  return {
    storage: async (address, expressions, signal) => {
      const from = { kind: "embedded", ...chain } as const;
      const order = { kind: "storage", address, keys: [], transactions: [], expressions, from } as const;
      return app.inspector.inspect({ ...order, ...(await project()) }, signal);
    },
    changes: (transaction, signal) => ofTransaction("state", transaction, signal),
    trace: (transaction, signal) => ofTransaction("trace", transaction, signal),
    ...sourcesFor(app, session, () => new ChainTarget().of(session), false),
  };
}

type InspectionServices = Pick<Services, "inspector" | "tracer" | "sources">;

/** Each is there where a folder is open. */
function whereOpen(make: () => Inspection): InspectionServices {
  const service = async (): Promise<Inspection | undefined> =>
    vscode.workspace.workspaceFolders?.length ? make() : undefined;
  return { inspector: service, tracer: service, sources: service };
}

/** Storage, changes and traces by the sources of the open folder, and those sources compared with code: on a connected group. */
export const groupInspection = (app: Chainside, group: ChainGroup): InspectionServices =>
  whereOpen(() => onGroup(app, group));

/** The same on an embedded chain that no connection knows. */
export const embeddedInspection = (app: Chainside, session: ChainSession, chain: InspectedChain): InspectionServices =>
  whereOpen(() => onEmbedded(app, session, chain));
