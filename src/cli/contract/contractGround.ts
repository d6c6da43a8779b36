import { readFile } from "node:fs/promises";
import type { ContractInterface } from "../../chain/abi/contractInterface";
import { createClient } from "../../chain/client";
import { clientError } from "../../chain/errors/clientError";
import { openSession } from "../../chain/openSession";
import { resolveTarget } from "../../chain/services/bfs/readLink";
import { contractInterfaceAt, lookUpAbi } from "../../chain/services/contract/lookUpAbi";
import type { ContractTarget } from "../../chain/services/contract/readFunction";
import type { ChainSession } from "../../chain/session";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import type { Signer } from "../../crypto/cryptoSuite";
import { type Address, hexToBytes } from "../../crypto/hex";
import { privateKeySigner } from "../../crypto/privateKeySigner";
import { cryptoSuite } from "../../crypto/suites";
import { readKeyFile } from "../account/keyFileOnDisk";
import { tlsOf } from "../connection/connectionOptions";
import { loadArtifact } from "./artifactFile";
import { type ContractOptions, devAccountNumber } from "./contractOptions";

type SigningOptions = Pick<ContractOptions, "passwordFile" | "passwordVariable"> & { readonly keyFile: string };

/** Connects, and disconnects when the work is done. */
export async function withSession<Result>(
  { connection }: ContractOptions,
  work: (session: ChainSession) => Promise<Result>,
): Promise<Result> {
  const { url, group, node, timeoutMs } = connection;
  const transport = createHttpTransport({ url: url.split(","), tls: await tlsOf(connection), timeoutMs });
  try {
    return await work(await openSession(createClient(transport, group ?? "", node)));
  } finally {
    await transport.close();
  }
}

/** The development account that `--key dev0` names; undefined for a file. */
export async function devAccount(session: ChainSession, keyFile: string): Promise<Signer | undefined> {
  const number = devAccountNumber(keyFile);
  if (number === undefined) return undefined;
  const { devChainSettings } = await import("../../devchain/options");
  const { seededAccounts } = await import("../../devchain/nodes/seededKeys");
  const account = seededAccounts(session.suite, devChainSettings({}).seed, number + 1).at(-1);
  return account && privateKeySigner(session.suite, hexToBytes(account.privateKey));
}

/** The account that signs, its suite that of the file, else that of the chain. */
export async function signerOf(session: ChainSession, options: SigningOptions): Promise<Signer> {
  const development = await devAccount(session, options.keyFile);
  if (development) return development;
  const { suite = session.suite.name, privateKey } = await readKeyFile(
    options.keyFile,
    options.passwordFile,
    options.passwordVariable,
  );
  const signer = privateKeySigner(cryptoSuite(suite), privateKey);
  privateKey.fill(0);
  return signer;
}

async function abiText(path: string): Promise<string | readonly unknown[]> {
  const text = await readFile(path, "utf8");
  return text.trim().startsWith("[") ? text : (await loadArtifact(path)).abi;
}

/** The contract behind an address or BFS path; `abi` is undefined when neither a file nor the chain tells it. */
export async function contractOf(
  session: ChainSession,
  target: string,
  { abi: file, artifact }: Pick<ContractOptions, "abi" | "artifact">,
): Promise<{ address: Address; abi: ContractInterface | undefined }> {
  const path = file ?? artifact;
  if (path === undefined) {
    const { address, abi } = await lookUpAbi(session, target);
    return { address, abi };
  }
  const address = await resolveTarget(session, target);
  return { address, abi: await contractInterfaceAt(session, address, await abiText(path)) };
}

/**
 * The same, whose functions must be known.
 * @throws ChainError usage `noAbi`.
 */
export async function knownContractOf(
  session: ChainSession,
  target: string,
  options: Pick<ContractOptions, "abi" | "artifact">,
): Promise<ContractTarget> {
  const { address, abi } = await contractOf(session, target, options);
  if (!abi) throw clientError("noAbi", { target });
  return { name: target, address, abi };
}
