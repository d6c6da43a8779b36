import { lookUpBlock, lookUpReceipt } from "../../chain/archive/archiveFallback";
import type { RequestOptions } from "../../chain/client/client";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import { getTransactionReceipt } from "../../chain/rpc/transactions";
import type { ChainSession } from "../../chain/session";
import type { ChainTrust } from "../../chain/verification/chainTrust";
import { clientError } from "../../errors/clientError";
import type { WholeBlock } from "./blockRows";
import { nothingProven, provenBlock } from "./provenBlock";

/** Requests under way at once: as many as connections are kept open. */
const maxRequests = 16;
/** Blocks that are asked for before they are taken, and transactions in them. */
const maxBlocksAhead = 48;
const maxTransactionsAhead = 3000;

/** Lets so many at a time through. */
class Turnstile {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async through<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

export interface SourceOptions {
  /** Address of the archive query service. */
  readonly archive?: string | undefined;
  /** What is believed of the chain: given, each block is checked against it. */
  readonly trust?: ChainTrust | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Blocks of a group with transactions and receipts, several asked for at once. */
export class BlockSource {
  readonly #turnstile = new Turnstile(maxRequests);
  readonly #requests: RequestOptions;
  /** Transactions of a block, as the latest ones had them. */
  #usual = 1;

  constructor(
    private readonly session: ChainSession,
    private readonly options: SourceOptions,
  ) {
    this.#requests = options.signal ? { signal: options.signal } : {};
  }

  /**
   * The blocks of these numbers, in their order.
   * @throws ChainError what a request throws; usage `historyContradiction`, `historyWrongBlock`
   */
  async *blocks(numbers: Iterable<number>): AsyncGenerator<WholeBlock> {
    const ahead: Promise<WholeBlock>[] = [];
    const left = numbers[Symbol.iterator]();
    const fill = (): void => {
      const max = Math.min(maxBlocksAhead, Math.max(2, Math.floor(maxTransactionsAhead / this.#usual)));
      while (ahead.length < max) {
        const next = left.next();
        if (next.done) return;
        const block = this.block(next.value);
        // its failure is heard where it is taken
        block.catch(() => undefined);
        ahead.push(block);
      }
    };
    for (fill(); ahead.length > 0; fill()) {
      const block = await (ahead.shift() as Promise<WholeBlock>);
      this.#usual = Math.max(1, (3 * this.#usual + block.block.transactions.length) / 4);
      yield block;
    }
  }

  /** One block, whole. @throws as `blocks` */
  async block(number: number): Promise<WholeBlock> {
    const { archive, trust } = this.options;
    const found = await this.#turnstile.through(() =>
      lookUpBlock(this.session, number, { ...this.#requests, archive }),
    );
    const { block, transactions, archived } = found;
    if (block.number !== number) throw clientError("historyWrongBlock", { number, found: block.number });
    const receipts = await Promise.all(
      block.transactions.map((hash, place) => (transactions[place] ? this.#receipt(hash, archived) : undefined)),
    );
    receipts.forEach((receipt, place) => {
      const hash = block.transactions[place]?.toLowerCase();
      const isOwn =
        receipt === undefined || (receipt.blockNumber === number && receipt.transactionHash.toLowerCase() === hash);
      const isNamed = transactions[place] === undefined || transactions[place].hash.toLowerCase() === hash;
      if (!isOwn || !isNamed) throw clientError("historyWrongReceipt", { number, hash: hash ?? "" });
    });
    const missing = transactions.some((transaction) => transaction === undefined);
    const bodies = archived ? (missing ? "missing" : "archive") : "node";
    const parts = { block, transactions, receipts };
    const verified = trust ? await provenBlock(this.session, trust, parts, this.#requests) : nothingProven;
    return { ...parts, bodies, verified };
  }

  #receipt(hash: string, archived: boolean): Promise<TransactionReceipt> {
    const { archive } = this.options;
    return this.#turnstile.through(async () => {
      if (!archived) return getTransactionReceipt(this.session.client, hash, false, this.#requests);
      return (await lookUpReceipt(this.session, hash, { ...this.#requests, archive })).value;
    });
  }
}
