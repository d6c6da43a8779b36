import { executionError } from "../../../errors/nodeError";
import type { ContractInterface } from "../../abi/contractInterface";
import type { TransactionReceipt } from "../../rpc/receiptSchema";
import type { ChainSession } from "../../session";
import { reasonOf } from "./revertOf";

/**
 * A receipt with a status other than 0 is a failure, whatever the request said.
 * @param abi of the contract that was called, where it is known
 * @throws ChainError `execution` with the contract's reason.
 */
export async function requireSuccess(
  session: ChainSession,
  receipt: TransactionReceipt,
  abi?: ContractInterface,
): Promise<void> {
  if (receipt.status === 0) return;
  const { transactionHash, blockNumber } = receipt;
  const reason = (await reasonOf(session, receipt, abi)) ?? receipt.message;
  throw await executionError(receipt.status, reason, { transactionHash, blockNumber });
}
