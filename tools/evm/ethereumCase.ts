import { type AccessList, blockHashes, EthereumMachine, pricesOf } from "./ethereumMachine";
import { type Credit, feeAccounts, playCase } from "./playing";
import type { StateTest } from "./stateTest";
import { type World, worldDifference, worldLines, worldOf } from "./worldState";

// Whether what a case says follows from Ethereum's own rules. The cases leave out three things that were put into their blocks: what is
// granted above the base fee, access lists, and withdrawals. They are looked for: where some make Ethereum's machine end as the case
// does, the case is what it says.

/** What was looked for and found. */
interface Untold {
  /** Which of the prices that a transaction may have. */
  readonly price?: number;
  readonly list?: AccessList;
  readonly credits?: readonly Credit[];
}

export interface EthereumEnd {
  /** How what Ethereum makes of the case differs from what it says; undefined: not at all. */
  readonly difference: string | undefined;
  /** Withdrawals that were found. */
  readonly credits: readonly Credit[];
}

const gwei = 1_000_000_000n;
const maxTries = 200;

interface Trial {
  readonly difference: string | undefined;
  readonly world: World;
  readonly cold: AccessList;
}

async function tryCase(test: StateTest, { price = 0, list, credits = [] }: Untold): Promise<Trial> {
  const machine = await EthereumMachine.start(worldOf(test.pre), blockHashes(test));
  const { states, cold } = machine;
  await playCase(test, credits, {
    setSlot: (address, slot, value) => states.setSlot(address, BigInt(`0x${slot}`), value),
    credit: (address, amount) => states.change(address, { balance: (states.account(address)?.balance ?? 0n) + amount }),
    send: (transaction, env) => {
      const prices = pricesOf(transaction, env);
      return machine.run(transaction, env, prices[price] ?? prices[0] ?? 0n, list);
    },
    finishBlock: () => undefined,
  });
  const masked = feeAccounts(test);
  const difference = worldDifference(worldLines(states.world, masked), worldLines(worldOf(test.post), masked));
  return { difference, world: states.world, cold };
}

/** Withdrawals that would make up for what is missing: where it is missing, or all to one account that has passed it on. */
function* possibleCredits(test: StateTest, world: World): Generator<readonly Credit[]> {
  const masked = feeAccounts(test);
  const after = worldOf(test.post);
  const lacks: { address: string; amount: bigint }[] = [];
  let lacked = 0n;
  for (const address of new Set([...after.accounts.keys(), ...world.accounts.keys()])) {
    if (masked.has(address)) continue;
    const amount = (after.accounts.get(address)?.balance ?? 0n) - (world.accounts.get(address)?.balance ?? 0n);
    lacked += amount;
    if (amount > 0n && amount % gwei === 0n) lacks.push({ address, amount });
  }
  for (let block = test.blocks.length - 1; block >= 0; block--) {
    yield lacks.map((lack) => ({ ...lack, block }));
    if (lacked <= 0n || lacked % gwei !== 0n) continue;
    for (const address of after.accounts.keys()) yield [{ block, address, amount: lacked }];
  }
}

/** Access lists of up to three of the accesses, or of all. */
function* possibleLists(cold: AccessList): Generator<AccessList> {
  const items = [...new Map(cold.map((item) => [JSON.stringify(item), item])).values()].slice(0, 24);
  yield items;
  for (const one of items) yield [one];
  for (const [i, one] of items.entries()) for (const two of items.slice(i + 1)) yield [one, two];
  for (const [i, one] of items.entries()) {
    for (const [j, two] of items.slice(i + 1).entries())
      for (const three of items.slice(i + j + 2)) yield [one, two, three];
  }
}

function* possibilities(test: StateTest, { world, cold }: Trial): Generator<Untold> {
  const transactions = test.blocks.flatMap((block) => block.transactions);
  if (transactions.some(({ gasPrice }) => gasPrice === undefined)) yield* [{ price: 1 }, { price: 2 }];
  for (const credits of possibleCredits(test, world)) if (credits.length > 0) yield { credits };
  if (transactions.length === 1) for (const list of possibleLists(cold)) if (list.length > 0) yield { list };
}

export async function endInEthereum(test: StateTest): Promise<EthereumEnd> {
  const first = await tryCase(test, {});
  if (first.difference === undefined) return { difference: undefined, credits: [] };
  let tries = 0;
  for (const undecided of possibilities(test, first)) {
    if (++tries > maxTries) break;
    if ((await tryCase(test, undecided)).difference === undefined) {
      return { difference: undefined, credits: undecided.credits ?? [] };
    }
  }
  return { difference: first.difference, credits: [] };
}
