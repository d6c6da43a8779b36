import type { NodeTransport } from "../../../chain/client/client";
import type { ConnectionProfile } from "../../../chain/profile/checkedProfile";
import { isSecure } from "../../../chain/transport/endpoint";
import type { TlsMaterial } from "../../../chain/transport/tlsMaterial";
import type { WebSocketTransport } from "../../../chain/transport/webSocketTransport";
import type { ChainError } from "../../../errors/chainError";
import { type Clock, systemClock } from "../../../time/clock";
import type { OtherAbis } from "./chainGroup";

/** The certificates of a profile, read for an address that is reached by TLS. @throws ChainError usage `unreadableFile`. */
async function materialFor({ tls }: ConnectionProfile, url: string): Promise<TlsMaterial | undefined> {
  if (!tls || !isSecure(url)) return undefined;
  const { readTlsMaterial } = await import("../../../chain/transport/tlsMaterial");
  return readTlsMaterial(tls);
}

/**
 * The transport to one endpoint of a profile. Loads the transports when the user connects, not before; reads the certificate
 * files at each connect, so that renewed ones count.
 * @throws ChainError usage `badUrl`, `unreadableFile`.
 */
export async function openTransport(profile: ConnectionProfile, url: string): Promise<NodeTransport> {
  const [{ createHttpTransport }, tls] = await Promise.all([
    import("../../../chain/transport/httpTransport"),
    materialFor(profile, url),
  ]);
  return createHttpTransport({
    url,
    ...(tls ? { tls } : {}),
    devToken: profile.devToken,
    ...(profile.timeoutMs === undefined ? {} : { timeoutMs: profile.timeoutMs }),
  });
}

/** Why an endpoint of a profile could not be reached, looked at with the profile's own certificate files. */
async function explainFailure(profile: ConnectionProfile, url: string, failure: ChainError): Promise<ChainError> {
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
  const [{ createWebSocketTransport }, tls] = await Promise.all([
    import("../../../chain/transport/webSocketTransport"),
    materialFor(profile, url),
  ]);
  return createWebSocketTransport({ url, ...(tls ? { tls } : {}) });
}

/** How a connection reaches the world: the network and the clock. */
export interface ConnectionPorts {
  readonly clock: Clock;
  openTransport(profile: ConnectionProfile, url: string): Promise<NodeTransport>;
  openPush(profile: ConnectionProfile, url: string): Promise<WebSocketTransport>;
  /** Why an endpoint could not be reached, looked at more closely. */
  explainFailure(profile: ConnectionProfile, url: string, failure: ChainError): Promise<ChainError>;
  readonly otherAbis?: OtherAbis;
}

export const realPorts: ConnectionPorts = { clock: systemClock, openTransport, openPush, explainFailure };
