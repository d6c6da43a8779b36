import * as vscode from "vscode";
import { contractInterface } from "../../../chain/abi/contractInterface";
import { ChainError } from "../../../chain/errors/chainError";
import type { Address } from "../../../crypto/hex";
import { askArguments } from "../../flows/contracts/askFunction";
import { deployArtifact } from "../../flows/contracts/deployArtifact";
import { signAndSend } from "../../flows/signing/signAndSend";
import { askContractAddress } from "../../flows/target/askContractAddress";
import type { Target } from "../../flows/target/target";
import { targetArtifact } from "../../flows/target/targetArtifact";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/asking/cancelled";
import { showInformation, showWarning } from "../../kit/asking/notify";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { askLibraries } from "./askLibraries";

/** A version of a linked contract: `/apps/NAME/VERSION`. */
interface LinkedVersion {
  readonly version: string;
  readonly address: Address;
}

/** Versions that are looked at: each costs a question. */
const mostVersions = 50;

/** The versions that stand below a name, oldest first as far as names tell. */
async function versionsOf(group: WritableGroup, name: string): Promise<LinkedVersion[]> {
  const { listDirectory } = await import("../../../chain/services/bfs/listDirectory");
  const { readLink } = await import("../../../chain/services/bfs/readLink");
  try {
    const { entries } = await listDirectory(group.session, `/apps/${name}`);
    const links = entries.filter(({ type }) => type === "link").slice(-mostVersions);
    const found: LinkedVersion[] = [];
    for (const { name: version, path } of links) {
      const address = await readLink(group.session, path);
      if (address) found.push({ version, address });
    }
    return found.sort((left, right) => left.version.localeCompare(right.version, "en", { numeric: true }));
  } catch (error) {
    // nothing was linked under this name yet
    if (error instanceof ChainError && error.kind !== "transport") return [];
    throw error;
  }
}

/** The version after one: its last number, one higher. `1.0` → `1.1`, `v2` → `v3`. */
function nextVersion(version: string | undefined): string {
  if (version === undefined) return "1.0";
  let end = version.length;
  while (end > 0 && !/\d/.test(version[end - 1] ?? "")) end--;
  let start = end;
  while (start > 0 && /\d/.test(version[start - 1] ?? "")) start--;
  if (start === end) return `${version}.1`;
  return `${version.slice(0, start)}${BigInt(version.slice(start, end)) + 1n}${version.slice(end)}`;
}

/** What a contract of the list was made from: the source of its deployment, else the compiled contract of its name, else one that is asked for. */
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

/** The name under which the contract is linked: where a version leads to it, else that of the contract. */
async function askVersion(
  app: Chainside,
  group: WritableGroup,
  { name, title }: { readonly name: string; readonly title: string },
  versions: readonly LinkedVersion[],
): Promise<string> {
  const { requireCreatablePath } = await import("../../../chain/services/bfs/bfsPath");
  const taken = new Map(versions.map((each) => [each.version, each.address]));
  const typed = await askText({
    title,
    prompt:
      versions.length === 0
        ? vscode.l10n.t(
            "Enter the version. /apps/{0}/VERSION will lead to the new contract, so callers of that path don't need its address.",
            name,
          )
        : vscode.l10n.t(
            "Enter the new version. /apps/{0}/VERSION will lead to the new contract, and {1} stays as it is: each version is a link of its own.",
            name,
            versions.map(({ version }) => version).join(", "),
          ),
    value: nextVersion(versions.at(-1)?.version),
    validate: (text) => {
      const version = text.trim();
      if (version === "" || version.includes("/")) return vscode.l10n.t("Enter a version without /.");
      const there = taken.get(version);
      if (there) return vscode.l10n.t("Version {0} leads to {1}. Enter a new one.", version, there);
      return complaint(app, () => void requireCreatablePath(group.session, `/apps/${name}/${version}`));
    },
  });
  return typed.trim();
}

/** The folder below /apps whose links lead to contracts of this name. @throws Cancelled */
async function askLinkName(group: WritableGroup, address: string, name: string, title: string) {
  const versions = await versionsOf(group, name);
  const leads = versions.some((each) => each.address.toLowerCase() === address.toLowerCase());
  if (leads || versions.length === 0) return { name, versions };
  type Answer = "same" | "other";
  const answer = await askChoice<Answer>(
    [
      { label: `$(link) /apps/${name}`, description: versions.map(({ version }) => version).join(", "), value: "same" },
      { label: `$(edit) ${vscode.l10n.t("Enter another name…")}`, alwaysShow: true, value: "other" },
    ] satisfies Choice<Answer>[],
    { title, placeHolder: vscode.l10n.t("No link of /apps/{0} leads to this contract. Select where to link", name) },
  );
  if (answer === "same") return { name, versions };
  const typed = await askText({
    title,
    prompt: vscode.l10n.t("Enter the name below /apps"),
    value: name,
    validate: (text) =>
      /^[^/\s]+$/.test(text.trim()) ? undefined : vscode.l10n.t("Enter a name without slashes and spaces."),
  });
  return { name: typed.trim(), versions: await versionsOf(group, typed.trim()) };
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
  const { name, versions } = await askLinkName(group, old, artifact.name, title);
  const version = await askVersion(app, group, { name, title }, versions);
  const libraries = await askLibraries(app, group, loaded, title);
  const { constructorInputs } = contractInterface(artifact.abi, group.session.suite);
  const values = await askArguments(app, group, constructorInputs, title);
  const { address, receipt } = await deployArtifact(app, group, loaded, values, libraries);
  const path = `/apps/${name}/${version}`;
  const last = versions.at(-1);
  const { link } = await import("../../../chain/services/bfs/link");
  try {
    await signAndSend(
      app,
      {
        group,
        title: vscode.l10n.t("Link {0}", path),
        lines: [
          { label: vscode.l10n.t("Link"), value: path },
          { label: vscode.l10n.t("Contract"), value: address },
          ...(last
            ? [
                {
                  label: vscode.l10n.t("Version before"),
                  value: vscode.l10n.t("{0} leads to {1} and stays", `/apps/${name}/${last.version}`, last.address),
                },
              ]
            : []),
        ],
      },
      (signer, options) => link(group.session, signer, { path, address, abi: JSON.stringify(artifact.abi) }, options),
    );
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
  group.notify("bfs");
  void showInformation(
    last
      ? vscode.l10n.t(
          "{0} leads to {1} at {2}. {3} still leads to {4}.",
          path,
          artifact.name,
          address,
          `/apps/${name}/${last.version}`,
          last.address,
        )
      : vscode.l10n.t("{0} leads to {1} at {2}.", path, artifact.name, address),
  );
}
