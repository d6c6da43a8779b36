import type { ChainClient, RequestOptions, Transport } from "../chain/client/client";
import type { ChainSession } from "../chain/session";
import { UserFacingError } from "../errors/userFacingError";
import { t } from "../text/catalogue";

/** Why a transaction can't be executed again. */
export class CannotFork extends UserFacingError {
  constructor(message: string, code = "cannotDebug") {
    super(message, code);
  }
}

/** What one fork may cost at most. */
export interface ForkLimits {
  /** Blocks that are executed again. */
  readonly blocks: number;
  readonly transactions: number;
  /** Of inputs of transactions, of code and of answers of built-in contracts, together. */
  readonly bytes: number;
  /** Questions to the node beside blocks. */
  readonly fetches: number;
  /** How often the blocks are executed to find out what words were before they were changed, where the state of then isn't there. */
  readonly rounds: number;
  readonly ms: number;
}

export const defaultLimits: ForkLimits = {
  blocks: 20_000,
  transactions: 50_000,
  bytes: 256 * 1024 * 1024,
  fetches: 5000,
  rounds: 100,
  ms: 300_000,
};

/** How far it is. */
export interface ForkProgress {
  readonly doing: string;
  readonly done: number;
  readonly total: number;
}

/** What a fork works with: the chain, what it may cost, and who watches. */
export interface ForkContext {
  readonly session: ChainSession;
  /** The web3 port of the same node, which answers storage; undefined where none was named. */
  readonly web3: Transport | undefined;
  readonly limits: ForkLimits;
  readonly signal: AbortSignal;
  report(progress: ForkProgress): void;
}

/** Time limit of one question. */
const requestMs = 20_000;

export const requestOptions = ({ signal }: ForkContext): RequestOptions => ({ signal, timeoutMs: requestMs });

export const clientOf = ({ session }: ForkContext): ChainClient => session.client;

/** Counts what was fetched. */
export class ForkBudget {
  readonly #limits: ForkLimits;
  fetches = 0;
  bytes = 0;
  transactions = 0;

  constructor(limits: ForkLimits) {
    this.#limits = limits;
  }

  /** @throws CannotFork when it is too much. */
  fetched(bytes = 0): void {
    this.fetches++;
    this.took(bytes);
    if (this.fetches > this.#limits.fetches) {
      throw new CannotFork(
        t("Re-execution stopped because it takes more than {0} requests to the node.", this.#limits.fetches),
      );
    }
  }

  /** @throws CannotFork as `fetched`. */
  took(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.#limits.bytes) {
      throw new CannotFork(
        t(
          "Re-execution stopped because it takes more than {0} MiB of chain data.",
          Math.floor(this.#limits.bytes / 2 ** 20),
        ),
      );
    }
  }

  /** @throws CannotFork as `fetched`. */
  tookTransaction(bytes: number): void {
    this.transactions++;
    this.took(bytes);
    if (this.transactions > this.#limits.transactions) {
      throw new CannotFork(
        t("Re-execution stopped because it takes more than {0} transactions.", this.#limits.transactions),
      );
    }
  }
}
