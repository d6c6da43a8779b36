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

/** Which of the three TLS files of an `sdk/` folder are there and which are not. */
export async function sdkFiles(folder: string): Promise<{ present: string[]; missing: string[] }> {
  const names = Object.values(rsaFileNames);
  const there = await Promise.all(names.map((name) => exists(join(folder, name))));
  return { present: names.filter((_, index) => there[index]), missing: names.filter((_, index) => !there[index]) };
}

/** The TLS files of a node folder itself: signed by the chain's CA, so that its nodes take them from a client, too (tls.md §2). */
export async function nodeTlsMaterial(nodeFolder: string): Promise<"none" | TlsFiles> {
  const file = (name: string): string => join(nodeFolder, "conf", name);
  const files = { ca: file("ca.crt"), cert: file("ssl.crt"), key: file("ssl.key") };
  return (await missingFiles(files)).length === 0 ? files : "none";
}

/** One note for each named file that is not there. */
export async function missingFiles(tls: TlsFiles): Promise<ImportNote[]> {
  const notes: ImportNote[] = [];
  for (const path of [tls.ca, tls.cert, tls.key]) if (!(await exists(path))) notes.push({ code: "missingFile", path });
  return notes;
}
