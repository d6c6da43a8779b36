import * as vscode from "vscode";
import type { Deployed } from "../../flows/contracts/deployArtifact";
import { signLink } from "../../flows/operations/signLink";
import type { ConfirmationLine } from "../../flows/signing/confirmSignature";
import { targetArtifact } from "../../flows/target/targetArtifact";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { askAndDeploy } from "./askAndDeploy";
import { askLinkName, askVersion, type LinkedVersion, versionsOf } from "./linkedVersions";

/** How a contract is linked that isn't there yet. */
interface Linking {
  readonly title: string;
  readonly name: string;
  readonly version: string;
  /** The version before, which stays. */
  readonly last: LinkedVersion | undefined;
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
export async function deployAndLink(
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
