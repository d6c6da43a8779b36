import { join } from "node:path";
import type { TlsFiles } from "../../../chain/profile/connectionProfile";
import { setting } from "../../kit/settings/settings";

/** Files of a client, by the chain builder's names. */
const clientFiles: Readonly<Record<"standard" | "sm", TlsFiles>> = {
  standard: { ca: "ca.crt", cert: "sdk.crt", key: "sdk.key" },
  sm: {
    ca: "sm_ca.crt",
    cert: "sm_sdk.crt",
    key: "sm_sdk.key",
    enCert: "sm_ensdk.crt",
    enKey: "sm_ensdk.key",
  },
};

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
  const { ca, cert, key, enCert, enKey } = clientFiles[kind];
  const at = (file: string): string => join(path, "sdk", file);
  const encryption = enCert && enKey ? { enCert: at(enCert), enKey: at(enKey) } : {};
  return {
    args: [kind === "sm" ? "--sm-tls" : "--tls", path],
    files: { ca: at(ca), cert: at(cert), key: at(key), ...encryption },
  };
}
