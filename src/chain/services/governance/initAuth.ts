import { isAddress } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import { questionsFor } from "../../client/client";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";
import { hasCommittee } from "./committee";

/**
 * Makes the committee of a chain that was begun without one, with a single governor. Every account may, once. It does not switch the checks
 * on: that is `auth_check_status`.
 * @throws ChainError usage `badTarget`, `needsCompatibility`, `committeeExists` before signing.
 */
export async function initAuth(
  session: ChainSession,
  signer: Signer,
  governor: string,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  if (!isAddress(governor)) throw clientError("badTarget", { given: governor });
  requireVersion(session, "initAuth", "3.3.0");
  if (await hasCommittee(session, questionsFor(options))) throw clientError("committeeExists");
  return writePrecompiled(
    session,
    signer,
    { contract: "ContractAuth", function: "initAuth", args: [governor] },
    options,
  );
}
