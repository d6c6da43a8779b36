import { ledgerError } from "../errors/rpcError";
import type { Group } from "../ledger/group";

/** @throws RpcError 3003 when the transactions and receipts of the block are archived (docs/protocol/archive.md, "Archived blocks"). */
export function requireBody(group: Group, blockNumber: number): void {
  if (blockNumber >= group.archive.number) return;
  throw ledgerError(3003, "Wrong argument, this block's transactions and receipts are archived");
}
