import { lookUpBlock, lookUpReceipt, lookUpTransaction } from "../../chain/archive/archiveFallback";
import { type ArchivableBlocks, type ArchiveRange, getArchivableBlocks } from "../../chain/archive/archiveRange";
import type { ArchiveStore, ArchiveToolRequest, ToolCommand } from "../../chain/archive/archiveTool";
import { archiveReaderCommand, archiveToolCommand } from "../../chain/archive/archiveTool";
import { deleteArchivedData } from "../../chain/archive/deleteService";
import type { Chain } from "../base/chain";
import type { Block, Receipt, RequestOptions, Transaction } from "../base/records";

export type { ArchivableBlocks, ArchiveRange, ArchiveStore, ArchiveToolRequest, ToolCommand };

/** Where archived data is read. */
export interface ArchiveOptions extends RequestOptions {
  /** Address of the archive query service: `http://127.0.0.1:8080`. */
  readonly archive: string;
}

/** A value, and the archive that gave it where the node had it no more. */
export interface FromArchive<Value> {
  readonly value: Value;
  readonly archive?: string;
}

/** A block whose transactions may be archived. */
export interface ArchivedBlock {
  readonly block: Block<"hashes">;
  /** In the block's order; undefined for what neither node nor archive has. */
  readonly transactions: readonly (Transaction | undefined)[];
  /** The node has deleted transactions and receipts. */
  readonly archived: boolean;
  readonly archive?: string;
}

/**
 * A transaction, wherever it is now.
 * @returns the transaction, and which archive had it
 * @throws ChainError rpc 3008 when neither node nor archive knows it
 * @example
 * ```ts
 * const { value, archive: from } = await archive.getTransaction(chain, hash, { archive: "http://127.0.0.1:8080" });
 * console.log(value.from, from ?? "the node");
 * ```
 */
export const getTransaction: (
  chain: Chain,
  hash: string,
  options: ArchiveOptions,
) => Promise<FromArchive<Transaction>> = lookUpTransaction;

/**
 * A receipt, wherever it is now.
 * @returns the receipt, and which archive had it
 * @throws ChainError rpc 3008 when neither node nor archive knows it
 * @example
 * ```ts
 * const { value } = await archive.getReceipt(chain, hash, { archive: "http://127.0.0.1:8080" });
 * console.log(value.status);
 * ```
 */
export const getReceipt: (chain: Chain, hash: string, options: ArchiveOptions) => Promise<FromArchive<Receipt>> =
  lookUpReceipt;

/**
 * A block with its transactions, wherever they are now.
 * @returns the block, and what is known of its transactions
 * @throws ChainError rpc 3006 for an unknown number
 * @example
 * ```ts
 * const { archived, transactions } = await archive.getBlock(chain, 12, { archive: "http://127.0.0.1:8080" });
 * console.log(archived, transactions.length);
 * ```
 */
export const getBlock: (chain: Chain, number: number, options: ArchiveOptions) => Promise<ArchivedBlock> = lookUpBlock;

/**
 * Where the next archive of the asked node must begin, and how far it can go.
 * @returns heights
 * @example
 * ```ts
 * const { archived, current } = await archive.getArchivable(chain);
 * console.log(archived, current);
 * ```
 */
export const getArchivable: (chain: Chain, options?: RequestOptions) => Promise<ArchivableBlocks> = getArchivableBlocks;

/**
 * Lets a node delete transactions and receipts of a range of blocks, `end` excluded. The node asks for no permission and doesn't look
 * whether anything was archived: the caller must know it.
 * @param url `archive_ip` and `archive_port` of the node's config.ini
 * @param range of blocks
 * @returns when the node has taken the request
 * @example
 * ```ts
 * await archive.deleteArchived("http://127.0.0.1:8181", { start: 1, end: 1000 });
 * ```
 */
export const deleteArchived: (url: string, range: ArchiveRange, options?: RequestOptions) => Promise<void> =
  deleteArchivedData;

/**
 * The command line of the official archive tool for a request.
 * @returns program, arguments, and the same as a line
 * @example
 * ```ts
 * const store = { kind: "rocksdb", path: "/data/archive" } as const;
 * console.log(archive.toolCommand({ action: "archive", start: 1, end: 1000, store }));
 * ```
 */
export const toolCommand: (request: ArchiveToolRequest) => ToolCommand = archiveToolCommand;

/**
 * The command line of its query service.
 * @param listen `IP:PORT` of the service
 * @returns program, arguments, and the same as a line
 * @example
 * ```ts
 * console.log(archive.readerCommand({ kind: "rocksdb", path: "/data/archive" }, "127.0.0.1:8080"));
 * ```
 */
export const readerCommand: (store: ArchiveStore, listen?: string) => ToolCommand = archiveReaderCommand;
