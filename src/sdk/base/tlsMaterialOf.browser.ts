import type { TlsMaterial } from "../../chain/transport/tlsMaterial";
import { clientError } from "../../errors/clientError";
import type { TlsOptions } from "./records";

/** Which authorities are trusted, and which certificate is shown, is the browser's own matter. */
export async function tlsMaterialOf(tls: string | TlsOptions | undefined): Promise<TlsMaterial | undefined> {
  if (tls === undefined) return undefined;
  throw clientError("notInBrowser", { what: "tls" });
}
