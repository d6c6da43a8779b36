import type { NodeTransport } from "../../../chain/client/client";
import type { ConnectionProfile } from "../../../chain/profile/checkedProfile";
import type { WebSocketTransport } from "../../../chain/transport/webSocketTransport";
import type { ChainError } from "../../../errors/chainError";
import { type Clock, systemClock } from "../../../time/clock";
import type { OtherAbis } from "./chainGroup";
import { explainFailure, openPush, openTransport } from "./openTransport";

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
