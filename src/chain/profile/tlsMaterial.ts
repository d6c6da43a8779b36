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
/** The same of a chain with SM TLS: one pair for signing, one for encryption. */
export const smFileNames = {
  ca: "sm_ca.crt",
  cert: "sm_sdk.crt",
  key: "sm_sdk.key",
  enCert: "sm_ensdk.crt",
  enKey: "sm_ensdk.key",
} as const;
const nodeFileNames = { ca: "ca.crt", cert: "ssl.crt", key: "ssl.key" } as const;
const smNodeFileNames = {
  ca: "sm_ca.crt",
  cert: "sm_ssl.crt",
  key: "sm_ssl.key",
  enCert: "sm_enssl.crt",
  enKey: "sm_enssl.key",
} as const;

/** The kind of TLS that files are for. */
export type TlsKind = "rsa" | "sm";

/** The first whole set of files in a folder. */
async function firstWhole(folder: string, sets: readonly TlsFiles[]): Promise<"none" | TlsFiles> {
  for (const names of sets) {
    const files = Object.entries(names).map(([key, name]) => [key, join(folder, name)]);
    const there = await Promise.all(files.map(([, path = ""]) => exists(path)));
    if (there.every(Boolean)) return Object.fromEntries(files) as unknown as TlsFiles;
  }
  return "none";
}

const inOrder = <Names>(preferred: TlsKind, rsa: Names, sm: Names): Names[] =>
  preferred === "rsa" ? [rsa, sm] : [sm, rsa];

/** The TLS files of an `sdk/` folder, of one kind or the other, or none at all. */
export const findTlsMaterial = (folder: string, preferred: TlsKind = "rsa"): Promise<"none" | TlsFiles> =>
  firstWhole(folder, inOrder<TlsFiles>(preferred, rsaFileNames, smFileNames));

/** Which TLS files of an `sdk/` folder are there and which are not: of SM TLS where one of those is there, else of the other. */
export async function sdkFiles(folder: string): Promise<{ present: string[]; missing: string[] }> {
  for (const set of [smFileNames, rsaFileNames]) {
    const names = Object.values(set);
    const there = await Promise.all(names.map((name) => exists(join(folder, name))));
    const [present, missing] = [names.filter((_, i) => there[i]), names.filter((_, i) => !there[i])];
    if (present.length > 0 || set === rsaFileNames) return { present, missing };
  }
  return { present: [], missing: [] };
}

/** The TLS files of a node folder itself: signed by the chain's CA, so that its nodes take them from a client, too (tls.md §2). */
export const nodeTlsMaterial = (nodeFolder: string, preferred: TlsKind = "rsa"): Promise<"none" | TlsFiles> =>
  firstWhole(join(nodeFolder, "conf"), inOrder<TlsFiles>(preferred, nodeFileNames, smNodeFileNames));

/** One note for each named file that is not there. */
export async function missingFiles(tls: TlsFiles): Promise<ImportNote[]> {
  const notes: ImportNote[] = [];
  for (const path of Object.values(tls) as string[])
    if (!(await exists(path))) notes.push({ code: "missingFile", path });
  return notes;
}
