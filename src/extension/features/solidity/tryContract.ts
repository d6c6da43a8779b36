import * as vscode from "vscode";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { neededLibraries } from "../../../chain/artifact/readArtifact";
import { getCode } from "../../../chain/rpc/contractCode";
import type { Address } from "../../../crypto/bytes/hex";
import { askArguments } from "../../flows/contracts/askFunction";
import { deployArtifact } from "../../flows/contracts/deployArtifact";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/signingPermit";

/** The newest contract of this name that has the code that the source compiles to now. */
async function deployedAlready(app: Chainside, group: ChainGroup, uri: vscode.Uri): Promise<Address | undefined> {
  const known = app.knownContracts.list(group).filter(({ name, own }) => own && name === uri.fragment);
  for (const { address } of known) {
    const code = await getCode(group.session.client, address);
    if (code.length <= 2) continue;
    const compiledFor = await app.solidity.target(group);
    const [best] = await app.solidity.verify(uri.with({ fragment: "" }), code, uri.fragment, compiledFor, {});
    if (best?.verdict.kind === "same" || best?.verdict.kind === "sameButMetadata") return address;
  }
  return undefined;
}

/** Opens the form of a contract of a source as it stands in the editor: deployed before, where it is not yet. */
export async function tryContract(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  if (target.kind !== "artifact") return;
  const { uri, first } = target;
  const title = vscode.l10n.t("Try {0}", uri.fragment);
  const loaded = await app.artifacts.read(uri, group);
  const { artifact } = loaded;
  const abi = artifactInterface(artifact, group.session.suite);
  let address = await deployedAlready(app, group, uri);
  if (address === undefined) {
    if (neededLibraries(artifact, group.session.suite.name).length > 0) {
      await runCommand("chainside.openDeploymentForm", { kind: "artifact", uri, group });
      return;
    }
    const writable = requireWritable(group);
    const values = await askArguments(app, writable, abi.constructorInputs, title);
    ({ address } = await deployArtifact(app, writable, loaded, values, {}));
  }
  const called = abi.functions.find(({ name }) => name === first?.signature);
  await runCommand("chainside.openContractForm", {
    kind: "contract",
    address,
    group,
    ...(called ? { functionSignature: called.signature } : {}),
  });
}
