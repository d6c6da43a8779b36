import * as vscode from "vscode";
import { instructionStarts, op } from "../../../chain/evm/opcodes";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import type { Chainside } from "../../state/chainside";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { isContractUri } from "../../state/solidity/solidity";
import { sourceOf } from "../target/staleArtifact";

/** Whether code has the instruction that hashes; what is pushed is data, such as the address of a library. */
function hasHash(code: string): boolean {
  const bytes = Uint8Array.from({ length: code.length >> 1 }, (_, i) =>
    Number.parseInt(code.slice(2 * i, 2 * i + 2), 16),
  );
  return instructionStarts(bytes).some((at) => bytes[at] === op.keccak256);
}

/** What of keccak256 is in the code: by its source where that is here, else as far as ABI and code tell. */
async function usesOf(app: Chainside, loaded: LoadedArtifact): Promise<ReadonlySet<string>> {
  const { name, abi, bytecode = "" } = loaded.artifact;
  const source = await sourceOf(loaded);
  const told = source && (await app.solidity.hashUses(vscode.Uri.file(source.path), name).catch(() => undefined));
  if (told) return new Set(told);
  const has = (type: string): boolean =>
    abi.some((entry) => typeof entry === "object" && entry !== null && (entry as { type?: unknown }).type === type);
  return new Set([
    ...(has("function") ? ["selectors"] : []),
    ...(has("event") ? ["events"] : []),
    ...(hasHash(bytecode) ? ["hashes"] : []),
  ]);
}

/**
 * What is to be known before code that was compiled with keccak256 goes onto a chain with SM3. Code that Chainside compiles for the chain,
 * or that has a form for SM chains, has none of it.
 */
export async function hashWarnings(app: Chainside, suite: CryptoSuiteName, loaded: LoadedArtifact): Promise<string[]> {
  const { bytecode, smBytecode } = loaded.artifact;
  if (suite !== "sm" || smBytecode !== undefined || bytecode === undefined || isContractUri(loaded.uri)) return [];
  const uses = await usesOf(app, loaded);
  const words: [boolean, string][] = [
    [
      uses.has("selectors"),
      vscode.l10n.t(
        "This code was compiled for keccak256, but the chain uses SM3. Callers compiled for the chain can't find its functions.",
      ),
    ],
    [uses.has("events"), vscode.l10n.t("Its event topics are keccak256 hashes. Listeners that use SM3 miss them.")],
    [
      uses.has("calls"),
      vscode.l10n.t(
        "It calls other contracts by keccak256 selectors. Contracts compiled for the chain don't respond to them.",
      ),
    ],
    [
      uses.has("hashes") || uses.has("constants"),
      vscode.l10n.t("It computes hashes at run time. The chain uses SM3, so constants in the code don't match."),
    ],
  ];
  const found = words.flatMap(([isSo, text]) => (isSo ? [text] : []));
  if (found.length === 0) return [];
  return [...found, vscode.l10n.t("Deploy from the Solidity file instead. Chainside compiles it with SM3.")];
}
