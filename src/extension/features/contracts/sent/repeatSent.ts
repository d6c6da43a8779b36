import * as vscode from "vscode";
import { decodeParameters } from "../../../../chain/abi/abiDecoder";
import { draftsOfValues } from "../../../../chain/abi/argumentDraft";
import { contractInterface } from "../../../../chain/abi/contractInterface";
import { readDeployment } from "../../../../chain/artifact/readDeployment";
import { contractInterfaceAt } from "../../../../chain/services/contract/lookUpAbi";
import { type Address, type Hex, hexToBytes } from "../../../../crypto/bytes/hex";
import { signTransaction } from "../../../flows/contracts/signTransaction";
import { constructorSignature } from "../../../flows/lines/functionText";
import { askSent, dataOf } from "../../../flows/sent/askSent";
import { findAbi } from "../../../flows/target/contractTarget";
import { runCommand } from "../../../kit/commands/commands";
import type { Target } from "../../../kit/commands/target";
import type { Chainside } from "../../../state/chainside";
import type { ChainGroup } from "../../../state/connections/chainGroup";
import type { WritableGroup } from "../../../state/connections/signingPermit";
import type { SentTransaction } from "../../../state/history/sentTransactions";

/** Opens the deployment form with the same arguments; false when the compiled contract is another now. */
async function repeatDeployment(app: Chainside, group: ChainGroup, artifactUri: string, data: Hex): Promise<boolean> {
  const uri = vscode.Uri.parse(artifactUri);
  const loaded = await app.artifacts.read(uri, group).catch(() => undefined);
  if (!loaded) return false;
  const { suite } = group.session;
  const { constructorInputs } = contractInterface(loaded.artifact.abi, suite);
  const parts = readDeployment(loaded.artifact, suite.name, data);
  const values = parts ? decodeParameters(constructorInputs, hexToBytes(parts.args)) : [];
  const draft = { values: draftsOfValues(constructorInputs, values), amount: "", libraries: parts?.libraries ?? {} };
  await runCommand("chainside.openDeploymentForm", {
    kind: "artifact",
    uri,
    group,
    first: { signature: constructorSignature, draft },
  });
  return true;
}

/** Opens the contract's form with the same arguments; false when the function is unknown. */
async function repeatCall(
  app: Chainside,
  group: ChainGroup,
  { to, value }: SentTransaction,
  data: Hex,
): Promise<boolean> {
  const found = await findAbi(app, group, to as Address);
  if (!found) return false;
  const abi = await contractInterfaceAt(group.session, to as Address, found.abi);
  const decoded = abi.decodeCall(data);
  if (!decoded) return false;
  const { inputs, signature } = abi.getFunction(decoded.signature);
  const values = draftsOfValues(
    inputs,
    decoded.arguments.map((each) => each.value),
  );
  await runCommand("chainside.openContractForm", {
    kind: "contract",
    address: to,
    group,
    first: { signature, draft: { values, amount: value ?? "", libraries: {} } },
  });
  return true;
}

/** Takes a transaction up again: in its form where the function is known, else as it was, signed anew after a question. */
export async function repeatSent(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const sent = await askSent(app, group, target, vscode.l10n.t("Repeat Transaction"));
  const { data, abi } = await dataOf(group, sent);
  const { to, artifact, title, value } = sent;
  if (to === "" && artifact !== undefined && (await repeatDeployment(app, group, artifact, data))) return;
  if (to !== "" && (await repeatCall(app, group, sent, data))) return;
  await signTransaction(
    app,
    group,
    { kind: "data", values: { to, data, abi, amount: BigInt(value ?? 0) } },
    {
      title,
      moreWarnings: [vscode.l10n.t("The same data is sent once more.")],
      ...(artifact === undefined ? {} : { origin: { artifact } }),
    },
  );
}
