import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { instructionStarts, op } from "../../chain/evm/opcodes";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { t } from "../../text/catalogue";

/** Whether code has the instruction that hashes; what is pushed is data, such as the address of a library. */
function hasHash(code: string): boolean {
  const bytes = Uint8Array.from({ length: code.length >> 1 }, (_, i) =>
    Number.parseInt(code.slice(2 * i, 2 * i + 2), 16),
  );
  return instructionStarts(bytes).some((at) => bytes[at] === op.keccak256);
}

/** What of keccak256 is in code, as far as it and its ABI tell. */
function usesOf({ abi, bytecode = "" }: ContractArtifact): string[] {
  const has = (type: string): boolean =>
    abi.some((entry) => typeof entry === "object" && entry !== null && (entry as { type?: unknown }).type === type);
  return [
    ...(has("function") ? ["selectors"] : []),
    ...(has("event") ? ["events"] : []),
    ...(hasHash(bytecode) ? ["hashes"] : []),
  ];
}

/** Whether a contract has code, and none for chains with SM3 though the chain is one. */
export const isForeignHash = ({ bytecode, smBytecode }: ContractArtifact, suite: CryptoSuiteName): boolean =>
  suite === "sm" && smBytecode === undefined && bytecode !== undefined;

/**
 * What is to be known before code that was compiled with keccak256 goes onto a chain with SM3. Code that was compiled for the chain, or
 * that has a form for SM chains, has none of it.
 * @param messages what of keccak256 its source uses, where that is known
 */
export function hashWarnings(
  artifact: ContractArtifact,
  suite: CryptoSuiteName,
  messages?: readonly string[],
): string[] {
  if (!isForeignHash(artifact, suite)) return [];
  const uses = new Set(messages ?? usesOf(artifact));
  const words: [boolean, string][] = [
    [
      uses.has("selectors"),
      t(
        "This code was compiled for keccak256, but the chain uses SM3. Callers compiled for the chain can't find its functions.",
      ),
    ],
    [uses.has("events"), t("Its event topics are keccak256 hashes. Listeners that use SM3 miss them.")],
    [
      uses.has("calls"),
      t("It calls other contracts by keccak256 selectors. Contracts compiled for the chain don't respond to them."),
    ],
    [
      uses.has("hashes") || uses.has("constants"),
      t("It computes hashes at run time. The chain uses SM3, so constants in the code don't match."),
    ],
  ];
  const found = words.flatMap(([isSo, text]) => (isSo ? [text] : []));
  if (found.length === 0) return [];
  return [...found, t("Deploy from the Solidity file instead. Chainside compiles it with SM3.")];
}
