import type { TlsMaterial } from "../../chain/transport/tlsMaterial";
import { clientError } from "../../errors/clientError";
import type { ConnectOptions } from "./chain";

/** Which authorities are trusted, and which certificate is shown, is the browser's own matter. */
export async function tlsMaterialOf(tls: ConnectOptions["tls"]): Promise<TlsMaterial | undefined> {
  if (tls === undefined) return undefined;
  throw clientError("notInBrowser", { what: "tls" });
}
