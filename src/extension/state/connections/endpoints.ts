import { createClient, type Transport } from "../../../chain/client/client";
import { toChainError } from "../../../chain/errors/dictionary";
import { getBlockNumber } from "../../../chain/rpc/getBlockNumber";

/** What is known of one of several endpoints of a connection. */
export interface EndpointState {
  readonly url: string;
  /** The newest block that it knows; undefined when it did not answer. */
  readonly height: number | undefined;
}

/** An endpoint that takes longer counts as one that does not answer. */
const patienceMs = 5000;

/**
 * Asks every endpoint for its height, gently: one question each, by a transport that is closed afterwards.
 * @param open makes the transport of an endpoint
 */
export function askEndpoints(
  urls: readonly string[],
  group: string,
  open: (url: string) => Promise<Transport>,
  signal: AbortSignal,
): Promise<readonly EndpointState[]> {
  return Promise.all(
    urls.map(async (url): Promise<EndpointState> => {
      let transport: Transport | undefined;
      try {
        transport = await open(url);
        const height = await getBlockNumber(createClient(transport, group), { timeoutMs: patienceMs, signal });
        return { url, height };
      } catch (error) {
        toChainError(error); // a defect of ours is none of the endpoint's
        return { url, height: undefined };
      } finally {
        await transport?.close().catch(() => undefined);
      }
    }),
  );
}
