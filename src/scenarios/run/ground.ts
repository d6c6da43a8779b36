import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import type { AccountWish } from "../language/scenario";

/** What a run needs from whoever starts it: a chain, a compiler, keys. */
export interface Ground {
  readonly session: ChainSession;
  /** The account `admin`; undefined when nobody named its key. */
  readonly admin: Signer | undefined;
  /** Makes blocks: an embedded chain without transactions, another by those of `moveOn`. Absent where nothing may be signed. */
  mine?(count: number, signal: AbortSignal): Promise<void>;
  /** Compiles a contract for the chain: an absolute path, with the contract's name behind a colon or without. Other files are artifacts. */
  contract(path: string, solc: string | undefined): Promise<ContractArtifact>;
  /** The account of a key file. */
  signer(wish: AccountWish & { readonly key: string }): Promise<Signer>;
  /** A fresh account. */
  freshSigner(): Signer;
}
