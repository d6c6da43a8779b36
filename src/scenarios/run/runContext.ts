import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { getBlockNumber } from "../../chain/rpc/blocks";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import type { Address } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { freshSigner } from "../../crypto/privateKeySigner";
import { ChainError } from "../../errors/chainError";
import type { NamedPath } from "../../files/namedPath";
import type { Services } from "../../operations/model/services";
import type { SigningAudit } from "../../signing/auditEntry";
import type { Agreement, Ask } from "../../signing/consent";
import type { AccountWish } from "../language/scenario";

/** What signs in a run. Its starter makes one after all that has to come before a signature there. */
export interface RunSigning {
  /** The account `admin`; undefined when its key wasn't named. */
  readonly admin: Signer | undefined;
  /** Makes blocks: an embedded chain without transactions, another by those of `moveOn`. */
  mine?(count: number, signal: AbortSignal): Promise<void>;
  /**
   * The account that a person gave for a role; undefined where they gave none. The key file and the environment variable that a scenario
   * names for it are a description: neither is opened unless the person says so.
   */
  signer(role: AccountWish): Promise<Signer | undefined>;
  /** The chain ends with the run, so that a made account stands in for one whose key wasn't given. */
  readonly passing?: boolean;
  /** Of a person, to the ordinary steps of the run: without it, nothing is signed on a chain that stays. */
  readonly agreement?: Agreement;
  /** Names of what grave and irreversible steps are done to, agreed to before. */
  readonly confirm?: readonly string[];
  /** Code of the error that is known to come, of a step that is signed nevertheless. */
  readonly force?: string | undefined;
  /** Asks a person about each step that the agreement doesn't cover; undefined where there is none. */
  readonly ask?: Ask | undefined;
  /** Where each of its transactions is written down; undefined where the person keeps no log, or the chain ends with the run. */
  readonly audit: SigningAudit | undefined;
  /** A fresh account. */
  freshSigner(): Signer;
}

/** What a run needs from its starter: a chain, a compiler, keys. */
export interface RunContext {
  readonly session: ChainSession;
  /** Undefined where nothing may be signed: then no step can, whatever it is, for nothing else has a key. */
  readonly signing: RunSigning | undefined;
  /** What operations may need beside the chain; powers of an embedded chain only where it may be changed. */
  readonly services?: Services;
  /** Address of the account `admin` where nothing may be signed. */
  readonly adminAddress?: Address;
  /** Address of the account that a person gave for a role, where nothing may be signed. */
  addressOf?(role: AccountWish): Promise<Address | undefined>;
  /** Compiles a contract for the chain: an absolute path, with the contract's name behind a colon or without. Other files are artifacts. */
  contract(path: NamedPath, solc: string | undefined): Promise<ContractArtifact>;
}

/**
 * Lets a chain that makes blocks only for transactions go on by so many of them: an account of its own sends transactions that only read.
 * Ends early where the chain refuses them; what waits for the blocks reports that they don't come.
 */
export async function moveOn(session: ChainSession, count: number, signal: AbortSignal): Promise<void> {
  // the file system is on every chain
  const { precompiledContracts, precompiledInterface } = await import("../../chain/abi/precompiledContracts");
  const data = precompiledInterface("BFS", session.suite).encodeCall("readlink(string)", ["/apps"]);
  const signer = freshSigner(session.suite);
  const target = (await getBlockNumber(session.client)) + count;
  try {
    while ((await getBlockNumber(session.client)) < target) {
      await transact(session, signer, { to: precompiledContracts.BFS.address, data }, { signal });
    }
  } catch (error) {
    if (!(error instanceof ChainError) && !signal.aborted) throw error;
  }
}
