import { hexToBytes, isAddress } from "../../../crypto/bytes/hex";
import type { ContractInterface } from "../../abi/contractInterface";
import { isReturnCode, precompiledError } from "../../errors/nodeError";
import type { TransactionReceipt } from "../../rpc/receiptSchema";
import type { ChainSession } from "../../session";
import { precompiledBehind } from "./lookUpAbi";
import { requireSuccess } from "./requireSuccess";

/** The first word of an output as the negative number that it may be, where the type has no sign either; undefined where it is none. */
export function negativeCode(output: string): number | undefined {
  if (!/^0x[0-9a-fA-F]{64}/.test(output)) return undefined;
  const word = BigInt.asIntN(256, BigInt(output.slice(0, 66)));
  return isReturnCode(word) ? Number(word) : undefined;
}

/**
 * A transaction did what it was sent for: its status is 0, and a built-in contract, a table or a committee's contract returned no negative
 * code, which is a refusal under status 0.
 * @param to the address that was called, links resolved
 * @throws ChainError `execution` with the contract's reason, `precompiled` with the code; what asking for the contract's code throws.
 */
export async function requireAccepted(
  session: ChainSession,
  to: string,
  receipt: TransactionReceipt,
  abi?: ContractInterface,
): Promise<void> {
  await requireSuccess(session, receipt, abi);
  const code = negativeCode(receipt.output);
  if (code === undefined || !isAddress(to) || hexToBytes(to).length !== 20) return;
  const contract = await precompiledBehind(session, to);
  if (contract === undefined) return;
  const { transactionHash, blockNumber } = receipt;
  throw await precompiledError(code, { contract, transactionHash, blockNumber });
}
