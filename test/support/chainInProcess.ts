// An embedded chain without ports: its methods are called as the port calls them.
import type { NodeTransport, UnreadAnswer } from "../../src/chain/client/client";
import { encodeSignedTransaction } from "../../src/chain/encoding/signedTransaction";
import { transactionData } from "../../src/chain/encoding/transactionData";
import { transactionHash } from "../../src/chain/encoding/transactionHash";
import { decodeAnswer, encodeRequest } from "../../src/chain/transport/envelope";
import { devMethods } from "../../src/devchain/dev/devMethods";
import { PortFaults } from "../../src/devchain/dev/faults";
import type { Group } from "../../src/devchain/ledger/group";
import type { CommittedTransaction } from "../../src/devchain/ledger/txPool";
import type { Network } from "../../src/devchain/nodes/network";
import type { AbiItem } from "../../src/devchain/precompiled/host/abiBytes";
import { encodeCall } from "../../src/devchain/precompiled/host/contract";
import { answer, type MethodTable } from "../../src/devchain/rpc/envelope";
import { nodeMethods } from "../../src/devchain/rpc/node/nodeMethods";
import { type DevChainOptions, devChainSettings } from "../../src/devchain/settings/options";
import { createNetwork } from "../../src/devchain/startDevChain";

const address = (digits: string): string => `0x${digits.padStart(40, "0")}`;
export const consensus = address("1003");
export const systemConfig = address("1000");

export class ChainInProcess {
  readonly network: Network;
  readonly #methods: MethodTable;
  #nonce = 0;

  private constructor(network: Network) {
    this.network = network;
    const [node, dev] = [nodeMethods(network), devMethods(network, new PortFaults())];
    this.#methods = (method) => node(method) ?? dev(method);
  }

  static async start(options: DevChainOptions = {}): Promise<ChainInProcess> {
    return new ChainInProcess(await createNetwork(devChainSettings({ accounts: 0, ...options })));
  }

  group(id = "group0"): Group {
    const group = this.network.groups.get(id);
    if (!group) throw new Error(`there is no ${id}`);
    return group;
  }

  /** Answers the text of a request, as the port does. */
  answer(text: string): Promise<string> {
    return answer(text, this.#methods);
  }

  async rpc<T>(method: string, ...params: unknown[]): Promise<T> {
    const text = await answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), this.#methods);
    const { result, error } = JSON.parse(text) as { result?: T; error?: { code: number; message: string } };
    if (error) throw new Error(`${method}: ${error.code} ${error.message}`);
    return result as T;
  }

  /** Calls a built-in contract in a user's name, in a block of its own. */
  async send(
    to: string,
    signature: string,
    values: readonly AbiItem[],
    { from = "1a".repeat(20), types, id = "group0" }: { from?: string; types?: string; id?: string } = {},
  ): Promise<CommittedTransaction> {
    const { suite, settings } = this.network;
    const group = this.group(id);
    const data = transactionData({
      chainId: settings.chainId,
      groupId: id,
      blockLimit: BigInt(group.blocks.head + 500),
      nonce: String(this.#nonce++),
      to,
      input: encodeCall(suite, signature, values, types),
    });
    const signed = encodeSignedTransaction({
      data,
      dataHash: transactionHash(suite, data),
      signature: new Uint8Array(65),
    });
    return group.submitAs(signed, from);
  }

  close(): void {
    this.network.close();
  }
}

/** A method and its parameters, as it reached the node. */
export interface Asked {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A transport that ends in the chain itself, and notes what goes through. */
export function transportTo(chain: ChainInProcess, asked: Asked[] = []): NodeTransport {
  let last = 0;
  const answer = async (method: string, params: readonly unknown[]): Promise<UnreadAnswer> => {
    asked.push({ method, params });
    last += 1;
    const id = last;
    return { text: await chain.answer(encodeRequest(id, method, params)), id, endpoint: "http://in.process:20200" };
  };
  return {
    answer,
    label: "http://in.process:20200",
    request: async (method, params, _, isExact) => decodeAnswer(await answer(method, params), method, isExact),
    close: async () => undefined,
  };
}
