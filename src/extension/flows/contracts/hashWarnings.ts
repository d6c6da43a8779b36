import * as vscode from "vscode";
import type { ContractArtifact } from "../../../chain/artifact/readArtifact";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";

const keccak256 = 0x20;
const push1 = 0x60;
const push32 = 0x7f;

/** Whether code has the instruction that hashes; what is pushed is data. */
function hashes(code: string): boolean {
  for (let at = 0; at + 2 <= code.length; at += 2) {
    const opcode = Number.parseInt(code.slice(at, at + 2), 16);
    if (opcode === keccak256) return true;
    if (opcode >= push1 && opcode <= push32) at += (opcode - push1 + 1) * 2;
  }
  return false;
}

/**
 * What is to be known before code that was compiled with keccak256 goes onto a chain with SM3. Code that Chainside compiles for the chain, or
 * that has a form for SM chains, has none of it.
 */
export function hashWarnings(
  suite: CryptoSuiteName,
  { bytecode, smBytecode, abi }: ContractArtifact,
  uses: readonly string[] | undefined,
): string[] {
  // Chainside compiles sources with the hash of the chain; `uses` says that it was a source.
  if (suite !== "sm" || smBytecode !== undefined || uses !== undefined || bytecode === undefined) return [];
  const found = [
    vscode.l10n.t(
      "This code was compiled for keccak256, and the chain hashes with SM3: callers that compile for the chain don't find its functions.",
    ),
  ];
  const has = (type: string): boolean =>
    abi.some((entry) => typeof entry === "object" && entry !== null && (entry as { type?: unknown }).type === type);
  if (has("event")) found.push(vscode.l10n.t("Its events have topics of keccak256: who listens by SM3 misses them."));
  if (hashes(bytecode))
    found.push(
      vscode.l10n.t("It hashes while it runs: the chain does that with SM3, and constants in the code don't match."),
    );
  found.push(vscode.l10n.t("Deploy from the Solidity file instead: Chainside compiles it with SM3."));
  return found;
}
