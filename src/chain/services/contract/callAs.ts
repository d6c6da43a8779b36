import type { Address, Hex } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { RequestOptions } from "../../client/client";
import { type CallResult, call } from "../../rpc/call";
import type { ChainSession } from "../../session";
import { signCall } from "../../transaction/signCall";
import { requireSignedCalls } from "../compatibility";

/**
 * Runs a contract's function on the latest state as an account: `msg.sender` is the signer. An ordinary call has the zero address there, so
 * a function that looks at its caller answers strangers' rights. Signs the call only, which can't be made a transaction of
 * (docs/protocol/json-rpc.md, "Calls").
 * @throws ChainError usage `needsCompatibility` for nodes before 3.4, `signerOfOtherSuite`; and what a call throws.
 */
export async function callAs(
  session: ChainSession,
  signer: Signer,
  { to, data }: { readonly to: Address; readonly data: Hex },
  options?: RequestOptions,
): Promise<CallResult> {
  requireSignedCalls(session);
  const target = to.toLowerCase() as Address;
  const { suite, chainId, groupId } = session;
  const sign = await signCall(suite, signer, { chainId, groupId, to: target, data });
  return call(session.client, { to: target, data, sign }, options);
}
