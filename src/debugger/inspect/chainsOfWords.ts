import type { ChainClient } from "../../chain/client/client";
import type { AccountStorage, ExecutionRecording } from "../../chain/dev/executionRecording";
import { outputOf } from "../../chain/proxy/recognizeProxy";
import { getCode } from "../../chain/rpc/contractCode";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import { type Address, type Hex, numberToHex } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { evmOfChain } from "../../solidity/version/evmVersion";
import { t } from "../../text/catalogue";
import { inParallel } from "../../time/inParallel";
import { CannotDebug } from "../program/launchedPath";
import { type Machine, machineOf, recordingClient } from "../program/recordingChain";
import type { WordSource } from "./accountStorage";
import type { InspectedChain, InspectionOrder } from "./messages";

interface NamedByTransaction {
  readonly from: string;
  readonly input: string;
  readonly logs: readonly { readonly topics: string[]; readonly data: Hex }[];
}

/** A chain whose accounts' words can be asked for. */
export interface ChainOfWords extends WordSource, Machine {
  /** Its own interface; undefined where only the web3 port is known. */
  readonly client?: ChainClient;
  /** What a web3 port tells of a transaction; undefined for one that it doesn't know. */
  transaction?(hash: string): Promise<NamedByTransaction | undefined>;
  /** Runtime code, `0x` hex. @throws ChainError */
  code(address: string, signal?: AbortSignal): Promise<string>;
  /** What a call returns; undefined where it fails. */
  call(to: Address, data: Hex, signal?: AbortSignal): Promise<string | undefined>;
  /** The latest block that was read, and whether others came in between. */
  block(): Promise<{ readonly number?: number; readonly moved: boolean }>;
  /** What a person should know of where the words come from. */
  readonly notes?: readonly string[];
  /** How sure it is that they are the chain's, where that is a question. */
  readonly certainty?: string;
  close(): Promise<void>;
}

const timeoutMs = 60_000;
/** Questions that a web3 port is asked at once. */
const atOnce = 16;

const wordsIn = (slots: Readonly<Record<string, string>>): Map<bigint, bigint> =>
  new Map(Object.entries(slots).map(([slot, word]) => [BigInt(slot), BigInt(word)]));

/** @throws CannotDebug for what is no embedded chain; ChainError */
export async function embeddedWords(
  from: InspectedChain,
  address: string,
  signal?: AbortSignal,
): Promise<ChainOfWords> {
  const client = recordingClient(from, timeoutMs);
  const options = signal ? { signal } : {};
  const ask = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    try {
      return (await client.transport.request(method, [client.group, ...params], options)) as T;
    } catch (error) {
      if (error instanceof ChainError && error.code === -32601)
        throw new CannotDebug(
          t(
            "This isn't an embedded chain, or it's an older one. For other chains, storage is read from the web3 port.",
          ),
        );
      throw error;
    }
  };
  try {
    const machine = await machineOf((call) => ask<ExecutionRecording>("dev_recordCall", call));
    const numbers = new Set<number>();
    const storage = async (...slots: string[][]): Promise<AccountStorage> => {
      const found = await ask<AccountStorage>("dev_storage", address, ...slots);
      numbers.add(found.number);
      return found;
    };
    return {
      client,
      ...machine,
      code: (of, end) => getCode(client, of as Hex, end ? { signal: end } : {}),
      call: (to, data, end) => outputOf(client, to, data, end ? { signal: end } : {}),
      whole: async () => {
        const { slots, cut } = await storage();
        return cut ? undefined : wordsIn(slots);
      },
      words: async (slots) => wordsIn((await storage(slots.map(numberToHex))).slots),
      block: async () => ({
        ...(numbers.size > 0 ? { number: Math.max(...numbers) } : {}),
        moved: numbers.size > 1,
      }),
      close: () => client.transport.close(),
    };
  } catch (error) {
    await client.transport.close();
    throw error;
  }
}

/** What is read of a transaction and its receipt; what is not as expected counts for nothing. */
function readTransaction(transaction: unknown, receipt: unknown): NamedByTransaction | undefined {
  if (typeof transaction !== "object" || transaction === null) return undefined;
  const { from, input } = transaction as { from?: unknown; input?: unknown };
  const { logs } = (receipt ?? {}) as { logs?: unknown };
  return {
    from: isHex(from) ? from : "0x",
    input: isHex(input) ? input : "0x",
    logs: (Array.isArray(logs) ? logs : [])
      .slice(0, 100)
      .flatMap((log: { topics?: unknown; data?: unknown } | null) => {
        const { topics, data } = log ?? {};
        return Array.isArray(topics) && topics.every(isHex) && isHex(data) ? [{ topics, data: data as Hex }] : [];
      }),
  };
}

const isHex = (value: unknown): value is string => typeof value === "string" && /^0x[0-9a-fA-F]*$/.test(value);

/** @throws CannotDebug where the port is another chain's; ChainError */
export async function web3Words(
  from: Extract<Extract<InspectionOrder, { kind: "storage" }>["from"], { kind: "web3" }>,
  address: string,
  signal?: AbortSignal,
): Promise<ChainOfWords> {
  const transport = createHttpTransport({ url: from.url, timeoutMs });
  const ask = async (method: string, ...params: string[]): Promise<string> => {
    const answer = await transport.request(method, params, signal ? { signal } : {});
    if (!isHex(answer) || answer.length > 200_000)
      throw new CannotDebug(t("{0} returned something other than hex for {1}.", from.url, method));
    return answer;
  };
  const height = async (): Promise<number | undefined> => {
    const number = Number(await ask("eth_blockNumber"));
    return Number.isSafeInteger(number) ? number : undefined;
  };
  try {
    const code = await ask("eth_getCode", address, "latest");
    if (code.toLowerCase() !== from.code.toLowerCase())
      throw new CannotDebug(
        t(
          "The web3 port {0} has different code at {1} than the chain. It belongs to another chain.",
          from.url,
          address,
        ),
      );
    const before = await height();
    const word = async (slot: bigint): Promise<readonly [bigint, bigint]> => {
      const answer = await ask("eth_getStorageAt", address, numberToHex(slot), "latest");
      if (answer.length > 66)
        throw new CannotDebug(t("{0} returned something other than hex for {1}.", from.url, "eth_getStorageAt"));
      return [slot, BigInt(answer === "0x" ? "0x0" : answer)];
    };
    return {
      suite: from.suite,
      revision: evmOfChain(from.target),
      code: (of) => (of === address ? Promise.resolve(code) : ask("eth_getCode", of, "latest")),
      call: async (to, data) => {
        try {
          const answer = await transport.request("eth_call", [{ to, data }, "latest"], signal ? { signal } : {});
          return isHex(answer) && answer.length <= 200_000 ? answer : undefined;
        } catch (error) {
          if (error instanceof ChainError && ["rpc", "execution"].includes(error.kind)) return undefined;
          throw error;
        }
      },
      whole: async () => undefined,
      words: async (slots) => {
        const words = await inParallel(slots, atOnce, (slot) => {
          signal?.throwIfAborted();
          return word(slot);
        });
        return new Map(words);
      },
      transaction: async (hash) =>
        readTransaction(
          await transport.request("eth_getTransactionByHash", [hash], signal ? { signal } : {}),
          await transport.request("eth_getTransactionReceipt", [hash], signal ? { signal } : {}),
        ),
      block: async () => {
        const after = await height();
        return { ...(after === undefined ? {} : { number: after }), moved: before !== after };
      },
      close: () => transport.close(),
    };
  } catch (error) {
    await transport.close();
    throw error;
  }
}
