import type { RequestOptions } from "../../chain/client/client";
import { decodeAnswer, encodeRequest } from "../../chain/transport/envelope";
import { throwLater } from "../../chain/transport/listeners";
import { readPushedLogs } from "../../chain/transport/webSocketMessages";
import { devMethods } from "../../devchain/dev/devMethods";
import { PortFaults } from "../../devchain/dev/faults";
import type { Group } from "../../devchain/ledger/group";
import type { Network } from "../../devchain/nodes/network";
import { answer, type MethodTable } from "../../devchain/rpc/envelope";
import { type EventTask, wantedLogs } from "../../devchain/rpc/eventSubscription";
import { nextAfterRewind } from "../../devchain/rpc/filters";
import { nodeMethods } from "../../devchain/rpc/node/nodeMethods";
import { clientError } from "../../errors/clientError";
import type { ChainPushes, ChainTransport, Stop } from "../base/chain";

/** What people are told a request went to. */
const label = "the chain of this test";
/** As over HTTP: long enough for everything but a sealer that is paused. */
const usualTimeoutMs = 10_000;

/** Requests to an embedded chain in the same process: the texts that would go over a port, without one. */
export function inProcessTransport(network: Network): ChainTransport {
  const [node, dev] = [nodeMethods(network), devMethods(network, new PortFaults())];
  const methods: MethodTable = (method) => node(method) ?? dev(method);
  let lastId = 0;
  let closed = false;
  return {
    label,
    async request(method, params, options = {}, isExact) {
      if (closed) throw clientError("transportClosed", { endpoint: label, method });
      lastId += 1;
      const id = lastId;
      const text = await withinLimits(answer(encodeRequest(id, method, params), methods), method, options);
      return decodeAnswer({ text, id, endpoint: label }, method, isExact);
    },
    async close() {
      closed = true;
    },
  };
}

async function withinLimits<Value>(
  work: Promise<Value>,
  method: string,
  { timeoutMs = usualTimeoutMs, signal }: RequestOptions,
): Promise<Value> {
  if (signal?.aborted) throw clientError("cancelled", { endpoint: label, method }, { cause: signal.reason });
  let end = (): void => undefined;
  const given = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(clientError("timedOut", { endpoint: label, method, timeoutMs })), timeoutMs);
    const abort = (): void => reject(clientError("cancelled", { endpoint: label, method }, { cause: signal?.reason }));
    signal?.addEventListener("abort", abort);
    end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  });
  try {
    return await Promise.race([work, given]);
  } finally {
    end();
  }
}

type Subscribe = ChainPushes["subscribeEvents"];

const digits = (address: string): string => address.replace(/^0x/i, "").toLowerCase();

function taskOf(group: Group, filter: Parameters<Subscribe>[1]): EventTask {
  return {
    id: "",
    group: group.id,
    from: filter.fromBlock,
    next: Math.max(1, filter.fromBlock ?? group.blocks.head + 1),
    last: filter.toBlock,
    moved: false,
    addresses: new Set((filter.addresses ?? []).map(digits)),
    topics: (filter.topics ?? []).map((position) =>
      position === null ? undefined : new Set((typeof position === "string" ? [position] : position).map(digits)),
    ),
  };
}

/** Tells a listener the wanted events of the blocks up to the newest; gives whether the range is done. */
function advance(group: Group, task: EventTask, listener: Parameters<Subscribe>[2]): boolean {
  const end = Math.min(group.blocks.head, task.last ?? Number.POSITIVE_INFINITY);
  for (; task.next <= end; task.next++) {
    if (group.archive.has(task.next)) continue;
    const logs = readPushedLogs(wantedLogs(task, group.blocks.block(task.next)));
    if (logs.length > 0) listener.onLogs(logs);
  }
  return task.last !== undefined && task.next > task.last;
}

/** Pushes of an embedded chain in the same process: each block tells its events at once. */
export function inProcessPushes(network: Network): ChainPushes {
  const stops = new Set<Stop>();
  const onBlockOf = (group: Group, listener: () => void): Stop => {
    const own = (): void => {
      try {
        listener();
      } catch (error) {
        throwLater(error); // the listener's mistake is not the chain's
      }
    };
    group.on("block", own);
    const stop = (): void => {
      group.off("block", own);
      stops.delete(stop);
    };
    stops.add(stop);
    return stop;
  };
  return {
    state: { kind: "connected" },
    connect: async () => undefined,
    onBlock(listener) {
      const all = [...network.groups.values()].map((group) =>
        onBlockOf(group, () => listener({ group: group.id, number: group.blocks.head })),
      );
      return () => {
        for (const stop of all) stop();
      };
    },
    async subscribeEvents(name, filter, listener) {
      const group = network.groups.get(name);
      if (!group) throw clientError("unknownGroup", { group: name, groups: [...network.groups.keys()] });
      const task = taskOf(group, filter);
      const stopBlocks = onBlockOf(group, () => {
        if (advance(group, task, listener)) finish();
      });
      const onRewound = (head: number, before: number): void => {
        task.next = nextAfterRewind(task.next, task.from, head, before);
      };
      group.on("rewound", onRewound);
      const stop = (): void => {
        stopBlocks();
        group.off("rewound", onRewound);
      };
      const finish = (): void => {
        stop();
        listener.onEnd?.();
      };
      if (advance(group, task, listener)) finish();
      return stop;
    },
  };
}
