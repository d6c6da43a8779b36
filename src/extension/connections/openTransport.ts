import type { Transport } from "../../chain/client";
import type { ConnectionProfile } from "./connectionProfile";

/**
 * The transport to one endpoint of a profile. Loads the transports when somebody connects, not before; reads the certificate
 * files at each connect, so that renewed ones count.
 * @throws ChainError usage `badUrl`, `unreadableFile`.
 */
export async function openTransport(profile: ConnectionProfile, url: string): Promise<Transport> {
  const [{ createHttpTransport }, { readTlsMaterial }] = await Promise.all([
    import("../../chain/transport/httpTransport"),
    import("../../chain/transport/tlsMaterial"),
  ]);
  const secure = /^https:/i.test(url.trim());
  const tls = profile.tls && secure ? await readTlsMaterial(profile.tls) : undefined;
  return createHttpTransport({
    url,
    ...(tls ? { tls } : {}),
    ...(profile.timeoutMs === undefined ? {} : { timeoutMs: profile.timeoutMs }),
  });
}
