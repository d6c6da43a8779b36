import type { BlockEnvironment, StateTest, StateTransaction } from "./stateTest";
import { digitsOf, numberOf, slotDigits, type World, worldOf } from "./worldState";

/** What an account gets after a block from outside any transaction: a withdrawal of the beacon chain (EIP-4895). */
export interface Credit {
  /** Which of the case's blocks, from 0. */
  readonly block: number;
  /** 40 hex digits. */
  readonly address: string;
  readonly amount: bigint;
}

/** A machine that plays a case. */
export interface Player {
  setSlot(address: string, slot: string, value: bigint): void;
  credit(address: string, amount: bigint): void;
  /** Before a block: what it will send is asked first. */
  ask?(transaction: StateTransaction, env: BlockEnvironment): Promise<void>;
  send(transaction: StateTransaction, env: BlockEnvironment): Promise<void>;
  finishBlock(): void;
}

/** Where every block leaves its time and its parent's beacon root (EIP-4788); no transaction does it. */
export const beaconRoots = "000f3df6d732807ef1319fb7b8bb8522d0beac02";
export const beaconSpan = 8191n;

/** What a block writes before its transactions. The root is known only from what the case ends with. */
function writeBeaconRoot(before: World, after: World, env: BlockEnvironment, player: Player): void {
  if ((before.accounts.get(beaconRoots)?.code ?? "") === "") return;
  const time = numberOf(env.timestamp);
  const rootSlot = slotDigits((time % beaconSpan) + beaconSpan);
  player.setSlot(beaconRoots, slotDigits(time % beaconSpan), time);
  player.setSlot(beaconRoots, rootSlot, after.storage.get(beaconRoots + rootSlot) ?? 0n);
}

export async function playCase(test: StateTest, credits: readonly Credit[], player: Player): Promise<void> {
  const [before, after] = [worldOf(test.pre), worldOf(test.post)];
  for (const [index, { env, transactions }] of test.blocks.entries()) {
    writeBeaconRoot(before, after, env, player);
    for (const transaction of transactions) await player.ask?.(transaction, env);
    for (const transaction of transactions) await player.send(transaction, env);
    for (const { block, address, amount } of credits) if (block === index) player.credit(address, amount);
    player.finishBlock();
  }
}

/** Those whose balance fees move: it is not compared. */
export const feeAccounts = ({ blocks }: StateTest): ReadonlySet<string> =>
  new Set(
    blocks.flatMap(({ env, transactions }) => [
      digitsOf(env.coinbase),
      ...transactions.map(({ sender }) => digitsOf(sender)),
    ]),
  );
