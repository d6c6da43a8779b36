import { clientError } from "../../errors/clientError";
import type { RequestOptions } from "../client/client";
import { getSyncStatus } from "../rpc/nodeStatus";
import type { ChainSession } from "../session";

/** Blocks from `start` on, without `end`. */
export interface ArchiveRange {
  readonly start: number;
  readonly end: number;
}

/** The archive tool reads numbers of 32 bits. */
const maxNumber = 2_147_483_647;

/** @throws ChainError usage `archiveNumber`. */
export function requireBlockNumbers({ start, end }: ArchiveRange): void {
  for (const number of [start, end]) {
    if (!Number.isSafeInteger(number) || number < 0 || number > maxNumber)
      throw clientError("archiveNumber", { number });
  }
}

/** Where the next archive of a node must begin, and what it can take at most. */
export interface ArchivableBlocks {
  /** First block that still has its data; 0 when nothing is archived yet (archiving then begins at 1 or later). */
  readonly archived: number;
  /** The newest block; it can never be archived itself. */
  readonly current: number;
}

/** Asks the node that is to be archived (docs/protocol/archive.md, "Ranges"). */
export async function getArchivableBlocks(session: ChainSession, options?: RequestOptions): Promise<ArchivableBlocks> {
  const status = await getSyncStatus(session.client, options);
  return { archived: Number(status.archivedBlockNumber ?? 0), current: status.blockNumber };
}

/**
 * What tool and node demand of a range together: in ascending order, block 0 and the newest block left out, and without gap or overlap
 * behind what is archived already. The tool would write a range with a gap and the node then refuse to delete it.
 * @throws ChainError usage `archiveNumber`, `archiveRange`, `archiveGap`.
 */
export function requireArchivable(range: ArchiveRange, { archived, current }: ArchivableBlocks): void {
  requireBlockNumbers(range);
  const { start, end } = range;
  if (start <= 0 || start >= end || end >= current) throw clientError("archiveRange", { start, end, current });
  if (archived > 0 && start !== archived) throw clientError("archiveGap", { start, archived });
}
