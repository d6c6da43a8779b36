import * as vscode from "vscode";
import { type ChainPin, readPin, writePin } from "../../../chain/profile/chainPin";
import type { ChainTrust } from "../../../chain/verification/chainTrust";
import { sealerSet } from "../../../chain/verification/sealerSet";
import { clientError } from "../../../errors/clientError";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/errors/cancelled";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import { describes, filesOf, readGenesisFile } from "../../state/trust/believedChain";
import { changeEntry } from "./settingEntries";

const asTrust = async (group: ChainGroup, sealers: ChainTrust["sealers"], height: number): Promise<ChainTrust> => ({
  source: "pinned",
  chainId: group.session.chainId,
  groupId: group.groupId,
  sealers,
  height,
  // the one by which the chain goes may be another after a start at height 0
  genesisHash: await group.genesisContent(),
});

/** What the asked node says just now: better than nothing for a user who knows that it is right now. */
async function asAnswered(group: ChainGroup): Promise<ChainTrust> {
  const { getSealerList } = await import("../../../chain/rpc/members");
  const height = await group.refreshHeight();
  const sealers = await getSealerList(group.session.client);
  return asTrust(
    group,
    sealerSet(sealers.map(({ nodeID, weight }) => ({ nodeId: nodeID.toLowerCase(), weight: BigInt(weight) }))),
    height,
  );
}

async function fromFile(group: ChainGroup): Promise<ChainTrust> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("config.genesis of the chain"),
      canSelectMany: false,
      openLabel: vscode.l10n.t("Pin"),
    })) ?? [];
  if (!uri) throw new Cancelled();
  const file = await readGenesisFile(uri);
  if (!file) throw clientError("genesisFileUnread", { path: uri.fsPath });
  if (!(await describes(file, group)))
    throw clientError("genesisFileOther", { path: uri.fsPath, name: group.connection.name });
  return file.trust;
}

async function askTrust(group: ChainGroup, title: string): Promise<ChainTrust> {
  const files = await filesOf(group);
  const choices: Choice<() => Promise<ChainTrust>>[] = [
    ...files.map(({ uri, trust }) => ({
      label: `$(file) ${vscode.workspace.asRelativePath(uri)}`,
      description: vscode.l10n.t("{0} sealers", trust.sealers.length),
      detail: trust.genesisHash ?? vscode.l10n.t("below 3.1: the genesis hash can't be computed"),
      value: async () => trust,
    })),
    {
      label: `$(folder-opened) ${vscode.l10n.t("Another config.genesis…")}`,
      value: () => fromFile(group),
    },
    {
      label: `$(broadcast) ${vscode.l10n.t("What the node reports now")}`,
      detail: vscode.l10n.t("only if you're sure that you can trust this node right now"),
      value: () => asAnswered(group),
    },
  ];
  return (await askChoice(choices, { title }))();
}

/** Writes the pin into the entry of the setting; undefined takes it away. */
const write = (name: string, pin: ChainPin | undefined): Promise<void> =>
  changeEntry(name, ({ pin: _, ...rest }) => (pin ? { ...rest, pin: writePin(pin) } : rest));

/** A pin stands in the settings, so the connection must. @throws ChainError usage `pinNeedsSetting`. */
function requireKept(group: ChainGroup): void {
  const { name, origin } = group.connection;
  if (origin !== "settings") throw clientError("pinNeedsSetting", { name });
}

/** Pins chain ID, genesis hash and sealers of a group in the connection's setting. @throws Cancelled */
export async function pinChain(app: Chainside, group: ChainGroup): Promise<void> {
  requireKept(group);
  const { name, profile } = group.connection;
  const title = vscode.l10n.t("Pin Chain and Sealers of {0}", name);
  const trust = await askTrust(group, title);
  const groups = new Map(profile.pin?.chainId === trust.chainId ? profile.pin.groups : []);
  groups.set(group.groupId, {
    height: trust.height,
    sealers: trust.sealers,
    ...(trust.genesisHash === undefined ? {} : { genesisHash: trust.genesisHash }),
  });
  const pin: ChainPin = { chainId: trust.chainId, groups };
  // what is written must be what is read
  readPin(name, writePin(pin));
  await write(name, pin);
  app.log.info(`${name}: pinned ${trust.chainId}/${trust.groupId} with ${trust.sealers.length} sealers`);
  void showInformation(
    vscode.l10n.t(
      "{0} is pinned: chain ID {1}, group {2}, {3} sealers. Nodes that report something else are refused.",
      name,
      trust.chainId,
      trust.groupId,
      trust.sealers.length,
    ),
  );
}

/** Takes the pin of a group away, and says so; other groups keep theirs, and with the last one the chain has none. */
export async function removePin(group: ChainGroup): Promise<void> {
  requireKept(group);
  const { name, profile } = group.connection;
  const { pin } = profile;
  const groups = new Map(pin?.groups);
  const had = groups.delete(group.groupId) || (pin !== undefined && groups.size === 0);
  if (had) await write(name, pin && groups.size > 0 ? { ...pin, groups } : undefined);
  void showInformation(
    had
      ? vscode.l10n.t("{0} is no longer pinned.", groupTitle(group))
      : vscode.l10n.t("{0} isn't pinned.", groupTitle(group)),
  );
}
