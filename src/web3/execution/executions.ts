import type { ChainClient, Transport } from "../../chain/client/client";
import type { ExecutionRecording, RecordingChanges } from "../../chain/dev/executionRecording";
import { addressDigits, bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { readChainRules } from "../../devchain/execution/chainRules";
import { readAccount, readCode, storageTable, wordDigits } from "../../devchain/execution/flatStateManager";
import { ChainError } from "../../errors/chainError";
import { UserFacingError } from "../../errors/userFacingError";
import { planState } from "../../fork/chainState";
import { planFork } from "../../fork/openFork";
import type { RebuiltState } from "../../fork/replayHistory";
import type { CallRequest } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";

/** An account as it was behind a block. */
export interface PastAccount {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly code: string;
  /** The word of a slot. */
  word(slot: bigint): string;
}

interface ExecutionOptions {
  /** Blocks that are executed again at most. */
  readonly blocks: number;
  /** Time of one re-execution. */
  readonly ms: number;
}

/** States that are kept: a tool asks several things of one block. */
const maxStates = 4;

const noHistory = (block: number | string, why: string): Web3Error =>
  new Web3Error(
    errorCodes.server,
    `historical state not available: a FISCO BCOS node answers on its latest block only, and the state of block ${block} can't be rebuilt: ${why}`,
  );

/** What only a run of its own shows: the past, what a transaction did, a call on changed state. */
export class Executions {
  readonly #client: ChainClient;
  readonly #web3: Transport | undefined;
  readonly #options: ExecutionOptions;
  readonly #states = new Map<number, Promise<RebuiltState>>();
  /** An embedded chain records by itself, with its token. */
  #recordsItself: boolean | undefined;

  /** @param web3 the web3 port of the same node, which answers storage where there are too many blocks */
  constructor(client: ChainClient, web3: Transport | undefined, options: ExecutionOptions) {
    this.#client = client;
    this.#web3 = web3;
    this.#options = options;
  }

  /** The state behind a block. @throws Web3Error where it can't be rebuilt, ChainError of the node */
  async #state(block: number): Promise<RebuiltState> {
    const known = this.#states.get(block);
    if (known) return known;
    const { blocks, ms } = this.#options;
    const state = planState({ client: this.#client, block, limits: { blocks, ms } }).then((plan) => plan.carryOut());
    this.#states.set(block, state);
    state.catch(() => this.#states.delete(block));
    for (const old of this.#states.keys()) if (this.#states.size > maxStates) this.#states.delete(old);
    try {
      return await state;
    } catch (error) {
      if (error instanceof UserFacingError) throw noHistory(block, error.message);
      throw error;
    }
  }

  /** An account behind a block. @throws Web3Error where it isn't known, ChainError of the node */
  async account(address: string, block: number): Promise<PastAccount> {
    const { store, affected, verdict } = await this.#state(block);
    if (affected.hasAccount(address)) throw noHistory(block, verdict.doubts.join(" "));
    const digits = addressDigits(address);
    const record = readAccount(store, digits);
    return {
      balance: record?.balance ?? 0n,
      nonce: record?.nonce ?? 0n,
      code: bytesToHex(readCode(store, digits)),
      word: (slot) => {
        const value = store.get(storageTable(digits), wordDigits(slot));
        const word = value instanceof Uint8Array ? bytesToHex(value).slice(2) : "";
        return `0x${word.padStart(64, "0")}`;
      },
    };
  }

  /** A call on the state behind a block. @throws Web3Error where it isn't known, ChainError of the node */
  async call(request: CallRequest, block: number, changes: RecordingChanges = {}): Promise<ExecutionRecording> {
    const rebuilt = await this.#state(block);
    const { store, state, facts, affected, verdict } = rebuilt;
    if (!affected.isEmpty) throw noHistory(block, verdict.doubts.join(" "));
    const number = facts.number + 1;
    const position = {
      facts: { number, timestampMs: facts.timestampMs },
      rules: readChainRules(store, number),
      index: 0,
    };
    const asked = {
      sender: addressDigits(request.from ?? ""),
      to: addressDigits(request.to ?? ""),
      input: hexToBytes(request.data),
      abi: "",
      value: request.value,
      ethereumNonce: undefined,
    };
    return state.record(asked, position, changes);
  }

  /** A call on the latest state with everything that it did. @throws Web3Error, ChainError */
  async callNow(request: CallRequest, height: number, changes: RecordingChanges = {}): Promise<ExecutionRecording> {
    const { from, to, data, value } = request;
    const call = { ...changes, from: from ?? "", to: to ?? "", data, value: String(value) };
    return (await this.#own("dev_recordCall", [call])) ?? this.call(request, height, changes);
  }

  /** A transaction with everything that it did. @throws Web3Error where it can't be executed again, ChainError of the node */
  async transaction(hash: string, signal: AbortSignal): Promise<ExecutionRecording> {
    const own = await this.#own("dev_recordTransaction", [hash]);
    if (own) return own;
    const { blocks, ms } = this.#options;
    try {
      const request = { client: this.#client, web3: this.#web3, transaction: hash, limits: { blocks, ms }, signal };
      const fork = await (await planFork(request)).carryOut();
      const { transaction, verdict } = fork;
      if (!transaction) throw new Web3Error(errorCodes.server, `transaction ${hash} not found`);
      if (verdict.certainty === "differs")
        throw new Web3Error(
          errorCodes.server,
          `transaction ${hash} ends differently when it is executed again, so there is no trace of it`,
        );
      return await fork.record(transaction.executable, {});
    } catch (error) {
      if (error instanceof UserFacingError)
        throw new Web3Error(errorCodes.server, `transaction ${hash} can't be executed again: ${error.message}`);
      throw error;
    }
  }

  /** What an embedded chain records; undefined for another chain, and for what it has forgotten. */
  async #own(method: string, params: readonly unknown[]): Promise<ExecutionRecording | undefined> {
    if (this.#recordsItself === false) return undefined;
    try {
      const { transport, group } = this.#client;
      const recording = await transport.request(method, [group, ...params]);
      this.#recordsItself = true;
      return recording as ExecutionRecording;
    } catch (error) {
      if (!(error instanceof ChainError) || error.kind !== "rpc") throw error;
      // −32601: no embedded chain; −32098: it wants a token
      if (error.code === -32601 || error.code === -32098) this.#recordsItself = false;
      return undefined;
    }
  }
}
