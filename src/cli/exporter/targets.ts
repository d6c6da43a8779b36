import type { Target } from "../../monitoring/metrics/collector";
import { transportOf } from "../connection/connect";
import { type Connection, tlsOf } from "../connection/connectionOptions";

/** Nodes of a connection, each with a way of its own: what one measures isn't answered by another. */
export async function targetsOf(connection: Connection): Promise<Target[]> {
  const { parseEndpoint } = await import("../../chain/transport/endpoint");
  const { certificateExpiries } = await import("../../chain/transport/tlsHandshake");
  const tls = await tlsOf(connection);
  return Promise.all(
    connection.urls.map(async (url): Promise<Target> => {
      const endpoint = parseEndpoint(url);
      const transport = await transportOf({ ...connection, url, urls: [url] });
      const { timeoutMs } = connection;
      return {
        endpoint: endpoint.origin,
        transport,
        ...(endpoint.secure ? { certificates: () => certificateExpiries(endpoint, tls, timeoutMs) } : {}),
      };
    }),
  );
}
