import type { Transport } from "../../../chain/client";
import type { ChainError } from "../../../chain/errors/chainError";
import type { WebSocketTransport } from "../../../chain/transport/webSocketTransport";
import type { ConnectionProfile } from "./connectionProfile";

/**
 * The transport to one endpoint of a profile. Loads the transports when somebody connects, not before; reads the certificate
 * files at each connect, so that renewed ones count.
 * @throws ChainError usage `badUrl`, `unreadableFile`.
 */
export async function openTransport(profile: ConnectionProfile, url: string): Promise<Transport> {
  const [{ createHttpTransport }, { readTlsMaterial }] = await Promise.all([
    import("../../../chain/transport/httpTransport"),
    import("../../../chain/transport/tlsMaterial"),
  ]);
  const secure = /^https:/i.test(url.trim());
  const tls = profile.tls && secure ? await readTlsMaterial(profile.tls) : undefined;
  return createHttpTransport({
    url,
    ...(tls ? { tls } : {}),
    devToken: profile.devToken,
    ...(profile.timeoutMs === undefined ? {} : { timeoutMs: profile.timeoutMs }),
  });
}

/** Why an endpoint of a profile could not be reached, looked at with the profile's own certificate files. */
export async function explainFailure(
  profile: ConnectionProfile,
  url: string,
  failure: ChainError,
): Promise<ChainError> {
  const [{ explainTlsFailure }, { readTlsMaterial }] = await Promise.all([
    import("../../../chain/transport/explainTlsFailure"),
    import("../../../chain/transport/tlsMaterial"),
  ]);
  try {
    return await explainTlsFailure(failure, url.trim(), profile.tls && (await readTlsMaterial(profile.tls)));
  } catch {
    return failure; // the files cannot be read, which is what the failure says
  }
}

/** The same endpoint over WebSocket, where a node tells of new blocks by itself. Not connected yet. */
export async function openPush(profile: ConnectionProfile, url: string): Promise<WebSocketTransport> {
  const [{ createWebSocketTransport }, { readTlsMaterial }] = await Promise.all([
    import("../../../chain/transport/webSocketTransport"),
    import("../../../chain/transport/tlsMaterial"),
  ]);
  const tls = profile.tls && /^https:/i.test(url) ? await readTlsMaterial(profile.tls) : undefined;
  return createWebSocketTransport({ url, ...(tls ? { tls } : {}) });
}
