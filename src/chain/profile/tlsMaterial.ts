import { access } from "node:fs/promises";
import { join } from "node:path";
import type { ImportNote, TlsFiles } from "./connectionProfile";

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Names of the client's files in a chain's `sdk/` folder (docs/protocol/connection-profiles.md). */
export const rsaFileNames = { ca: "ca.crt", cert: "sdk.crt", key: "sdk.key" } as const;

/** The TLS files of an `sdk/` folder: present, of the GM kind, or none at all. */
export async function findTlsMaterial(folder: string): Promise<"sm" | "none" | TlsFiles> {
  const has = (name: string): Promise<boolean> => exists(join(folder, name));
  if ((await has(rsaFileNames.ca)) && (await has(rsaFileNames.cert)) && (await has(rsaFileNames.key))) {
    return {
      ca: join(folder, rsaFileNames.ca),
      cert: join(folder, rsaFileNames.cert),
      key: join(folder, rsaFileNames.key),
    };
  }
  return (await has("sm_ca.crt")) && (await has("sm_sdk.crt")) ? "sm" : "none";
}

/** One note for each named file that is not there. */
export async function missingFiles(tls: TlsFiles): Promise<ImportNote[]> {
  const notes: ImportNote[] = [];
  for (const path of [tls.ca, tls.cert, tls.key]) if (!(await exists(path))) notes.push({ code: "missingFile", path });
  return notes;
}
