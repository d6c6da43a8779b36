import type { AnalysisContext } from "./analysisContext";
import type { Evaluation } from "./evaluation";

/** The IDs by which the lists can name the node of the file, lower case: of 2.x its consensus ID, else its TLS IDs. */
export function ownIdentities({ own }: AnalysisContext, { secondGeneration, identityLength }: Evaluation): string[] {
  const ids = secondGeneration ? [own?.consensusId] : [own?.tlsId, own?.smTlsId];
  return ids.flatMap((id) => (id?.length === identityLength ? [id.toLowerCase()] : []));
}
