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

/** A transaction, wherever it is now. @throws ChainError rpc 3008 when neither node nor archive knows it */
export const getTransaction: (
  chain: Chain,
  hash: string,
  options: ArchiveOptions,
) => Promise<FromArchive<Transaction>> = lookUpTransaction;

/** A receipt, wherever it is now. @throws ChainError rpc 3008 when neither node nor archive knows it */
export const getReceipt: (chain: Chain, hash: string, options: ArchiveOptions) => Promise<FromArchive<Receipt>> =
  lookUpReceipt;

/** A block with its transactions, wherever they are now. @throws ChainError rpc 3006 for an unknown number */
export const getBlock: (chain: Chain, number: number, options: ArchiveOptions) => Promise<ArchivedBlock> = lookUpBlock;

/** Where the next archive of the asked node must begin, and how far it can go. */
export const getArchivable: (chain: Chain, options?: RequestOptions) => Promise<ArchivableBlocks> = getArchivableBlocks;

/**
 * Lets a node delete transactions and receipts of a range of blocks, `end` excluded. The node asks for no permission and doesn't look
 * whether anything was archived: the caller must know it.
 * @param url `archive_ip` and `archive_port` of the node's config.ini
 */
export const deleteArchived: (url: string, range: ArchiveRange, options?: RequestOptions) => Promise<void> =
  deleteArchivedData;

/** The command line of the official archive tool for a request. */
export const toolCommand: (request: ArchiveToolRequest) => ToolCommand = archiveToolCommand;

/** The command line of its query service. */
export const readerCommand: (store: ArchiveStore, listen?: string) => ToolCommand = archiveReaderCommand;
