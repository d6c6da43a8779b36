// A node that may answer anything: an embedded chain in this process, and an attacker between it and the client.
import { createClient, type Transport } from "../../src/chain/client/client";
import type { TransactionDataInit } from "../../src/chain/encoding/transactionData";
import type { ChainSession } from "../../src/chain/session";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import type { ChainTrust } from "../../src/chain/verification/chainTrust";
import { sealerSet } from "../../src/chain/verification/sealerSet";
import { bytesToHex, type Hex } from "../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import type { DevChainOptions } from "../../src/devchain/settings/options";
import { ChainError } from "../../src/errors/chainError";
import { ChainInProcess } from "./chainInProcess";
import { rememberingSuite } from "./rememberingSuite";

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
export type JsonObject = { [member: string]: Json };

/** What the liar makes of an answer. */
export type Lie = (method: string, params: readonly unknown[], honest: Json) => Json;

/** How the contract below begins: as solc's code does. */
const memorySetUp = "6080604052";
export const firstTopic = "11".repeat(32);
const secondTopic = "22".repeat(32);
/** Each call tells how long its data is, with two topics, and gives it back: calls of different length have different receipts. */
const runtime = `366000527f${secondTopic}7f${firstTopic}60206000a260206000f3`;
const byte = (number: number): string => number.toString(16).padStart(2, "0");
const runtimeBytes = byte(runtime.length / 2);
export const initCode: Hex = `0x${memorySetUp}60${runtimeBytes}60116000396${`0${runtimeBytes}6000f3`}${runtime}`;

export const abiText = JSON.stringify([{ type: "event", name: "Told", inputs: [] }]);

export class LyingChain {
  readonly session: ChainSession;
  #lie: Lie | undefined;
  #nonce = 1000;
  /** Honest answers as text, by what was asked; and as they are read, which no one changes. */
  readonly #kept = new Map<string, string>();
  readonly #seen: [method: string, answer: Json][] = [];
  #keeping = false;

  private constructor(readonly chain: ChainInProcess) {
    const { suite, settings } = chain.network;
    const transport: Transport = {
      label: "in process",
      request: async (method, params) => {
        const key = JSON.stringify([method, params]);
        const known = this.#keeping ? this.#kept.get(key) : undefined;
        const text =
          known ??
          JSON.stringify(
            await chain.rpc<Json>(method, ...params).catch((error: Error) => {
              throw new ChainError({ kind: "rpc", code: "refused", message: error.message, advice: "" });
            }),
          );
        if (this.#keeping && known === undefined) {
          this.#kept.set(key, text);
          this.#seen.push([method, JSON.parse(text) as Json]);
        }
        const honest = JSON.parse(text) as Json;
        return this.#lie ? this.#lie(method, params, honest) : honest;
      },
      close: () => Promise.resolve(),
    };
    this.session = {
      client: createClient(transport, "group0"),
      chainId: settings.chainId,
      groupId: "group0",
      suite: rememberingSuite(suite),
      nodeVersion: settings.nodeVersion,
      compatibilityVersion: settings.compatibilityVersion,
      authEnabled: false,
      wasm: false,
    };
  }

  static async start(options: DevChainOptions = {}): Promise<LyingChain> {
    return new LyingChain(await ChainInProcess.start({ accounts: 1, observers: 1, ...options }));
  }

  /** Runs something while answers are changed. What was asked before is not asked of the chain again. */
  async lying<Result>(lie: Lie | undefined, run: () => Promise<Result>): Promise<Result> {
    this.#lie = lie;
    this.#keeping = true;
    try {
      return await run();
    } finally {
      this.#lie = undefined;
    }
  }

  forget(): void {
    this.#kept.clear();
    this.#seen.length = 0;
    this.#keeping = false;
  }

  /** What the liar has seen of honest answers. */
  get seen(): readonly (readonly [method: string, answer: Json])[] {
    return this.#seen;
  }

  /** A user's transaction, signed and sent; gives its hash once it stands in a block. */
  async send(data: Partial<TransactionDataInit>, key = new Uint8Array(32).fill(1)): Promise<Hex> {
    const { suite } = this.session;
    const group = this.chain.group();
    const nonce = String(this.#nonce++);
    const whole = {
      chainId: this.session.chainId,
      groupId: "group0",
      blockLimit: BigInt(group.blocks.head + 500),
      nonce,
    };
    const { hash, signed } = await signTransaction({
      suite,
      signer: privateKeySigner(suite, key),
      data: { ...whole, ...data },
    });
    await this.chain.rpc("sendTransaction", "group0", "", bytesToHex(signed), false);
    return hash;
  }

  /** Sends them so that they share a block. */
  async together(all: readonly Partial<TransactionDataInit>[]): Promise<Hex[]> {
    const group = this.chain.group();
    group.paused = true;
    const sent = all.map((each, i) => this.send(each, new Uint8Array(32).fill(1 + (i % 3))));
    while (group.pool.size < all.length) await new Promise((resolve) => setImmediate(resolve));
    group.paused = false;
    group.schedule();
    return Promise.all(sent);
  }

  /** The sealers as the genesis block has them. */
  async trust(): Promise<ChainTrust> {
    const sealers = await this.chain.rpc<{ nodeID: string; weight: number }[]>("getSealerList", "group0", "");
    const { hash } = await this.chain.rpc<{ hash: Hex }>("getBlockByNumber", "group0", "", 0, true, true);
    return {
      source: "pinned",
      chainId: this.session.chainId,
      groupId: "group0",
      sealers: sealerSet(sealers.map(({ nodeID, weight }) => ({ nodeId: nodeID, weight: BigInt(weight) }))),
      genesisHash: hash,
      height: 0,
    };
  }

  close(): void {
    this.chain.close();
  }
}
