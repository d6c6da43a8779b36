import type { Hex } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { libraryName, markerLength, markerPlaces } from "./linkLibraries";
import { type ContractArtifact, creationCode } from "./readArtifact";

/** What a deployment added to the code of its compiled contract. */
interface DeploymentParts {
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
  const code = creationCode(artifact, suite);
  const digits = data.replace(/^0x/i, "").toLowerCase();
  const libraries: Record<string, Hex> = {};
  const addresses = new Map<string, string>();
  const linked: string[] = [];
  let copied = 0;
  // An address takes as many digits as the marker in its place.
  for (const at of markerPlaces(artifact.name, code)) {
    const marker = code.slice(at, at + markerLength);
    const address = addresses.get(marker) ?? digits.slice(at, at + markerLength);
    addresses.set(marker, address);
    libraries[libraryName(marker, artifact.libraryNames)] = `0x${address}`;
    linked.push(code.slice(copied, at), address);
    copied = at + markerLength;
  }
  if (!digits.startsWith((linked.join("") + code.slice(copied)).toLowerCase())) return undefined;
  return { libraries, args: `0x${digits.slice(code.length)}` };
}
