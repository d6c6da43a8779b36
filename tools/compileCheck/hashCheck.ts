import type { ContractInterface } from "../../src/chain/abi/contractInterface";
import { signatureHash } from "../../src/chain/abi/selector";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { cryptoSuite } from "../../src/crypto/suites";
import type { CompiledContract } from "../../src/solidity/artifact/compiledProject";

/**
 * Whether everything that the compiler hashed is hashed as the suite does: selectors of functions by what the compiler says, topics of
 * events and selectors of errors by what stands in the code.
 * @returns what is wrong.
 */
export function wrongHashes(contract: CompiledContract, abi: ContractInterface, suite: CryptoSuiteName): string[] {
  const problems: string[] = [];
  for (const { signature, selector } of abi.functions) {
    const message = contract.methodIdentifiers[signature];
    if (message !== undefined && `0x${message}` !== selector)
      problems.push(`${signature} has selector ${message}, not ${selector}`);
  }
  const code = contract.bytecode.object;
  const foreign = cryptoSuite(suite === "sm" ? "standard" : "sm");
  for (const { signature } of abi.events) {
    if (code.includes(`7f${signatureHash(foreign, signature).slice(2)}`))
      problems.push(`event ${signature} has a topic of the other suite`);
  }
  for (const { signature } of abi.errors) {
    const selector = signatureHash(foreign, signature).slice(2, 10);
    // PUSH4 of the selector, or PUSH32 of the selector and zeros: alone, four bytes may be there by chance.
    if (code.includes(`7f${selector}${"0".repeat(56)}`))
      problems.push(`error ${signature} has a selector of the other suite`);
  }
  return problems;
}
