import * as vscode from "vscode";
import { callText } from "../../../chain/abi/valueText";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { deployableCode } from "../../../chain/artifact/readArtifact";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { requireSuccess } from "../../../chain/services/contract/requireSuccess";
import { transact } from "../../../chain/transaction/transact";
import type { Address } from "../../../crypto/bytes/hex";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { contractUri, isContractUri } from "../../state/solidity/solidity";
import { rightsWarnings } from "../operations/rightsWarnings";
import type { ConfirmationLine } from "../signing/confirmSignature";
import { type SendingChoice, signAndSend } from "../signing/signAndSend";
import { requireContract } from "../target/contractTarget";
import { askAboutStale } from "../target/staleArtifact";
import { hashWarnings } from "./hashWarnings";
import { codeKey } from "./knownLibraries";

/** How a contract is deployed, and what its question says besides: what follows in the same breath. */
export interface DeployingChoice extends SendingChoice {
  readonly also?: { readonly lines: readonly ConfirmationLine[]; readonly warnings: readonly string[] };
}

/** A contract that was just made. */
export interface Deployed {
  readonly receipt: TransactionReceipt;
  readonly address: Address;
}

/** The code of what is on disk now, for this chain, or what the user chose knowing that it is older. */
async function upToDate(app: Chainside, group: WritableGroup, loaded: LoadedArtifact): Promise<LoadedArtifact> {
  const { artifact, uri } = loaded;
  if (isContractUri(uri)) return app.artifacts.read(uri, group);
  const ours = (source: string): Promise<LoadedArtifact> =>
    app.artifacts.read(contractUri(vscode.Uri.file(source), artifact.name), group);
  const anew = await askAboutStale(loaded, vscode.l10n.t("Deploy {0}", artifact.name), ours);
  if (anew === "built") return app.artifacts.read(uri);
  return anew ?? loaded;
}

/**
 * Deploys a compiled contract and remembers it, so that Send and Call offer it.
 * @param values arguments of the constructor
 * @param libraries addresses by name of the libraries that the code waits for
 * @throws Cancelled; ChainError usage for an argument, `noBytecode`, `unlinkedBytecode`, `noContractThere` for a library, and what signing
 * and sending throw.
 */
export async function deployArtifact(
  app: Chainside,
  group: WritableGroup,
  loaded: LoadedArtifact,
  values: readonly unknown[],
  libraries: Readonly<Record<string, string>>,
  { also, ...choice }: DeployingChoice = {},
): Promise<Deployed> {
  const { session } = group;
  const code = await upToDate(app, group, loaded);
  const { artifact, uri } = code;
  // An account, or a contract of another chain, would make code that fails at its first call of the library.
  for (const address of Object.values(libraries)) await requireContract(group, address as Address);
  const abi = artifactInterface(artifact, session.suite);
  const creation = deployableCode(artifact, session.suite.name, libraries);
  const data = abi.encodeDeploy(creation, values);
  const abiText = JSON.stringify(artifact.abi);
  const notes = artifact.notes ? { notes: artifact.notes } : {};
  const linked = Object.entries(libraries).map(([name, address]) => ({
    label: vscode.l10n.t("Library {0}", name),
    value: address,
  }));
  const remember = async ({ contractAddress, blockNumber: block, status }: TransactionReceipt): Promise<void> => {
    if (status !== 0) return;
    const address = contractAddress as Address;
    await app.knownContracts.remember(group, {
      address,
      name: artifact.name,
      abi: abiText,
      block,
      own: true,
      code: codeKey(creation),
      ...notes,
    });
    group.notify("contracts");
    app.log.info(`${artifact.name} deployed at ${address} in block ${block}`);
  };
  const receipt = await signAndSend(
    app,
    {
      group,
      title: vscode.l10n.t("Deploy {0}", artifact.name),
      lines: [
        { label: vscode.l10n.t("Constructor"), value: callText(artifact.name, values) },
        { label: vscode.l10n.t("Code"), value: vscode.l10n.t("{0} bytes", (data.length - 2) / 2) },
        ...linked,
        ...(also?.lines ?? []),
      ],
      warnings: [
        ...(await rightsWarnings(app, group, { kind: "deploy" }, choice.account)),
        ...(await hashWarnings(app, session.suite.name, code)),
        ...(also?.warnings ?? []),
      ],
      origin: { artifact: uri.toString() },
      onLateReceipt: remember,
      ...choice,
    },
    (signer, options) => transact(session, signer, { data, abi: abiText }, options),
  );
  await requireSuccess(group.session, receipt, abi);
  await remember(receipt);
  return { receipt, address: receipt.contractAddress as Address };
}
