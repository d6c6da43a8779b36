import type { ContractInterface } from "../../abi/contractInterface";
import { revertText } from "../../abi/revert";
import { executionError } from "../../errors/nodeError";
import type { TransactionReceipt } from "../../rpc/receiptSchema";

/**
 * A receipt with a status other than 0 is a failure, whatever the request said.
 * @throws ChainError `execution` with the contract's reason.
 */
export async function requireSuccess(receipt: TransactionReceipt, abi: ContractInterface): Promise<void> {
  if (receipt.status === 0) return;
  const { transactionHash, blockNumber } = receipt;
  const reason = revertText(abi.decodeRevert(receipt.output)) ?? receipt.message;
  throw await executionError(receipt.status, reason, { transactionHash, blockNumber });
}
