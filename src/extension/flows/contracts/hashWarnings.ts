import * as vscode from "vscode";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import type { Chainside } from "../../state/chainside";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { isContractUri } from "../../state/solidity/solidity";
import { sourceOf } from "../target/staleArtifact";

/**
 * What is to be known before code that was compiled with keccak256 goes onto a chain with SM3, as the operation tells it; by the code's
 * source where that is here. Code that Chainside compiles for the chain has none of it.
 */
export async function hashWarnings(app: Chainside, suite: CryptoSuiteName, loaded: LoadedArtifact): Promise<string[]> {
  if (suite !== "sm" || isContractUri(loaded.uri)) return [];
  const consequences = await import("../../../operations/consequences/hashWarnings");
  const { artifact } = loaded;
  if (!consequences.isForeignHash(artifact, suite)) return [];
  const source = await sourceOf(loaded);
  const messages =
    source && (await app.solidity.hashUses(vscode.Uri.file(source.path), artifact.name).catch(() => undefined));
  return consequences.hashWarnings(artifact, suite, messages);
}
