import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { Hex } from "../../crypto/hex";
import { libraryMarkers, libraryName } from "./linkLibraries";
import { type ContractArtifact, creationCode } from "./readArtifact";

/** What a deployment added to the code of its compiled contract. */
export interface DeploymentParts {
  /** Addresses by library name. */
  readonly libraries: Readonly<Record<string, Hex>>;
  /** The encoded arguments of the constructor. */
  readonly args: Hex;
}

/**
 * Takes the data of a deployment apart again; undefined when it was made of other code than the compiled contract has now.
 * @throws ChainError usage `noBytecode`, `badBytecode`.
 */
export function readDeployment(
  artifact: ContractArtifact,
  suite: CryptoSuiteName,
  data: string,
): DeploymentParts | undefined {
  let code = creationCode(artifact, suite);
  const digits = data.replace(/^0x/i, "").toLowerCase();
  const libraries: Record<string, Hex> = {};
  for (const marker of libraryMarkers(artifact.name, code)) {
    const at = code.indexOf(marker);
    const address = digits.slice(at, at + marker.length);
    libraries[libraryName(marker, artifact.libraryNames)] = `0x${address}`;
    code = code.replaceAll(marker, address);
  }
  if (!digits.startsWith(code.toLowerCase())) return undefined;
  return { libraries, args: `0x${digits.slice(code.length)}` };
}
