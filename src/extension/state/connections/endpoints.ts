import { createClient, type Transport } from "../../../chain/client/client";
import type { Fork } from "../../../chain/health/forks";
import { ForkWatch } from "../../../chain/health/forkWatch";
import { getBlockNumber } from "../../../chain/rpc/blocks";
import { toChainError } from "../../../errors/dictionary";

/** What is known of one of several endpoints of a connection. */
export interface EndpointState {
  readonly url: string;
  /** The newest block that it knows; undefined when it did not answer. */
  readonly height: number | undefined;
  /** Where its blocks of the group that was asked differ from those of other endpoints. */
  readonly fork?: { readonly group: string; readonly fork: Fork };
}

/** An endpoint that takes longer counts as one that does not answer. */
const timeoutMs = 5000;

/** What an endpoint gives; undefined where it doesn't. */
async function ifAny<Result>(given: Promise<Result>): Promise<Result | undefined> {
  try {
    return await given;
  } catch (error) {
    toChainError(error); // a defect of ours is none of the endpoint's
    return undefined;
  }
}

/**
 * Asks every endpoint for its height, gently: one question for each group, by one transport that is closed afterwards. Where several
 * answer, their blocks are compared. The first group tells whether an endpoint answers; of the others only a fork counts.
 * @param open makes the transport of an endpoint
 * @param known what is known of each group's forks from one call to the next
 */
export async function askEndpoints(
  urls: readonly string[],
  groups: readonly string[],
  known: Map<string, ForkWatch>,
  open: (url: string) => Promise<Transport>,
  signal: AbortSignal,
): Promise<readonly EndpointState[]> {
  const options = { timeoutMs: timeoutMs, signal };
  const transports = await Promise.all(urls.map((url) => ifAny(open(url))));
  try {
    const byGroup: EndpointState[][] = [];
    for (const group of groups) {
      const forks = known.get(group) ?? new ForkWatch();
      known.set(group, forks);
      const nodes = await Promise.all(
        urls.map(async (endpoint, at) => {
          const transport = transports[at];
          const client = transport && createClient(transport, group);
          const height = client && (await ifAny(getBlockNumber(client, options)));
          return { endpoint, height, ...(client && height !== undefined ? { client } : {}) };
        }),
      );
      const compared = await forks.compare(nodes, options);
      byGroup.push(
        nodes.map(({ endpoint: url, height }, at) => {
          const found = compared[at];
          return { url, height, ...(found?.state === "forked" ? { fork: { group, fork: found.fork } } : {}) };
        }),
      );
    }
    const [first = []] = byGroup;
    return first.map((state, at) => byGroup.map((states) => states[at]).find((each) => each?.fork) ?? state);
  } finally {
    await Promise.all(transports.map((transport) => transport?.close().catch(() => undefined)));
  }
}
