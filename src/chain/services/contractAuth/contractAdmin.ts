import { type Address, zeroAddress } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
import { transactionStatus } from "../../transaction/transactionStatus";

/** The admin of a contract; undefined when it has none: deployed without permission management, or no contract at all. */
export async function getContractAdmin(
  session: ChainSession,
  contract: Address,
  options?: RequestOptions,
): Promise<Address | undefined> {
  try {
    const request = { contract: "ContractAuth", function: "getAdmin", args: [contract] } as const;
    const [admin] = await readPrecompiled(session, request, options);
    return admin === zeroAddress ? undefined : (admin as Address);
  } catch (error) {
    // Chains before 3.3 throw where newer ones answer the zero address.
    if (error instanceof ChainError && error.kind === "execution" && error.code === transactionStatus.precompiledError)
      return undefined;
    throw error;
  }
}
