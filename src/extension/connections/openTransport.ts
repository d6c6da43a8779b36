import type { Transport } from "../../chain/client";
import type { ConnectionProfile } from "./connectionProfile";

/** The transport to one endpoint of a profile. Loads the transports when somebody connects, not before. */
export async function openTransport(profile: ConnectionProfile, url: string): Promise<Transport> {
  const { createHttpTransport } = await import("../../chain/transport/httpTransport");
  return createHttpTransport({ url, ...(profile.timeoutMs === undefined ? {} : { timeoutMs: profile.timeoutMs }) });
}
