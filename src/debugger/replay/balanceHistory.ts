import type { ExecutionRecording } from "../../chain/dev/executionRecording";

/** Where the steps of frames begin, and where they have ended. */
interface FrameSteps {
  readonly frameStart: readonly number[];
  readonly frameEnd: readonly number[];
}

/** Balances over time. */
export class BalanceHistory {
  readonly #known = new Map<string, { readonly step: number; readonly balance: bigint }[]>();

  constructor({ balances, balanceChanges = [] }: ExecutionRecording, { frameStart, frameEnd }: FrameSteps) {
    for (const [address, balance] of Object.entries(balances))
      this.#of(address).push({ step: -1, balance: BigInt(balance) });
    for (const { frame, at, address, balance } of balanceChanges) {
      const step = (at === "begin" ? frameStart : frameEnd)[frame] ?? 0;
      this.#of(address).push({ step, balance: BigInt(balance) });
    }
  }

  #of(address: string): { readonly step: number; readonly balance: bigint }[] {
    const known = this.#known.get(address) ?? [];
    this.#known.set(address, known);
    return known;
  }

  /** What an address has before a step runs; undefined where the recording doesn't tell. */
  at(address: string, step: number): bigint | undefined {
    return this.#known.get(address)?.findLast((each) => each.step <= step)?.balance;
  }

  /** What accounts have before a step whose balance the execution changed. */
  changedUpTo(step: number): Record<string, string> {
    return Object.fromEntries(
      [...this.#known].flatMap(([address, known]) => {
        const last = known.findLast((each) => each.step <= step);
        return last && last.step >= 0 ? [[address, String(last.balance)] as const] : [];
      }),
    );
  }
}
