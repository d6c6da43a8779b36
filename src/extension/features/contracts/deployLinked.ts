import * as vscode from "vscode";
import type { Address } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { listed } from "../../../text/joining";
import type { Deployed } from "../../flows/contracts/deployArtifact";
import { type More, signOperation } from "../../flows/operations/doOperation";
import type { ConfirmationLine } from "../../flows/signing/confirmSignature";
import { askContractAddress } from "../../flows/target/askContractAddress";
import { targetArtifact } from "../../flows/target/targetArtifact";
import { askChoice, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { askAndDeploy } from "./askAndDeploy";
import { askLinkName, askVersion, type LinkedVersion, linkNames, versionsOf } from "./linkedVersions";

/** How a contract is linked that isn't there yet. */
interface Linking {
  readonly title: string;
  readonly name: string;
  readonly version: string;
  /** The version before, which stays. */
  readonly last: LinkedVersion | undefined;
}

/** A link in BFS, and the contract that it leads to. */
interface Link {
  readonly path: string;
  readonly address: string;
  readonly abi: string;
}

/**
 * Signs and sends what makes a link in BFS.
 * @param more what the question says beside path and contract, and who signs
 * @throws Cancelled; ChainError
 */
export async function signLink(
  app: Chainside,
  group: WritableGroup,
  asked: Link,
  more: Pick<More, "moreLines" | "account" | "agreed" | "found"> = {},
): Promise<void> {
  const { linkOperation } = await import("../../../operations/bfs/bfs");
  const { path, abi } = asked;
  const contract = asked.address as Address;
  await signOperation(app, group, linkOperation, { path, contract, abi }, more);
  group.notify("bfs");
}

/** Links the new contract; the question of the deployment named it. */
async function linkDeployed(
  app: Chainside,
  group: WritableGroup,
  { receipt, address }: Deployed,
  { path, abi, lines }: { readonly path: string; readonly abi: string; readonly lines: readonly ConfirmationLine[] },
): Promise<void> {
  const account = app.accounts.active(group);
  const same = account?.address.toLowerCase() === receipt.from?.toLowerCase();
  await signLink(
    app,
    group,
    { path, address, abi },
    { moreLines: lines, ...(account && same ? { account, agreed: true } : {}) },
  );
}

/**
 * Deploys a contract and links it, after one question that names both transactions. What can be known to go wrong with the link is told
 * before anything is signed.
 * @throws Cancelled; ChainError as `linkRoom`, deploying and linking do.
 */
async function deployAndLink(
  app: Chainside,
  group: WritableGroup,
  loaded: LoadedArtifact,
  { title, name, version, last }: Linking,
): Promise<void> {
  const { artifact } = loaded;
  const { linkRoom } = await import("../../../chain/services/bfs/linkRoom");
  const { path, before } = await linkRoom(group.session, `${name}/${version}`);
  const kept = last && last.version !== version ? last : undefined;
  const lines = kept
    ? [
        {
          label: vscode.l10n.t("Version before"),
          value: vscode.l10n.t("{0} leads to {1} and stays", `/apps/${name}/${kept.version}`, kept.address),
        },
      ]
    : [];
  const also = {
    lines: [
      { label: vscode.l10n.t("Second transaction"), value: vscode.l10n.t("Link {0} to the new contract", path) },
      ...lines,
    ],
    warnings: before ? [vscode.l10n.t("{0} leads to {1} now, and then to the new contract.", path, before)] : [],
  };
  const deployed = await askAndDeploy(app, group, loaded, { also }, title);
  const { address, receipt } = deployed;
  try {
    await linkDeployed(app, group, deployed, { path, abi: JSON.stringify(artifact.abi), lines });
  } catch (error) {
    void showWarning(
      vscode.l10n.t(
        "{0} is deployed at {1} in block {2}, but not linked.",
        artifact.name,
        address,
        receipt.blockNumber,
      ),
    );
    if (error instanceof Cancelled) return;
    throw error;
  }
  void showInformation(
    kept
      ? vscode.l10n.t(
          "{0} leads to {1} at {2}. {3} still leads to {4}.",
          path,
          artifact.name,
          address,
          `/apps/${name}/${kept.version}`,
          kept.address,
        )
      : vscode.l10n.t("{0} leads to {1} at {2}.", path, artifact.name, address),
  );
}

/** Deploys a compiled contract and links it below `/apps` by name and version. @throws as `deployAndLink` does */
export async function deployLinked(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const loaded = await targetArtifact(app, target, vscode.l10n.t("Deploy and Link in BFS"), group);
  const { name: contract } = loaded.artifact;
  const title = vscode.l10n.t("Deploy and Link {0}", contract);
  const name = await askLinkName(app, group, title, contract);
  const versions = await versionsOf(group, name);
  const version = await askVersion(app, group, { name, title }, versions, true);
  await deployAndLink(app, group, loaded, { title, name, version, last: versions.at(-1) });
}

/**
 * What a contract of the list was made from: the source of its deployment, else the compiled contract of its name, else one that is asked
 * for.
 */
async function artifactOf(
  app: Chainside,
  group: WritableGroup,
  address: string,
  title: string,
): Promise<LoadedArtifact> {
  const sent = app.sent
    .list(group)
    .find(({ outcome }) => outcome.kind === "done" && outcome.contractAddress?.toLowerCase() === address.toLowerCase());
  const known = app.knownContracts.find(group, address);
  const compiled = (await app.artifacts.list()).filter(({ deployable }) => deployable);
  const fromSent = sent?.artifact === undefined ? undefined : vscode.Uri.parse(sent.artifact, true);
  const named = compiled.filter(({ name }) => name === known?.name);
  const uri = fromSent ?? (named.length === 1 ? named[0]?.uri : undefined);
  if (uri) {
    try {
      return await app.artifacts.read(uri, group);
    } catch (error) {
      if (!(error instanceof ChainError) || (error.code !== "notAnArtifact" && error.code !== "noSuchContract"))
        throw error;
    }
  }
  return targetArtifact(app, { kind: "nothing" }, title, group);
}

const leadTo = (versions: readonly LinkedVersion[], address: string): boolean =>
  versions.some((each) => each.address.toLowerCase() === address.toLowerCase());

/** The name whose links lead to the contract, its own name first. */
async function linkedName(group: WritableGroup, address: string, name: string) {
  for (const each of [name, ...(await linkNames(group)).filter((other) => other !== name)]) {
    const versions = await versionsOf(group, each);
    if (leadTo(versions, address)) return { name: each, versions };
  }
  return undefined;
}

/** The folder below /apps whose links lead to the contract, else one that is asked for. @throws Cancelled */
async function linkFolder(app: Chainside, group: WritableGroup, address: string, name: string, title: string) {
  const linked = await linkedName(group, address, name);
  if (linked) return linked;
  const versions = await versionsOf(group, name);
  if (versions.length === 0) return { name, versions };
  type Answer = "same" | "other";
  const answer = await askChoice<Answer>(
    [
      { label: `$(link) /apps/${name}`, description: listed(versions.map(({ version }) => version)), value: "same" },
      { label: `$(edit) ${vscode.l10n.t("Enter another name…")}`, alwaysShow: true, value: "other" },
    ] satisfies Choice<Answer>[],
    { title, placeHolder: vscode.l10n.t("No link of /apps/{0} leads to this contract. Select where to link", name) },
  );
  if (answer === "same") return { name, versions };
  const other = await askLinkName(app, group, title, name);
  return { name: other, versions: await versionsOf(group, other) };
}

/**
 * Deploys the current source of a contract and links the new address under the name of the old one, as a new version.
 * @throws Cancelled; ChainError as deploying and linking do.
 */
export async function redeployLinked(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Redeploy and Keep Link");
  const old = await askContractAddress(app, group, target, title);
  const loaded = await artifactOf(app, group, old, title);
  const { artifact } = loaded;
  const { name, versions } = await linkFolder(app, group, old, artifact.name, title);
  const version = await askVersion(app, group, { name, title }, versions);
  await deployAndLink(app, group, loaded, { title, name, version, last: versions.at(-1) });
}
