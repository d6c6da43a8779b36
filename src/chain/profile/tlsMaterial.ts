import { join } from "node:path";
import { isThereIn } from "../../files/look";
import { rsaFileNames, smFileNames } from "../transport/tlsMaterial";
import type { TlsFiles } from "./connectionProfile";

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

/** The first whole set of files in a folder. @param below a folder in it, with its slash */
function firstWhole(folder: string, sets: readonly TlsFiles[], below = ""): "none" | TlsFiles {
  for (const names of sets) {
    const files = Object.entries(names).map(([key, name]) => [key, join(folder, below, name)]);
    const there = Object.values(names).every((name) => isThereIn(folder, `${below}${name}`));
    if (there) return Object.fromEntries(files) as unknown as TlsFiles;
  }
  return "none";
}

const inOrder = <Names>(preferred: TlsKind, rsa: Names, sm: Names): Names[] =>
  preferred === "rsa" ? [rsa, sm] : [sm, rsa];

/**
 * The TLS files of an `sdk/` folder, of one kind or the other, or none at all.
 * @param below where the `sdk/` folder lies in `folder`, with its slash; empty where it is that folder
 */
export const findTlsMaterial = (folder: string, preferred: TlsKind = "rsa", below = ""): "none" | TlsFiles =>
  firstWhole(folder, inOrder<TlsFiles>(preferred, rsaFileNames, smFileNames), below);

/** Which TLS files of an `sdk/` folder are there and which are not: of SM TLS where one of those is there, else of the other. */
export function sdkFiles(folder: string): { present: string[]; missing: string[] } {
  for (const set of [smFileNames, rsaFileNames]) {
    const names = Object.values(set);
    const present = names.filter((name) => isThereIn(folder, name));
    const missing = names.filter((name) => !present.includes(name));
    if (present.length > 0 || set === rsaFileNames) return { present, missing };
  }
  return { present: [], missing: [] };
}

/** A node folder's own TLS files: signed by the chain's CA, so that its nodes take them from a client, too (tls.md, "Certificates"). */
export const nodeTlsMaterial = (nodeFolder: string, preferred: TlsKind = "rsa"): "none" | TlsFiles =>
  firstWhole(nodeFolder, inOrder<TlsFiles>(preferred, nodeFileNames, smNodeFileNames), "conf/");
