import * as vscode from "vscode";
import { ChainError } from "../../../errors/chainError";
import { listed } from "../../../text/joining";
import { askContractAddress } from "../../flows/target/askContractAddress";
import { targetArtifact } from "../../flows/target/targetArtifact";
import { askChoice, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { deployAndLink } from "./deployLinked";
import { askLinkName, askVersion, type LinkedVersion, linkNames, versionsOf } from "./linkedVersions";

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
