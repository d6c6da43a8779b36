import { closeSync } from "node:fs";

/**
 * A file that stays open until `close`. Its number ends with it: the system gives the same number to the next file that anything in this
 * process opens, which a late write or a second closing would meet.
 */
export class HeldFile {
  #number: number | undefined;

  constructor(number: number) {
    this.#number = number;
  }

  get isClosed(): boolean {
    return this.#number === undefined;
  }

  /** @throws Error once it is closed. */
  get number(): number {
    if (this.#number === undefined) throw new Error("the file is closed");
    return this.#number;
  }

  /** A second time does nothing. */
  close(): void {
    const number = this.#number;
    this.#number = undefined;
    if (number !== undefined) closeSync(number);
  }
}
