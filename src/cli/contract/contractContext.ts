import { writtenFunction } from "../../chain/abi/writtenFunction";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { withNotes } from "../../chain/artifact/sourceNotes";
import { isEmbedded } from "../../chain/dev/devPowers";
import {
  abiUnknown,
  contractInterfaceAt,
  findAbi,
  lookUpAbi,
  type OwnAbis,
} from "../../chain/services/contract/lookUpAbi";
import type { ContractTarget } from "../../chain/services/contract/readFunction";
import type { ChainSession } from "../../chain/session";
import { type Address, hexToBytes, isAddress, isSameAddress } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { privateKeySigner } from "../../crypto/privateKeySigner";
import { cryptoSuite } from "../../crypto/suites";
import { clientError } from "../../errors/clientError";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { readKeyFile } from "../account/keyFileOnDisk";
import type { Connection } from "../connection/connectionOptions";
import { requireSigning } from "../connection/requireSigning";
import { foreignHosts } from "../options/foreignHosts";
import { devAccountNumber, type PasswordSource, signerName } from "../options/signingOptions";
import { loadArtifact } from "./artifactFile";
import type { ContractOptions } from "./contractOptions";
import { terminalAddress } from "./terminalTarget";

interface SigningOptions extends PasswordSource {
  readonly keyFile: string;
}

/** What an account is of: a chain, or bytes for one. */
type OfSuite = Pick<ChainSession, "suite">;

/** The first accounts of embedded chains: their keys are public. */
async function devAccounts({ suite }: OfSuite, count?: number) {
  const { devChainSettings } = await import("../../devchain/settings/options");
  const { seededAccounts } = await import("../../devchain/keys/seededKeys");
  const { seed, accounts } = devChainSettings({});
  return seededAccounts(suite, seed, count ?? accounts);
}

/** Addresses of development accounts with the words that stand for them. */
export const devAddresses = async (session: OfSuite): Promise<(readonly [string, string])[]> =>
  (await devAccounts(session)).map(({ address }, number) => [address.toLowerCase(), `dev${number}`]);

/** The development account that a word such as `dev0` names; undefined for a file, or another word. */
export async function devAccount(session: OfSuite, keyFile: string): Promise<Signer | undefined> {
  const number = devAccountNumber(keyFile);
  if (number === undefined) return undefined;
  const account = (await devAccounts(session, number + 1))[number];
  return account && privateKeySigner(session.suite, hexToBytes(account.privateKey));
}

/** Whether an account is one of those that each embedded chain has unless it is told otherwise. */
const isDevAccount = async (session: ChainSession, { address }: Signer): Promise<boolean> =>
  (await devAccounts(session)).some((each) => each.address === address);

/**
 * Whether nothing is at stake: an embedded chain of this machine, and a development account. Any process can say that it is such a chain;
 * the keys of these accounts are public, so that it gets no signature that it couldn't make.
 * @param signers those whose keys the person named
 */
export async function nothingAtStake(
  session: ChainSession,
  { urls }: Pick<Connection, "urls">,
  ...signers: readonly Signer[]
): Promise<boolean> {
  if (foreignHosts(urls).length > 0) return false;
  for (const signer of signers) if (!(await isDevAccount(session, signer))) return false;
  return isEmbedded(session.client);
}

/** The account of a key file, its suite that of the file, else that of the chain. */
async function keyFileSigner(
  session: OfSuite,
  { keyFile, passwordFile, passwordVariable }: SigningOptions,
): Promise<Signer> {
  const { suite = session.suite.name, privateKey } = await readKeyFile(keyFile, passwordFile, passwordVariable);
  const signer = privateKeySigner(cryptoSuite(suite), privateKey);
  privateKey.fill(0);
  return signer;
}

const keyless = new WeakSet<Signer>();

/** An account that is known by its address alone: it looks ahead and writes requests, and signs nothing. */
function accountElsewhere(address: Address, { suite }: OfSuite): Signer {
  const sign = async (): Promise<never> => {
    throw clientError("keyElsewhere", { address });
  };
  const signer: Signer = { address: address.toLowerCase() as Address, suite: suite.name, elsewhere: true, sign };
  keyless.add(signer);
  return signer;
}

/** Whether an account is known by its address alone. */
export const isKeyless = (signer: Signer): boolean => keyless.has(signer);

/** The account of a key file, a development account, or one whose key is elsewhere, for who asks before it signs. */
export async function accountOf(session: OfSuite, options: SigningOptions): Promise<Signer> {
  if (isAddress(options.keyFile)) return accountElsewhere(options.keyFile, session);
  const name = signerName(options.keyFile);
  if (name !== undefined) {
    const { namedSigner } = await import("../account/namedSigner");
    return namedSigner(name);
  }
  return (await devAccount(session, options.keyFile)) ?? keyFileSigner(session, options);
}

/**
 * The account that signs: that of a key file, or a development account.
 * @throws as `requireSigning`
 */
export async function signerOf(
  session: ChainSession,
  options: SigningOptions & { readonly connection: Connection },
): Promise<Signer> {
  await requireSigning(options.connection);
  return accountOf(session, options);
}

const fromArtifact = ({ abi, notes }: ContractArtifact): string | readonly unknown[] => withNotes(abi, notes);

/** The ABI in a file: alone, or of a compiled contract. */
export async function readAbi(path: string): Promise<string | readonly unknown[]> {
  const text = await readGivenText(path, maxBytes.artifact);
  return text.trim().startsWith("[") ? text : fromArtifact(await loadArtifact(path));
}

/**
 * The ABI that is named, or that the link of a BFS path alone keeps; where nothing knows one, the function as it is written
 * (`total()(uint256)`). Undefined where the chain's own is meant.
 * @throws ChainError usage `badTarget`, `notALink`; what reading a file throws
 */
export async function ownAbi(
  session: ChainSession,
  target: string,
  { abi: file, artifact }: Pick<ContractOptions, "abi" | "artifact">,
  name = "",
): Promise<OwnAbis | undefined> {
  const path = file ?? artifact;
  if (path !== undefined) {
    const address = await terminalAddress(session, target);
    const known = { name: path, abi: await readAbi(path) };
    return (asked) => (isSameAddress(asked, address) ? known : undefined);
  }
  const written = writtenFunction(name, session.suite)?.called;
  const isPath = /^[/~]/.test(target.trim());
  // What a name leads to has no ABI of its own.
  if (!isPath && !written) return undefined;
  const { address, found } = await findAbi(session, isPath ? target : await terminalAddress(session, target));
  if (!found && written) {
    const known = { name: "", abi: [{ type: "function", ...written }] };
    return (asked) => (isSameAddress(asked, address) ? known : undefined);
  }
  if (found?.source.kind !== "link") return undefined;
  return (asked) => (isSameAddress(asked, address) ? found : undefined);
}

/** The name or signature by which an ABI has a function that may be written with its results or its parameters' names. */
export const functionNamed = ({ suite }: OfSuite, name: string): string =>
  writtenFunction(name, suite)?.called.signature ?? name;

/** A path as it is: the link that it names may keep an ABI. */
const pathOrAddress = async (session: ChainSession, target: string): Promise<string> =>
  /^[/~]/.test(target.trim()) ? target : terminalAddress(session, target);

/**
 * The contract behind an address, a BFS path or the name of a recorded proxy, whose functions must be known.
 * @throws ChainError usage `noAbi`.
 */
export async function knownContractOf(
  session: ChainSession,
  target: string,
  { abi: file, artifact }: Pick<ContractOptions, "abi" | "artifact">,
): Promise<ContractTarget> {
  const path = file ?? artifact;
  if (path !== undefined) {
    const address = await terminalAddress(session, target);
    return { name: target, address, abi: await contractInterfaceAt(session, address, await readAbi(path)) };
  }
  const { address, abi, title, proxy, ...known } = await lookUpAbi(session, await pathOrAddress(session, target));
  if (!abi) throw abiUnknown(target, known);
  return { name: title || target, address, abi, ...(proxy ? { proxy } : {}) };
}
