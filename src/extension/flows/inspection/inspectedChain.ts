import * as vscode from "vscode";
import { zeroAddress } from "../../../crypto/bytes/hex";
import type { InspectedChain } from "../../../debugger/inspect/messages";
import { ChainError } from "../../../errors/chainError";
import { askText } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import { requireSourceFolder } from "../../kit/files/workspaceFolder";
import { namedCompiler } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

const memoryKey = "chainside.web3Ports";

type Ports = Readonly<Record<string, string>>;
const ports = (app: Chainside): Ports => app.context.workspaceState.get<Ports>(memoryKey, {});

/** The web3 port of a connection's node, as far as it was given. */
export const web3PortOf = (app: Chainside, group: ChainGroup): string | undefined => ports(app)[group.connection.name];

/** A web3 port that can be asked: `http:` or `https:` with a host. */
function isWeb3Url(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(text.trim());
    return (protocol === "http:" || protocol === "https:") && hostname !== "";
  } catch {
    return false;
  }
}

/** Asks where the node's web3 port is, and keeps it for the workspace. @throws Cancelled */
export async function askWeb3Port(app: Chainside, group: ChainGroup): Promise<string> {
  const typed = await askText({
    title: vscode.l10n.t("Set Web3 Port"),
    prompt: vscode.l10n.t("Enter the URL of the node's web3 port, from which storage is read (config.ini, [web3_rpc])"),
    value: web3PortOf(app, group) ?? "http://127.0.0.1:8545",
    validate: (text) => (isWeb3Url(text) ? undefined : vscode.l10n.t("Enter a URL such as http://127.0.0.1:8545.")),
  });
  const url = typed.trim();
  await app.context.workspaceState.update(memoryKey, { ...ports(app), [group.connection.name]: url });
  return url;
}

/**
 * How an embedded chain is reached: the extension's own, or one of a connection over plain HTTP; undefined for a chain of nodes.
 * @param locked also one that wants a token which isn't there
 */
export async function embeddedChainOf(
  app: Chainside,
  group: ChainGroup,
  locked = true,
): Promise<InspectedChain | undefined> {
  const { connection, groupId } = group;
  if (connection.origin === "embedded") {
    const { url, devToken } = await app.embeddedChain.start();
    return { url, group: groupId, ...(devToken === undefined ? {} : { token: devToken }) };
  }
  const endpoint = connection.endpoint ?? connection.profile.endpoints[0] ?? "";
  if (!/^http:/i.test(endpoint)) return undefined;
  const probe = { url: endpoint, group: groupId };
  try {
    await group.session.client.transport.request("dev_storage", [groupId, zeroAddress, []]);
    return probe;
  } catch (error) {
    // one that wants its token is one all the same
    return locked && error instanceof ChainError && error.code === -32098 ? probe : undefined;
  }
}

/**
 * Where the contracts' sources are, as the inspector takes it.
 * @param ask whether a person may be asked
 * @throws Cancelled; ChainError usage `noSourcesFolder`
 */
export async function inspectedProject(
  ask: boolean,
): Promise<{ readonly folder: string; readonly trusted: boolean; readonly solc?: string }> {
  const folder = await requireSourceFolder(undefined, ask);
  const solc = namedCompiler(folder.uri);
  return { folder: folder.uri.fsPath, trusted: vscode.workspace.isTrusted, ...(solc === undefined ? {} : { solc }) };
}

/** Works with progress that can be cancelled. */
export function inspecting<Result>(
  title: string,
  work: (signal: AbortSignal, report: (message: string) => void) => Promise<Result>,
): Promise<Result> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return Promise.resolve(
    showProgress(options, (progress, cancelled) => work(cancelled, (message) => progress.report({ message }))),
  );
}
