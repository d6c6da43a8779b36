import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { type ContractInterface, contractInterface } from "./contractInterface";

/** How a compiler puts a selector into the code that looks functions up: PUSH with the selector, leading zero bytes left out. */
function pushed(selector: string): string {
  const bytes = selector.slice(2).replace(/^(00)+/, "");
  return (0x5f + bytes.length / 2).toString(16) + bytes;
}

function functionsIn(abi: ContractInterface, code: string): number {
  return abi.functions.filter(({ selector }) => code.includes(pushed(selector))).length;
}

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
): ContractInterface {
  const own = contractInterface(abiJson, chainSuite);
  const digits = code.toLowerCase();
  if (own.functions.length === 0 || digits.length <= 2) return own;
  const other = contractInterface(abiJson, cryptoSuite(chainSuite.name === "sm" ? "standard" : "sm"));
  return functionsIn(other, digits) > functionsIn(own, digits) ? other : own;
}
