import * as vscode from "vscode";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import type { Address } from "../../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { contractUri, isContractUri } from "../../state/solidity/solidity";
import type { ConfirmationLine } from "../signing/confirmSignature";
import type { SendingChoice } from "../signing/signAndSend";
import { findAbi, requireContract } from "../target/contractTarget";
import { askAboutStale, sourceOf } from "../target/staleArtifact";
import { codeKey } from "./knownLibraries";
import { signTransaction } from "./signTransaction";

/**
 * What is to be known before code that was compiled with keccak256 goes onto a chain with SM3, as the operation tells it; by the code's
 * source where that is here. Code that Chainside compiles for the chain has none of it.
 */
export async function hashWarnings(app: Chainside, suite: CryptoSuiteName, loaded: LoadedArtifact): Promise<string[]> {
  if (suite !== "sm" || isContractUri(loaded.uri)) return [];
  const consequences = await import("../../../operations/consequences/hashWarnings");
  const { artifact } = loaded;
  if (!consequences.isForeignHash(artifact, suite)) return [];
  const source = await sourceOf(loaded);
  const messages =
    source && (await app.solidity.hashUses(vscode.Uri.file(source.path), artifact.name).catch(() => undefined));
  return consequences.hashWarnings(artifact, suite, messages);
}

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
  const { deploymentOf } = await import("../../../operations/contract/transactions");
  const made = deploymentOf(session, artifact, values, libraries);
  const notes = artifact.notes ? { notes: artifact.notes } : {};
  const remember = async ({ contractAddress, blockNumber: block, status }: TransactionReceipt): Promise<void> => {
    if (status !== 0) return;
    const address = contractAddress as Address;
    await app.knownContracts.remember(group, {
      address,
      name: artifact.name,
      abi: made.abiText,
      block,
      own: true,
      code: codeKey(made.code),
      ...notes,
    });
    // A proxy is one from its first block on.
    await findAbi(app, group, address).catch(app.errors.log);
    group.notify("contracts");
    app.log.info(`${artifact.name} deployed at ${address} in block ${block}`);
  };
  const warnings = await hashWarnings(app, session.suite.name, code);
  const receipt = await signTransaction(
    app,
    group,
    { kind: "deployment", values: { ...made, warnings } },
    {
      moreLines: also?.lines ?? [],
      moreWarnings: also?.warnings ?? [],
      origin: { artifact: uri.toString() },
      onLateReceipt: remember,
      ...choice,
    },
  );
  await remember(receipt);
  return { receipt, address: receipt.contractAddress as Address };
}
