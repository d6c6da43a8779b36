import { join } from "node:path";
import type { TlsFiles } from "../../../chain/profile/connectionProfile";
import { rsaFileNames, smFileNames } from "../../../chain/transport/tlsMaterial";
import { setting } from "../../kit/settings/settings";

/** What the chain's process is told, and what a connection to it needs. */
export interface EmbeddedTls {
  readonly args: readonly string[];
  readonly files: TlsFiles;
}

/**
 * TLS of the embedded chain as the settings want it; undefined for none. The chain makes the certificates when they are missing
 * and keeps them, whichever blocks it has.
 * @param folder of everything that the embedded chain keeps for this workspace
 */
export function embeddedTls(folder: string): EmbeddedTls | undefined {
  const kind = setting("embeddedChain.tls");
  if (kind === "none") return undefined;
  const path = join(folder, kind === "sm" ? "smTls" : "tls");
  const files = Object.entries<string>(kind === "sm" ? smFileNames : rsaFileNames);
  return {
    args: [kind === "sm" ? "--sm-tls" : "--tls", path],
    files: Object.fromEntries(files.map(([use, name]) => [use, join(path, "sdk", name)])) as unknown as TlsFiles,
  };
}
