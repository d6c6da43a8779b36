import { hexToBytes } from "../../crypto/bytes/hex";
import type { CallRequest } from "../model/values";

/** Gas of any transaction on Ethereum, of each byte of its data, of a deployment, and of each word of its code (EIP-2028, EIP-3860). */
const gas = { transaction: 21_000n, zero: 4n, other: 16n, creation: 32_000n, codeWord: 2n, token: 10n };

/**
 * What Ethereum's tools take for the least gas of a transaction, below which some of them refuse to send it. FISCO BCOS asks less.
 */
function intrinsicGas({ to, data }: Pick<CallRequest, "to" | "data">): bigint {
  const bytes = hexToBytes(data);
  let zeros = 0n;
  for (const byte of bytes) if (byte === 0) zeros++;
  const others = BigInt(bytes.length) - zeros;
  const words = (BigInt(bytes.length) + 31n) / 32n;
  const creation = to === undefined ? gas.creation + gas.codeWord * words : 0n;
  const standard = gas.transaction + zeros * gas.zero + others * gas.other + creation;
  // EIP-7623
  const floor = gas.transaction + gas.token * (zeros + 4n * others);
  return standard > floor ? standard : floor;
}

/**
 * An estimate with room. A node's is what one run uses: where the gas limit holds (data version 3.17.0), nested calls leave a 64th behind,
 * and what was given back at the end was needed before.
 */
export function withRoom(estimate: bigint, request: CallRequest): bigint {
  const roomy = (estimate * 13n + 9n) / 10n;
  const minimum = intrinsicGas(request);
  const wanted = roomy > minimum ? roomy : minimum;
  const { gas: limit } = request;
  return limit !== undefined && limit > 0n && wanted > limit && limit >= estimate ? limit : wanted;
}
