import * as vscode from "vscode";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { neededLibraries } from "../../../chain/artifact/readArtifact";
import type { Address } from "../../../crypto/bytes/hex";
import { askArguments } from "../../flows/contracts/askFunction";
import {
  type Deployed,
  type DeployingChoice,
  deployArtifact,
  deployedLibrary,
} from "../../flows/contracts/deployArtifact";
import { typedAddress } from "../../flows/target/addressNamed";
import { requireContract } from "../../flows/target/contractTarget";
import { askChoice, askText, type Choice, separator } from "../../kit/asking/ask";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import type { KnownContract } from "../../state/contracts/knownContracts";

type Answer =
  | { readonly kind: "at"; readonly address: Address }
  | { readonly kind: "deploy"; readonly uri: vscode.Uri }
  | { readonly kind: "enter" };

/** What may be the library: contracts of its name, deploying it, an address, and last what bears another name. An account never is. */
async function choices(app: Chainside, group: WritableGroup, library: string) {
  const known = app.knownContracts.list(group);
  const choiceOf = ({ name, address }: KnownContract): Choice<Answer> => ({
    label: `$(file-code) ${name}`,
    description: address,
    value: { kind: "at", address },
  });
  const compiled = (await app.artifacts.list()).filter(({ name, deployable }) => deployable && name === library);
  const [fitting, others] = [
    known.filter(({ name }) => name === library),
    known.filter(({ name }) => name !== library),
  ];
  return [
    ...fitting.map(choiceOf),
    ...compiled.map(
      ({ uri }): Choice<Answer> => ({
        label: `$(cloud-upload) ${vscode.l10n.t("Deploy {0} First", library)}`,
        description: vscode.workspace.asRelativePath(uri),
        value: { kind: "deploy", uri },
      }),
    ),
    { label: `$(edit) ${vscode.l10n.t("Enter an address…")}`, alwaysShow: true, value: { kind: "enter" } as Answer },
    ...(others.length > 0 ? [separator(vscode.l10n.t("Contracts with other names"))] : []),
    ...others.map(choiceOf),
  ];
}

/**
 * Deploys a contract after asking for the libraries that it needs and for what its constructor takes.
 * @throws Cancelled; ChainError as `deployArtifact` does.
 */
export async function askAndDeploy(
  app: Chainside,
  group: WritableGroup,
  loaded: LoadedArtifact,
  choice: DeployingChoice = {},
  title = vscode.l10n.t("Deploy {0}", loaded.artifact.name),
): Promise<Deployed> {
  const libraries = await askLibraries(app, group, loaded, title);
  const { constructorInputs } = artifactInterface(loaded.artifact, group.session.suite);
  const values = await askArguments(app, group, constructorInputs, title);
  return deployArtifact(app, group, loaded, values, libraries, choice);
}

async function askLibrary(
  app: Chainside,
  group: WritableGroup,
  library: string,
  { title, placeHolder }: { readonly title: string; readonly placeHolder: string },
): Promise<Address> {
  const answer = await askChoice(await choices(app, group, library), { title, placeHolder });
  switch (answer.kind) {
    case "at":
      return answer.address;
    case "deploy":
      return (await askAndDeploy(app, group, await app.artifacts.read(answer.uri, group))).address;
    case "enter": {
      const text = await askText({
        title,
        prompt: placeHolder,
        placeHolder: "0x…",
        validate: (typed) => {
          const address = typedAddress(app, group, typed);
          return address
            ? complaint(app, () => requireContract(group, address))
            : vscode.l10n.t("Enter an address: 0x and 40 hex digits.");
        },
      });
      return typedAddress(app, group, text) ?? (text.trim().toLowerCase() as Address);
    }
  }
}

/**
 * Asks where the libraries are that the code waits for; what is not there yet can be deployed first. One that was deployed on this chain
 * from the same code is taken without a question: the signature's question names it.
 * @throws Cancelled; ChainError usage `noContractThere`, and as `deployArtifact` does.
 */
async function askLibraries(
  app: Chainside,
  group: WritableGroup,
  { artifact }: LoadedArtifact,
  title: string,
): Promise<Record<string, Address>> {
  const libraries: Record<string, Address> = {};
  for (const library of neededLibraries(artifact, group.session.suite.name)) {
    const placeHolder = vscode.l10n.t("{0} uses the library {1}. Select where it's deployed", artifact.name, library);
    libraries[library] =
      (await deployedLibrary(app, group, library)) ?? (await askLibrary(app, group, library, { title, placeHolder }));
  }
  return libraries;
}
