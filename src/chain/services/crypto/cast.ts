import { clientError } from "../../../errors/clientError";
import type { AbiValue } from "../../abi/abiDecoder";
import { precompiledInterface } from "../../abi/precompiledContracts";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";

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
