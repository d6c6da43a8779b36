// What nodes answer, as applications get it. The same values as the core's schemas read (src/chain/rpc), written out: a package's types
// name no library. Facts: docs/protocol/json-rpc.md.

/** `0x` and hex digits. */
export type Hex = `0x${string}`;
/** `0x` and the 40 hex digits of an account or contract. */
export type Address = `0x${string}`;

/** What every question takes. */
export interface RequestOptions {
  /** Milliseconds until it is given up. Default: the connection's own. */
  timeoutMs?: number;
  /** Gives it up at once. */
  signal?: AbortSignal;
}

/** An event in a receipt, undecoded. */
export interface LogEntry {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** Outcome of a transaction. A status other than 0 means that it failed and changed nothing. */
export interface Receipt {
  readonly version: number;
  readonly transactionHash: Hex;
  readonly blockNumber: number;
  /** 0, or the number of the failure. */
  readonly status: number;
  /** Return data, or the revert data. */
  readonly output: Hex;
  /** The deployed contract; empty if none. */
  readonly contractAddress: string;
  readonly logEntries: readonly LogEntry[];
  /** Decimal text. */
  readonly gasUsed: string;
  /** The node's words, often empty. */
  readonly message: string;
  readonly hash: Hex;
  /** Left out, or null, where the node doesn't say it. */
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly input?: Hex | null | undefined;
  /** Since 3.6. */
  readonly effectiveGasPrice?: string | undefined;
  readonly extraData?: string | null | undefined;
  /** Merkle path, where it was asked for (since 3.2). */
  readonly txReceiptProof?: readonly string[] | null | undefined;
}

/** A committed transaction. */
export interface Transaction {
  /** 0, 1 (since 3.6), or 2 (since 3.7). */
  readonly version: number;
  readonly hash: Hex;
  readonly nonce: string;
  /** The last block that may hold it. */
  readonly blockLimit: number | bigint;
  /** Empty for a deployment. */
  readonly to: string;
  readonly from: string;
  readonly input: Hex;
  /** Milliseconds since 1970, when the asked node took it in. */
  readonly importTime: number | bigint;
  readonly chainID: string;
  readonly groupID: string;
  /** ABI text that a deployment carried, or empty. */
  readonly abi: string;
  readonly signature: Hex;
  readonly extraData?: string | undefined;
  /** Since 3.6: the amount as text. */
  readonly value?: string | undefined;
  /** Merkle path, where it was asked for (since 3.2). */
  readonly txProof?: readonly string[] | undefined;
}

/** A block without its transactions. */
export interface BlockHeader {
  readonly hash: Hex;
  readonly version: number;
  readonly number: number;
  /** Milliseconds since 1970, UTC; 0 in block 0. */
  readonly timestamp: number;
  readonly txsRoot: Hex;
  readonly receiptsRoot: Hex;
  readonly stateRoot: Hex;
  /** Decimal text. */
  readonly gasUsed: string;
  /** Index of the proposer in `sealerList`. */
  readonly sealer: number | bigint;
  readonly extraData: Hex;
  /** Parallel to `sealerList`. */
  readonly consensusWeights: readonly (number | bigint)[];
  /** Node IDs, with `0x`. */
  readonly sealerList: readonly Hex[];
  readonly parentInfo: readonly { readonly blockHash: Hex; readonly blockNumber: number }[];
  readonly signatureList: readonly { readonly sealerIndex: number; readonly signature: Hex }[];
}

/** How much of a block is wanted: the header, the hashes of its transactions too, or the transactions themselves. */
export type BlockDetail = "header" | "hashes" | "transactions";

/** A block, as much of it as was asked for. */
export type Block<Detail extends BlockDetail = "hashes"> = BlockHeader &
  (Detail extends "header"
    ? unknown
    : Detail extends "hashes"
      ? { readonly transactions: readonly Hex[] }
      : { readonly transactions: readonly Transaction[] });

/** An event found on the chain, undecoded. */
export interface Log {
  readonly address: string;
  readonly blockNumber: number;
  readonly data: string;
  /** Index inside the transaction's receipt. */
  readonly logIndex: number;
  readonly topics: readonly string[];
  readonly transactionHash: string;
  readonly transactionIndex: number;
}

/** A node of a group with its weight in consensus. */
export interface GroupNode {
  readonly nodeID: string;
  readonly weight: number | bigint;
}

/** What can be said of a transaction while it is on its way. */
export interface WriteOptions extends RequestOptions {
  /** How long to look for the receipt after the request itself gave no answer, in milliseconds. Default 60,000. */
  waitMs?: number;
  /** Told once, when the transaction is signed and before it is sent: one call signs one transaction, whatever becomes of it. */
  onSigned?: (hash: Hex) => void;
}

/** What a transaction on a built-in contract did. What the contract refuses is thrown, under status 0 too. */
export interface WriteResult {
  /** 0, or the number of rows that a table operation changed. */
  readonly code: number;
  readonly receipt: Receipt;
}

/** TLS files of a chain, by path or as PEM texts. With `enCert` and `enKey` they are files of SM TLS. */
export interface TlsOptions {
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
  readonly enCert?: string;
  readonly enKey?: string;
}
