import type { EmbeddedMachine } from "./embeddedMachine";
import { blockHashes, EthereumMachine, pricesOf } from "./ethereumMachine";
import { isRecord, NodeMachine, type NodeOutcome, type NodeRule } from "./nodeMachine";
import type { BlockEnvironment, StateTest, StateTransaction } from "./stateTest";
import { digitsOf, numberOf, slotDigits, type World, worldDifference, worldLines, worldOf } from "./worldState";

export type Verdict = "equal" | "as a node" | "explained" | "wrong";

/** Verdicts from good to bad: a case has the worst of its executors. */
export const verdicts: readonly Verdict[] = ["equal", "as a node", "explained", "wrong"];

export interface Judgement {
  readonly verdict: Verdict;
  /** What a node does otherwise on the executed path, or what is wrong. */
  readonly reasons: readonly string[];
}

/** Where every block leaves its time and its parent's beacon root (EIP-4788); no transaction does it. */
const beaconRoots = "000f3df6d732807ef1319fb7b8bb8522d0beac02";
const beaconSpan = 8191n;

/** What a block writes before its transactions: the root is known only from what the case ends with. */
function blockWrites({ pre, post }: StateTest, env: BlockEnvironment): { slot: string; value: bigint }[] {
  const [before, after] = [worldOf(pre), worldOf(post)];
  if ((before.accounts.get(beaconRoots)?.code ?? "") === "") return [];
  const time = numberOf(env.timestamp);
  const rootSlot = slotDigits((time % beaconSpan) + beaconSpan);
  return [
    { slot: slotDigits(time % beaconSpan), value: time },
    { slot: rootSlot, value: after.storage.get(beaconRoots + rootSlot) ?? 0n },
  ];
}

/** A machine that plays a case. */
interface Player {
  setSlot(slot: string, value: bigint): void;
  /** Before the block: what comes is asked first. */
  ask?(transaction: StateTransaction, env: BlockEnvironment): Promise<void>;
  send(transaction: StateTransaction, env: BlockEnvironment): Promise<void>;
  finishBlock(): void;
}

async function play(test: StateTest, player: Player): Promise<void> {
  for (const { env, transactions } of test.blocks) {
    for (const { slot, value } of blockWrites(test, env)) player.setSlot(slot, value);
    for (const transaction of transactions) await player.ask?.(transaction, env);
    for (const transaction of transactions) await player.send(transaction, env);
    player.finishBlock();
  }
}

/** What a node gives for a transaction: what is left of the sender's own limit when Ethereum has taken its first price. */
function nodeGas({ to, data, gasLimit, value }: StateTransaction, executor: 0 | 1): bigint {
  const bytes = (data.length - 2) / 2;
  let zeros = 0;
  for (let at = 2; at < data.length; at += 2) if (data[at] === "0" && data[at + 1] === "0") zeros++;
  const creation = to ? 0n : 32_000n + 2n * BigInt(Math.ceil(bytes / 32));
  const theirs = 21_000n + creation + BigInt(zeros * 4 + (bytes - zeros) * 16);
  const ours = (executor === 1 ? Boolean(to) : numberOf(value) > 0n) ? 21_000n : 0n;
  return numberOf(gasLimit) - theirs + ours;
}

const outcomeText = ({ succeeded, gasUsed, output, logs }: NodeOutcome): string =>
  JSON.stringify([succeeded ? "success" : "failure", gasUsed.toString(), output, logs]);

/** The world as Ethereum would show it: records of persons' accounts are no code. */
function shown({ accounts, storage }: World): World {
  return {
    accounts: new Map(
      [...accounts].map(([address, account]) => [address, isRecord(account.code) ? { ...account, code: "" } : account]),
    ),
    storage,
  };
}

/** Those whose balance fees move. */
const feeAccounts = ({ blocks }: StateTest): ReadonlySet<string> =>
  new Set(
    blocks.flatMap(({ env, transactions }) => [
      digitsOf(env.coinbase),
      ...transactions.map(({ sender }) => digitsOf(sender)),
    ]),
  );

interface Played {
  readonly world: World;
  readonly outcomes: readonly string[];
}

/** The engine plays the case. Throws the words when a call left a trace. */
async function playEngine(test: StateTest, engine: EmbeddedMachine): Promise<Played> {
  await engine.load(worldOf(test.pre), blockHashes(test));
  const outcomes: string[] = [];
  await play(test, {
    setSlot: (slot, value) => engine.setSlot(beaconRoots, slot, value),
    ask: async (transaction, env) => {
      const before = worldLines(engine.world());
      await engine.ask(transaction, env, nodeGas(transaction, engine.executor));
      const trace = worldDifference(worldLines(engine.world()), before);
      if (trace !== undefined) throw new Error(`a call left a trace: ${trace}`);
    },
    send: async (transaction, env) => {
      outcomes.push(outcomeText(await engine.run(transaction, env, nodeGas(transaction, engine.executor))));
    },
    finishBlock: () => engine.finishBlock(),
  });
  return { world: engine.world(), outcomes };
}

async function playNode(test: StateTest, executor: 0 | 1): Promise<Played & { readonly met: ReadonlySet<NodeRule> }> {
  const node = new NodeMachine({ executor, world: worldOf(test.pre), hashes: blockHashes(test) });
  const outcomes: string[] = [];
  await play(test, {
    setSlot: (slot, value) => node.states.setSlot(beaconRoots, BigInt(`0x${slot}`), value),
    send: async (transaction, env) => {
      outcomes.push(outcomeText(await node.run(transaction, env, nodeGas(transaction, executor))));
    },
    finishBlock: () => node.finishBlock(),
  });
  return { world: node.states.world, outcomes, met: node.met };
}

/** How what Ethereum's own rules make of a case differs from what it says; undefined: not at all. */
async function ethereumDifference(test: StateTest): Promise<string | undefined> {
  const masked = feeAccounts(test);
  const expected = worldLines(worldOf(test.post), masked);
  let first: string | undefined;
  for (const choice of [0, 1, 2]) {
    const machine = await EthereumMachine.start(worldOf(test.pre), blockHashes(test));
    await play(test, {
      setSlot: (slot, value) => machine.states.setSlot(beaconRoots, BigInt(`0x${slot}`), value),
      send: (transaction, env) =>
        machine.run(transaction, env, pricesOf(transaction, env)[choice] ?? pricesOf(transaction, env)[0] ?? 0n),
      finishBlock: () => undefined,
    });
    const difference = worldDifference(worldLines(machine.states.world, masked), expected);
    if (difference === undefined) return undefined;
    first ??= difference;
    if (test.blocks.every(({ transactions }) => transactions.every(({ gasPrice }) => gasPrice !== undefined))) break;
  }
  return first;
}

/**
 * Whether the executed path asks for what the cases do not tell: blobs, their price, what is paid above the base fee, and the trusted setup
 * of 0x0a. Then Ethereum's end cannot be worked out again.
 */
function untold({ blocks }: StateTest, met: ReadonlySet<NodeRule>): boolean {
  const namesPrice = blocks.every(({ transactions }) => transactions.every(({ gasPrice }) => gasPrice !== undefined));
  if (met.has("BLOBHASH") || met.has("BLOBBASEFEE") || met.has("precompile 0x0a")) return true;
  return met.has("GASPRICE") && !namesPrice;
}

const wrong = (...reasons: string[]): Judgement => ({ verdict: "wrong", reasons });

/**
 * Plays a case under one executor. The engine has to do exactly what Ethereum's machine does with a node's prices and rules (worlds, gas,
 * outputs, logs). Where that is not what the case says, the case has to follow from Ethereum's own rules, and what a node does otherwise
 * has to lie on the executed path.
 */
export async function judgeStateTest(test: StateTest, engine: EmbeddedMachine): Promise<Judgement> {
  let ours: Played;
  try {
    ours = await playEngine(test, engine);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const node = await playNode(test, engine.executor);
  for (const [index, outcome] of ours.outcomes.entries()) {
    if (outcome !== node.outcomes[index]) {
      return wrong(
        `transaction ${index}: ${outcome.slice(0, 300)} instead of ${node.outcomes[index]?.slice(0, 300)}`,
        ...node.met,
      );
    }
  }
  const difference = worldDifference(worldLines(ours.world), worldLines(node.world));
  if (difference !== undefined) return wrong(difference, ...node.met);
  const masked = feeAccounts(test);
  const expected = worldLines(worldOf(test.post), masked);
  const away = worldDifference(worldLines(shown(ours.world), masked), expected);
  if (away === undefined) return { verdict: "equal", reasons: [] };
  const unlike = untold(test, node.met) ? undefined : await ethereumDifference(test);
  if (unlike !== undefined) {
    return wrong(`${away}, and the case does not follow from Ethereum's rules: ${unlike}`, ...node.met);
  }
  if (node.met.size === 0) return { verdict: "as a node", reasons: [away] };
  return { verdict: "explained", reasons: [...node.met] };
}
