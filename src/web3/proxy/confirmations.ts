import { bytesToHex, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import { standardSuite } from "../../crypto/suites";
import type { Head } from "../blocks/head";
import { type JsonObject, numberOf } from "../model/values";

/** So many blocks are shown on top of the latest one, to all clients; `auto`: to tools that wait for them. */
export type ConfirmationSetting = number | "auto";

/** What Hardhat Ignition waits for by itself. */
const usualConfirmations = 5;
/** One more each time that the chain has stood still for so long. */
const eachMs = 250;
/** Hashes of shown blocks that are known again. */
const maxKnown = 200;

/** Tools that wait for blocks on top of a receipt before they go on, by how they name themselves. */
const waitingAgent = /^hardhat\b/i;

/**
 * Empty blocks on top of the latest one, for tools that wait for confirmations. A FISCO BCOS chain makes a block only for transactions, and
 * each block is final: no tool would ever see the confirmations that it waits for. Logs, receipts and state know nothing of them.
 */
export class Confirmations {
  readonly #head: Head;
  readonly #setting: ConfirmationSetting;
  readonly #known = new Map<string, JsonObject>();

  constructor(head: Head, setting: ConfirmationSetting) {
    this.#head = head;
    this.#setting = setting;
  }

  /** How many blocks are shown on top of the latest one now. */
  extra(agent: string): number {
    const max = this.#setting !== "auto" ? this.#setting : waitingAgent.test(agent) ? usualConfirmations : 0;
    return Math.min(max, Math.floor(this.#head.idleMs / eachMs));
  }

  /** The highest number that was ever shown above a height. */
  get max(): number {
    return this.#setting === "auto" ? usualConfirmations : this.#setting;
  }

  /** The empty block that is shown so many above the latest one. */
  blockAbove(latest: JsonObject, above: number): JsonObject {
    const number = numberOf(latest["number"]) + above;
    const hashAt = (place: number): string =>
      place === 0
        ? String(latest["hash"])
        : bytesToHex(
            standardSuite.hash(hexToBytes(`${String(latest["hash"])}${place.toString(16).padStart(64, "0")}`)),
          );
    const block = {
      ...latest,
      number: numberToHex(number),
      hash: hashAt(above),
      parentHash: hashAt(above - 1),
      timestamp: numberToHex(numberOf(latest["timestamp"]) + above),
      gasUsed: "0x0",
      transactions: [],
    };
    if (this.#known.size >= maxKnown) this.#known.delete(this.#known.keys().next().value ?? "");
    this.#known.set(block.hash, block);
    return block;
  }

  /** One that was shown, by its hash. */
  known(hash: string): JsonObject | undefined {
    return this.#known.get(hash);
  }
}
