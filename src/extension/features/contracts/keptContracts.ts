import * as vscode from "vscode";
import { contractInterface } from "../../../chain/abi/contractInterface";
import { resolveTarget } from "../../../chain/services/bfs/readLink";
import type { Address } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import { inParallel } from "../../../time/inParallel";
import { targetGroup } from "../../flows/target/askGroup";
import { knownContractChoices } from "../../flows/target/choices";
import { askAddress, contractAt, findContract, requireContract } from "../../flows/target/contractTarget";
import { clickedArtifact } from "../../flows/target/targetArtifact";
import { askChoice, askText } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { copyAndSay, showPassing } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A contract of the list: the clicked one, else the one that the user chooses. @throws Cancelled; ChainError usage `noKeptContract`. */
async function keptContract(app: Chainside, group: ChainGroup, target: Target, title: string): Promise<Address> {
  if (target.kind === "contract") return target.address as Address;
  const known = knownContractChoices(app, group);
  if (known.length === 0) throw clientError("noKeptContract", { group: group.groupId });
  return askChoice(known, { title, placeHolder: vscode.l10n.t("Select a contract") });
}

/** So many proxies of the list are looked at again, the newest first, and so many at once. */
const maxLooked = { proxies: 20, atOnce: 4 };

/** Notes what proxies of the list run now. @throws ChainError what a request throws */
export async function lookAtProxies(app: Chainside, group: ChainGroup): Promise<void> {
  // What a minimal proxy runs stands in its code.
  const changing = app.knownContracts.list(group).filter(({ proxy }) => proxy && proxy.kind !== "clone");
  await inParallel(changing.slice(0, maxLooked.proxies), maxLooked.atOnce, ({ address }) =>
    findContract(app, group, address),
  );
}

/**
 * Adds a contract by address or BFS path. Its ABI is that of the clicked compiled contract; else it is looked for on the chain,
 * then asked for.
 */
export async function addContract(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const artifact = await clickedArtifact(app, target);
  const title = artifact
    ? vscode.l10n.t("Add Contract {0}", artifact.artifact.name)
    : vscode.l10n.t("Add Existing Contract");
  const where = await askAddress(app, group, title);
  const address = await resolveTarget(group.session, where);
  await requireContract(group, address);
  const isListed = (): boolean => app.knownContracts.find(group, address) !== undefined;
  const before = isListed();
  let name: string;
  if (artifact) {
    const { abi, notes } = artifact.artifact;
    ({ name } = artifact.artifact);
    contractInterface(abi, group.session.suite);
    const more = notes ? { notes } : {};
    await app.knownContracts.remember(group, { address, name, abi: JSON.stringify(abi), own: true, ...more });
  } else {
    ({ name } = await contractAt(app, group, where, title, true));
  }
  const message =
    !before && isListed()
      ? vscode.l10n.t("{0} is now in the list of contracts", name)
      : vscode.l10n.t("{0} is already in the list of contracts", name);
  showPassing(`$(check) ${message}`, 5000);
}

/** Takes a contract out of the list; the chain keeps it. */
export async function forgetContract(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  await app.knownContracts.forget(
    group,
    await keptContract(app, group, target, vscode.l10n.t("Remove Contract from List")),
  );
}

/** Gives a contract of the list another name: two deployments of one contract are told apart by it. */
export async function renameContract(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Rename Contract in List");
  const address = await keptContract(app, group, target, title);
  const known = app.knownContracts.find(group, address);
  if (!known) throw clientError("noKeptContract", { group: group.groupId });
  const name = await askText({
    title,
    prompt: address,
    value: known.name,
    validate: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a name.") : undefined),
  });
  await app.knownContracts.rename(group, address, name.trim());
}

/** Puts the ABI of a compiled contract or of a contract on the chain on the clipboard, as JSON. */
export async function copyAbi(app: Chainside, target: Target): Promise<void> {
  const artifact = await clickedArtifact(app, target);
  let abi: unknown;
  if (artifact) ({ abi } = artifact.artifact);
  else {
    const group = await targetGroup(app, target);
    const { callTarget } = await import("../../flows/target/callTarget");
    const { contract } = await callTarget(app, group, target, vscode.l10n.t("Copy ABI"));
    abi = contract.plainAbi;
  }
  await copyAndSay(typeof abi === "string" ? abi : JSON.stringify(abi, null, 2));
}
