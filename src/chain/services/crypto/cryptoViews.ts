import type { Address, Hex } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import type { AbiValue } from "../../abi/abiDecoder";
import { precompiledInterface } from "../../abi/precompiledContracts";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";

/** A hash as the chain's contracts compute it, of either sort on either chain. */
export async function hashOnChain(
  session: ChainSession,
  algorithm: "sm3" | "keccak256",
  data: Hex,
  options?: RequestOptions,
): Promise<Hex> {
  const call = algorithm === "sm3" ? "sm3" : "keccak256Hash";
  const [hash] = await readPrecompiled(session, { contract: "Crypto", function: call, args: [data] }, options);
  return hash as Hex;
}

/** Whether an SM2 signature verifies, and the account of its key. Never fails on wrong data: it does not verify then. */
export async function verifySm2OnChain(
  session: ChainSession,
  { hash, publicKey, r, s }: { readonly hash: Hex; readonly publicKey: Hex; readonly r: Hex; readonly s: Hex },
  options?: RequestOptions,
): Promise<{ valid: boolean; account: Address }> {
  const args = [hash, publicKey, r, s];
  const [valid, account] = await readPrecompiled(session, { contract: "Crypto", function: "sm2Verify", args }, options);
  return { valid: valid === true, account: account as Address };
}

/** Whether a proof of the verifiable random function on curve25519 verifies, and the number it proves. */
export async function verifyVrfOnChain(
  session: ChainSession,
  { input, publicKey, proof }: { readonly input: Hex; readonly publicKey: Hex; readonly proof: Hex },
  options?: RequestOptions,
): Promise<{ valid: boolean; random: bigint }> {
  const request = { contract: "Crypto", function: "curve25519VRFVerify", args: [input, publicKey, proof] } as const;
  const [valid, random] = await readPrecompiled(session, request, options);
  return { valid: valid === true, random: BigInt(String(random)) };
}

/** Views of the contract that turns texts into values and back (since 3.2). */
export const castFunctions = [
  "stringToS256",
  "stringToS64",
  "stringToU256",
  "stringToAddr",
  "stringToBytes32",
  "s256ToString",
  "s64ToString",
  "u256ToString",
  "addrToString",
  "bytes32ToString",
] as const;
type CastFunction = (typeof castFunctions)[number];

/**
 * Lets the chain convert a value as its contracts would.
 * @throws ChainError usage `argument…` for a value that is not of the function's type; `execution` for a text that the chain cannot read.
 */
export async function castValue(
  session: ChainSession,
  name: CastFunction,
  value: unknown,
  options?: RequestOptions,
): Promise<AbiValue> {
  if (!castFunctions.includes(name)) {
    const candidates = precompiledInterface("Cast", session.suite).functions.map((item) => item.signature);
    throw clientError("unknownFunction", { function: name, candidates });
  }
  const [result] = await readPrecompiled(session, { contract: "Cast", function: name, args: [value] }, options);
  return result ?? "";
}
