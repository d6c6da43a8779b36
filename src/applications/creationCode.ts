import { libraryMarkers, libraryName } from "../chain/artifact/linkLibraries";
import type { ContractArtifact } from "../chain/artifact/readArtifact";

/** Code as compilers write it, hex without `0x`; empty where there is none, and where libraries would have to be linked first. */
export function linkedCode(artifact: ContractArtifact, code: string | undefined): string {
  const plain = (code ?? "").replace(/^0x/i, "");
  return needsLibraries(artifact, plain) ? "" : plain;
}

/** Whether addresses of libraries are missing in code. @throws ChainError usage `badBytecode` */
export function needsLibraries({ name }: ContractArtifact, code: string | undefined): boolean {
  return libraryMarkers(name, (code ?? "").replace(/^0x/i, "")).length > 0;
}

/** Names of libraries by the markers that stand for their addresses in codes. @throws ChainError usage `badBytecode` */
export function librariesIn(
  { name, libraryNames }: ContractArtifact,
  codes: readonly string[],
): Record<string, string> {
  const markers = codes.flatMap((code) => libraryMarkers(name, code));
  return Object.fromEntries(markers.map((marker) => [marker, libraryName(marker, libraryNames)]));
}
