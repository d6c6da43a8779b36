/** So many of a contract are kept; the oldest are forgotten first. */
const max = 50;

/** What was looked up in the storage of a group's contracts: `balances[0x…]`. */
export class LookedUp {
  readonly #byContract = new Map<string, readonly string[]>();

  of(address: string): readonly string[] {
    return this.#byContract.get(address.toLowerCase()) ?? [];
  }

  /** Keeps what is looked up, so that the contract's lines show it. */
  note(address: string, expression: string): void {
    const known = this.of(address).filter((each) => each !== expression);
    this.#byContract.set(address.toLowerCase(), [...known, expression].slice(-max));
  }
}
