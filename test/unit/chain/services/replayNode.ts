import { readFileSync } from "node:fs";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { decodeSignedTransaction } from "../../../../src/chain/encoding/signedTransaction";
import type { ChainSession } from "../../../../src/chain/session";
import { bytesToHex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { Signer } from "../../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { nodeError } from "../../../../src/errors/nodeError";

interface RecordedError {
  readonly code: number;
  readonly message: string;
}

/** One exchange with a real node: a request with its answer, or a transaction with its receipt. */
interface Exchange {
  readonly name: string;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly transaction?: { readonly to: string; readonly data: string };
  readonly result?: unknown;
  readonly error?: RecordedError;
}

/** What a test adds to the recording: answers by method, or by method and first own parameter (`getCode 0x…`); an error is thrown. */
export type ExtraAnswers = Readonly<Record<string, unknown>>;

const sameHex = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase().replace(/^0x/, "") === String(other).toLowerCase().replace(/^0x/, "");

/**
 * A node that answers what a real one answered: equal requests in the order of the recording, the last answer from then on. What was
 * never recorded is an error, so a test cannot pass by asking something else than the official tools did.
 */
class ReplayNode implements Transport {
  readonly label = "recording";
  /** Methods and transactions asked for, for tests of what is not sent. */
  readonly asked: string[] = [];
  readonly #exchanges: Exchange[];
  readonly #extra: ExtraAnswers;
  readonly #used = new Set<Exchange>();

  constructor(file: string, extra: ExtraAnswers = {}) {
    const path = new URL(`../../../fixtures/recordings/services/${file}.json`, import.meta.url);
    this.#exchanges = JSON.parse(readFileSync(path, "utf8")) as Exchange[];
    this.#extra = extra;
  }

  /** From here on, only what was recorded after the exchange of this name counts. */
  after(name: string): this {
    const index = this.#exchanges.findIndex((exchange) => exchange.name === name);
    if (index < 0) throw new Error(`no exchange "${name}"`);
    this.#exchanges.splice(0, index + 1);
    return this;
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === "sendTransaction") return this.#transaction(String(params[2]));
    this.asked.push(method);
    const own = `${method} ${String(params[2] ?? "")}`.trim();
    for (const key of [own, method]) {
      if (!Object.hasOwn(this.#extra, key)) continue;
      const answer = this.#extra[key];
      if (answer instanceof Error) throw answer;
      return answer;
    }
    if (method === "getBlockNumber") return 100;
    const fits = (exchange: Exchange): boolean =>
      exchange.method === method &&
      params.every(
        (param, index) => (index < 2 && method !== "getGroupPeers") || sameHex(param, exchange.params?.[index]),
      );
    return this.#answer(this.#exchanges.filter(fits), `${method} ${JSON.stringify(params)}`);
  }

  async close(): Promise<void> {
    this.asked.length = 0;
  }

  /** The receipt of a transaction that calls the same, as one of the transaction that was sent: its nonce gives it a hash of its own. */
  async #transaction(signed: string): Promise<unknown> {
    const { data, dataHash } = decodeSignedTransaction(hexToBytes(signed));
    const input = bytesToHex(data.input);
    this.asked.push(`transaction ${data.to}`);
    const fits = ({ transaction }: Exchange): boolean =>
      transaction !== undefined && sameHex(transaction.to, data.to) && sameHex(transaction.data, input);
    const receipt = await this.#answer(this.#exchanges.filter(fits), `transaction to ${data.to} with ${input}`);
    return { ...(receipt as object), transactionHash: bytesToHex(dataHash) };
  }

  async #answer(candidates: readonly Exchange[], what: string): Promise<unknown> {
    const exchange = candidates.find((candidate) => !this.#used.has(candidate)) ?? candidates.at(-1);
    if (!exchange) throw new Error(`never recorded: ${what}`);
    this.#used.add(exchange);
    if (exchange.error) throw await nodeError(exchange.error.code, exchange.error.message);
    return structuredClone(exchange.result);
  }
}

export interface Replay {
  readonly node: ReplayNode;
  readonly session: ChainSession;
  readonly signer: Signer;
}

/** A session on a recording, and an account to sign with (who signs makes no difference to a recording). */
export function replay(file: string, change: Partial<ChainSession> & { extra?: ExtraAnswers } = {}): Replay {
  const { extra, ...session } = change;
  const node = new ReplayNode(file, extra);
  const suite = cryptoSuite(file.startsWith("sm") ? "sm" : "standard");
  return {
    node,
    signer: privateKeySigner(suite, new Uint8Array(32).fill(1)),
    session: {
      client: createClient(node, "group0"),
      chainId: "chain0",
      groupId: "group0",
      suite,
      nodeVersion: "3.16.4",
      compatibilityVersion: "3.16.0",
      authEnabled: file.startsWith("auth"),
      wasm: false,
      ...session,
    },
  };
}
