import type { Transport } from "../../../chain/client";
import type { ChainError } from "../../../chain/errors/chainError";
import type { WebSocketTransport } from "../../../chain/transport/webSocketTransport";
import { type Clock, systemClock } from "./clock";
import type { ConnectionProfile } from "./connectionProfile";
import { explainFailure, openPush, openTransport } from "./openTransport";

/** How a connection reaches the world: the network and the clock. */
export interface ConnectionPorts {
  readonly clock: Clock;
  openTransport(profile: ConnectionProfile, url: string): Promise<Transport>;
  openPush(profile: ConnectionProfile, url: string): Promise<WebSocketTransport>;
  /** Why an endpoint could not be reached, looked at more closely. */
  explainFailure(profile: ConnectionProfile, url: string, failure: ChainError): Promise<ChainError>;
}

export const realPorts: ConnectionPorts = { clock: systemClock, openTransport, openPush, explainFailure };
