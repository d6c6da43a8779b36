import { createClient, type Transport } from "../../../chain/client/client";
import { toChainError } from "../../../chain/errors/dictionary";
import type { Fork } from "../../../chain/health/forks";
import type { ForkWatch } from "../../../chain/health/forkWatch";
import { getBlockNumber } from "../../../chain/rpc/getBlockNumber";

/** What is known of one of several endpoints of a connection. */
export interface EndpointState {
  readonly url: string;
  /** The newest block that it knows; undefined when it did not answer. */
  readonly height: number | undefined;
  /** Where its blocks of the group that was asked differ from those of other endpoints. */
  readonly fork?: { readonly group: string; readonly fork: Fork };
}

/** An endpoint that takes longer counts as one that does not answer. */
const patienceMs = 5000;

/**
 * Asks every endpoint for its height, gently: one question each, by a transport that is closed afterwards. Where several answer, their
 * blocks are compared.
 * @param open makes the transport of an endpoint
 * @param forks keeps what is known of forks from one call to the next
 */
export async function askEndpoints(
  urls: readonly string[],
  group: string,
  open: (url: string) => Promise<Transport>,
  signal: AbortSignal,
  forks: ForkWatch,
): Promise<readonly EndpointState[]> {
  const opened: Transport[] = [];
  const options = { timeoutMs: patienceMs, signal };
  try {
    const nodes = await Promise.all(
      urls.map(async (endpoint) => {
        try {
          const transport = await open(endpoint);
          opened.push(transport);
          const client = createClient(transport, group);
          return { endpoint, client, height: await getBlockNumber(client, options) };
        } catch (error) {
          toChainError(error); // a defect of ours is none of the endpoint's
          return { endpoint, height: undefined };
        }
      }),
    );
    const compared = await forks.compare(nodes, options);
    return nodes.map(({ endpoint: url, height }, at) => {
      const found = compared[at];
      return { url, height, ...(found?.state === "forked" ? { fork: { group, fork: found.fork } } : {}) };
    });
  } finally {
    await Promise.all(opened.map((transport) => transport.close().catch(() => undefined)));
  }
}
