import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { deployableCode, neededLibraries } from "../../../chain/artifact/readArtifact";
import { libraryStands } from "../../../chain/artifact/standingLibrary";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import type { Address } from "../../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { ChainError } from "../../../errors/chainError";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/signingPermit";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { contractUri, isContractUri } from "../../state/solidity/solidity";
import type { ConfirmationLine } from "../signing/confirmSignature";
import type { SendingChoice } from "../signing/signAndSend";
import { findAbi, requireContract } from "../target/contractTarget";
import { askAboutStale, sourceOf } from "../target/staleArtifact";
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

/** Libraries inside libraries are followed this far. */
const maxLibraryDepth = 8;

/** Tells code apart: the same key is the same linked creation code, constructor arguments aside. */
const codeKey = (creationCode: string): string =>
  createHash("sha256").update(creationCode.replace(/^0x/, "").toLowerCase()).digest("hex");

/** The contract of a name that the workspace compiles; undefined where there is none or several. */
async function compiledOne(app: Chainside, group: ChainGroup, name: string): Promise<LoadedArtifact | undefined> {
  const found = (await app.artifacts.list()).filter((each) => each.deployable && each.name === name);
  const [only] = found;
  return only && found.length === 1 ? app.artifacts.read(only.uri, group) : undefined;
}

async function sameLibrary(
  app: Chainside,
  group: ChainGroup,
  name: string,
  depth: number,
): Promise<Address | undefined> {
  const known = app.knownContracts.list(group).filter((each) => each.name === name || each.code !== undefined);
  if (known.length === 0 || depth > maxLibraryDepth) return undefined;
  const loaded = await compiledOne(app, group, name);
  if (!loaded) return undefined;
  const { artifact } = loaded;
  const suite = group.session.suite.name;
  const inner: Record<string, Address> = {};
  for (const each of neededLibraries(artifact, suite)) {
    const address = await sameLibrary(app, group, each, depth + 1);
    if (!address) return undefined;
    inner[each] = address;
  }
  const creation = deployableCode(artifact, suite, inner);
  const key = codeKey(creation);
  for (const { code, address } of known) {
    if (code === key && (await libraryStands(group.session.client, address, creation))) return address;
  }
  return undefined;
}

/**
 * Where a library stands that was deployed on this chain from the code that the workspace compiles it to now: once is enough for each chain
 * and code. Undefined where it has to be deployed, or that can't be told.
 */
export async function deployedLibrary(app: Chainside, group: ChainGroup, name: string): Promise<Address | undefined> {
  try {
    return await sameLibrary(app, group, name, 0);
  } catch (error) {
    // what doesn't compile can't be compared
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** Fills in the libraries that weren't named and that stand on this chain already. */
export async function withDeployedLibraries(
  app: Chainside,
  group: ChainGroup,
  { artifact }: LoadedArtifact,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const libraries: Record<string, string> = { ...given };
  for (const name of neededLibraries(artifact, group.session.suite.name)) {
    if ((libraries[name] ?? "").trim() !== "") continue;
    const address = await deployedLibrary(app, group, name);
    if (address) libraries[name] = address;
  }
  return libraries;
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
