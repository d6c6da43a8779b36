import { isAddress } from "../../../crypto/bytes/hex";
import type { ChainError } from "../../../errors/chainError";
import { isReturnCode, precompiledError } from "../../../errors/nodeError";
import type { ContractInterface } from "../../abi/contractInterface";
import type { TransactionReceipt } from "../../rpc/receiptSchema";
import type { ChainSession } from "../../session";
import { withTransactionHash } from "../../transaction/transact";
import { precompiledBehind } from "./lookUpAbi";
import { requireSuccess } from "./requireSuccess";

/** The first word of an output as the negative number that it may be, where the type has no sign either; undefined where it is none. */
export function negativeCode(output: string): number | undefined {
  if (!/^0x[0-9a-fA-F]{64}/.test(output)) return undefined;
  const word = BigInt.asIntN(256, BigInt(output.slice(0, 66)));
  return isReturnCode(word) ? Number(word) : undefined;
}

/**
 * What a built-in contract, a table or a committee's contract refused by a negative code under status 0 (docs/protocol/guards.md, "Return
 * codes"); undefined where it did not, and for every other contract, whose negative numbers are values.
 * @param to the address that was called, links resolved
 * @throws ChainError what asking for the contract's code throws
 */
export async function returnedRefusal(
  session: ChainSession,
  to: string,
  output: string,
  details: Readonly<Record<string, string | number>> = {},
): Promise<ChainError | undefined> {
  const code = negativeCode(output);
  if (code === undefined || !isAddress(to)) return undefined;
  const contract = await precompiledBehind(session, to);
  return contract && precompiledError(code, { contract, ...details });
}

/**
 * A transaction did what it was sent for: its status is 0, and no built-in contract refused it under that status.
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
  const { transactionHash, blockNumber } = receipt;
  const identity = { transactionHash, blockNumber };
  const refusal = await returnedRefusal(session, to, receipt.output, identity).catch((error: unknown) => {
    throw withTransactionHash(error, transactionHash);
  });
  if (refusal) throw refusal;
}
