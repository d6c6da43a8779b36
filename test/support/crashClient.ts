// What a client of one group has been told by a chain that is killed and damaged, and whether the chain still holds to it.
import type { Pool } from "undici";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../src/crypto/bytes/hex";
import type { CryptoSuite } from "../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import helloWorld from "../fixtures/devchain/helloWorld.json";
import smHelloWorld from "../fixtures/devchain/helloWorld.sm.json";
import { headerFaults, receiptFaults, transactionFaults } from "./offlineProof";
import type { RpcBlockHeader, RpcReceipt } from "./printedObjects";

interface Acknowledged {
  readonly hash: string;
  readonly block: number;
  readonly receipt: string;
}

interface Header extends RpcBlockHeader {
  readonly hash: string;
}

/** Connections, and clients at once. */
export const clients = 8;
/** Headers of the latest blocks that are checked after each start, and transactions whose proofs are. */
const headersPerRound = 20;
const proofsPerRound = 8;

const word = (number: number): string => number.toString(16).padStart(64, "0");

/** The text that `get()` gives. */
function decodeText(output: string): string {
  const bytes = Buffer.from(hexToBytes(output));
  return bytes.toString("utf8", 64, 64 + bytes.readUInt32BE(60));
}

export async function callChain(pool: Pool, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const answer = await pool.request({ method: "POST", path: "/", body });
  const { result, error } = (await answer.body.json()) as { result?: unknown; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** The selector of a function under the hash of the chain. */
function selector(suite: CryptoSuite, signature: string): string {
  return bytesToHex(suite.hash(new TextEncoder().encode(signature)).subarray(0, 4));
}

export class CrashClient {
  readonly group: string;
  readonly #suite: CryptoSuite;
  #acknowledged: Acknowledged[] = [];
  #checked = 0;
  #contract = "";
  #nonce = 0;
  /** Called with every acknowledged transaction; they tell whether they are content. */
  readonly #waiting: (() => boolean)[] = [];
  /** Transactions that were acknowledged in all, those that a cut has taken since among them. */
  total = 0;
  height = 0;
  /** The first block that the archive service has not taken. */
  archived = 0;

  constructor(group: string, suite: CryptoSuite) {
    this.group = group;
    this.#suite = suite;
  }

  rpc(pool: Pool, method: string, ...params: unknown[]): Promise<unknown> {
    return callChain(pool, method, [this.group, "", ...params]);
  }

  async head(pool: Pool): Promise<number> {
    return Number(await this.rpc(pool, "getBlockNumber"));
  }

  #callData(text: string): Uint8Array {
    const bytes = Buffer.from(text);
    const padded = bytes.toString("hex").padEnd(Math.ceil(bytes.length / 32) * 64, "0");
    return hexToBytes(`${selector(this.#suite, "set(string)")}${word(32)}${word(bytes.length)}${padded}`);
  }

  async #send(pool: Pool, head: number): Promise<void> {
    const nonce = `${this.#nonce++}`;
    const deploys = this.#contract === "";
    const { init } = this.#suite.name === "sm" ? smHelloWorld : helloWorld;
    const { hash, signed } = await signTransaction({
      suite: this.#suite,
      signer: privateKeySigner(this.#suite, new Uint8Array(32).fill(9)),
      data: {
        chainId: "chainside",
        groupId: this.group,
        blockLimit: BigInt(head + 900),
        nonce: `${this.group} ${nonce}`,
        to: this.#contract,
        input: deploys ? hexToBytes(init) : this.#callData(`text ${nonce}`),
      },
    });
    const receipt = (await this.rpc(pool, "sendTransaction", bytesToHex(signed), false)) as {
      blockNumber: number;
      hash: string;
      contractAddress: string;
      status: number;
    };
    if (receipt.status !== 0) throw new Error(`a transaction failed with ${receipt.status}`);
    if (deploys) this.#contract = receipt.contractAddress;
    this.total++;
    this.#waiting.splice(0, this.#waiting.length, ...this.#waiting.filter((look) => !look()));
    this.#acknowledged.push({ hash, block: receipt.blockNumber, receipt: receipt.hash });
  }

  /** Clients that send until the chain is gone; at most so many transactions, to stay within the block limit. */
  async load(pool: Pool, max = 800): Promise<void> {
    const head = await this.head(pool);
    if (this.#contract === "") await this.#send(pool, head);
    const client = async (): Promise<void> => {
      for (let i = 0; i < max / clients; i++) await this.#send(pool, head);
    };
    const ends = await Promise.allSettled(Array.from({ length: clients }, client));
    const failed = ends.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
  }

  /** Comes when so many more transactions are acknowledged. */
  async more(count: number): Promise<void> {
    const goal = this.total + count;
    if (count === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(() => {
        if (this.total < goal) return false;
        resolve();
        return true;
      });
    });
  }

  /** What stood above the block is not expected any more. */
  forgetAbove(block: number): void {
    this.#acknowledged = this.#acknowledged.filter((one) => one.block <= block);
    this.#checked = Math.min(this.#checked, this.#acknowledged.length);
    if (this.#acknowledged.length === 0) this.#contract = "";
    this.archived = Math.min(this.archived, Math.max(0, block));
  }

  /** Everything that was acknowledged is looked at again by the next check. */
  startOver(): void {
    this.#checked = 0;
  }

  #header(pool: Pool, number: number): Promise<Header> {
    return this.rpc(pool, "getBlockByNumber", number, true, true) as Promise<Header>;
  }

  /**
   * The hash that the next block must name. That of block 0 is asked for at each look: its header has the hash of its
   * content, but the chain goes by the one of its execution, which is new after each start at height 0.
   */
  async #parentOfNext(pool: Pool, { number, hash }: { number: number; hash: string }): Promise<string> {
    return number === 0 ? String(await this.rpc(pool, "getBlockHashByNumber", 0)) : hash;
  }

  /** Every header of the range hashes to its hash, is signed, and names the one before it. */
  async checkHeaders(pool: Pool, from: number, to: number): Promise<void> {
    let parent: string | undefined;
    for (let number = Math.max(0, from); number <= to; number++) {
      const block = await this.#header(pool, number);
      const faults = headerFaults(this.#suite, block);
      if (faults.length > 0) throw new Error(`block ${number} does not verify: ${faults.join()}`);
      const named = (block.parentInfo as readonly { blockHash: string }[])[0]?.blockHash;
      if (parent !== undefined && named !== parent) throw new Error(`block ${number} has another parent`);
      parent = await this.#parentOfNext(pool, { number, hash: block.hash });
    }
  }

  async #checkAcknowledged(pool: Pool, one: Acknowledged, withProof: boolean): Promise<void> {
    if (one.block < this.archived) {
      await this.rpc(pool, "getTransactionReceipt", one.hash, false).then(
        () => {
          throw new Error(`${one.hash} is there, though its block ${one.block} was archived`);
        },
        () => undefined,
      );
      return;
    }
    const receipt = (await this.rpc(pool, "getTransactionReceipt", one.hash, withProof)) as RpcReceipt & {
      blockNumber: number;
      hash: string;
    };
    if (receipt.blockNumber !== one.block || receipt.hash !== one.receipt)
      throw new Error(`${one.hash} has another receipt`);
    if (!withProof) return;
    const block = await this.#header(pool, one.block);
    const transaction = await this.rpc(pool, "getTransaction", one.hash, true);
    const faults = [
      ...receiptFaults(this.#suite, receipt, block),
      ...transactionFaults(this.#suite, transaction, block),
    ];
    if (faults.length > 0) throw new Error(`${one.hash} is not proven: ${faults.join()}`);
  }

  /** The state is the one that the latest transaction has left. */
  async #checkState(pool: Pool, head: number): Promise<void> {
    if (this.#contract === "" || head < Math.max(1, this.archived)) return;
    const block = (await this.rpc(pool, "getBlockByNumber", head, false, false)) as {
      transactions: { to: string; input: string }[];
    };
    const latest = block.transactions.at(-1);
    if (latest?.to !== this.#contract) return;
    const { output } = (await this.rpc(pool, "call", this.#contract, selector(this.#suite, "get()"))) as {
      output: string;
    };
    const sent = decodeText(`0x${latest.input.slice(10)}`);
    if (decodeText(output) !== sent) throw new Error(`the contract holds "${decodeText(output)}" instead of "${sent}"`);
  }

  /** Looks at everything that was acknowledged since the last look. `heads` are the heights that are right; any where there are none. */
  async check(pool: Pool, heads: readonly number[]): Promise<void> {
    const head = await this.head(pool);
    if (heads.length > 0 && !heads.includes(head))
      throw new Error(`the head is ${head} instead of ${heads.join(" or ")}`);
    if (heads.length > 0) this.forgetAbove(head);
    this.height = head;
    await this.checkHeaders(pool, head - headersPerRound, head);
    const fresh = this.#acknowledged.slice(this.#checked);
    for (const [index, one] of fresh.entries()) {
      await this.#checkAcknowledged(pool, one, index >= fresh.length - proofsPerRound);
    }
    this.#checked = this.#acknowledged.length;
    await this.#checkState(pool, head);
  }
}
