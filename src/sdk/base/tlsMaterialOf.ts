import { clientMaterial } from "../../chain/profile/importProfile";
import { readTlsMaterial, type TlsMaterial } from "../../chain/transport/tlsMaterial";
import type { TlsOptions } from "./records";

const isPem = (text: string): boolean => text.trimStart().startsWith("-----BEGIN");

/** The PEM texts that are meant: those given, or those of files. */
export async function tlsMaterialOf(tls: string | TlsOptions | undefined): Promise<TlsMaterial | undefined> {
  if (tls === undefined) return undefined;
  if (typeof tls === "string") return readTlsMaterial(await clientMaterial(tls));
  return isPem(tls.ca) ? { ...tls } : readTlsMaterial({ ...tls });
}
