import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { type ContractInterface, contractInterface } from "./contractInterface";
import { selectorOf } from "./selector";

/**
 * Whether a code looks up the function of a selector: a compiler writes PUSH with its bytes, zeros in front left out.
 * @param code hex in lower case
 */
export function looksUp(code: string, selector: string): boolean {
  const bytes = selector.slice(2).replace(/^(?:00)+/, "");
  return code.includes((0x5f + bytes.length / 2).toString(16) + bytes);
}

/**
 * Whether a code looks up a function, under the hash of either sort of compiler.
 * @param code hex in lower case
 */
export const knowsFunction = (code: string, signature: string): boolean =>
  (["standard", "sm"] as const).some((name) => looksUp(code, selectorOf(cryptoSuite(name), signature)));

const functionsIn = (abi: ContractInterface, code: string): number =>
  abi.functions.filter(({ selector }) => looksUp(code, selector)).length;

/**
 * The interface of a contract under the suite that its code was compiled for. A chain runs code of either sort of compiler, but only the
 * selectors that stand in the code find a function (docs/protocol/abi.md, "Selectors"): standard code on an SM chain wants those of
 * keccak256.
 * @param code creation or runtime code, hex; without any the chain's suite is taken
 */
export function interfaceOfCode(
  abiJson: string | readonly unknown[],
  chainSuite: CryptoSuite,
  code: string,
  isPart = false,
): ContractInterface {
  const own = contractInterface(abiJson, chainSuite, isPart);
  const digits = code.toLowerCase();
  if (own.functions.length === 0 || digits.length <= 2) return own;
  const other = contractInterface(abiJson, cryptoSuite(chainSuite.name === "sm" ? "standard" : "sm"), isPart);
  return functionsIn(other, digits) > functionsIn(own, digits) ? other : own;
}
