import type { EmbeddedMachine } from "./embeddedMachine";
import { endInEthereum } from "./ethereumCase";
import { blockHashes } from "./ethereumMachine";
import { isRecord, NodeMachine, type NodeOutcome, type NodeRule } from "./nodeMachine";
import { beaconSpan, type Credit, feeAccounts, playCase } from "./playing";
import type { StateTest, StateTransaction } from "./stateTest";
import { numberOf, type World, worldDifference, worldLines, worldOf } from "./worldState";

export type Verdict = "equal" | "as a node" | "explained" | "wrong";

/** Verdicts from good to bad: a case has the worst of its executors. */
export const verdicts: readonly Verdict[] = ["equal", "as a node", "explained", "wrong"];

export interface Judgement {
  readonly verdict: Verdict;
  /** What a node does otherwise on the executed path, or what is wrong. */
  readonly reasons: readonly string[];
}

/** What a node gives for a transaction: the sender's limit, with the node's first price in the place of Ethereum's. */
function nodeGas({ to, data, gasLimit, value }: StateTransaction, executor: 0 | 1): bigint {
  const bytes = Buffer.from(data.slice(2), "hex");
  const creation = to ? 0n : 32_000n + 2n * BigInt(Math.ceil(bytes.length / 32));
  const theirs = bytes.reduce((gas, byte) => gas + (byte === 0 ? 4n : 16n), 21_000n + creation);
  const ours = (executor === 1 ? Boolean(to) : numberOf(value) > 0n) ? 21_000n : 0n;
  return numberOf(gasLimit) - theirs + ours;
}

const outcomeText = ({ succeeded, gasUsed, output, logs }: NodeOutcome): string =>
  JSON.stringify([succeeded ? "success" : "failure", gasUsed.toString(), output, logs]);

/** The world as Ethereum would show it: records of persons' accounts are no code. */
function shown({ accounts, storage }: World): World {
  const bare = [...accounts].map(
    ([address, account]) => [address, isRecord(account.code) ? { ...account, code: "" } : account] as const,
  );
  return { accounts: new Map(bare), storage };
}

interface Played {
  readonly world: World;
  readonly outcomes: readonly string[];
}

/** The engine plays the case. @throws Error when a call left a trace. */
async function playEngine(test: StateTest, credits: readonly Credit[], engine: EmbeddedMachine): Promise<Played> {
  await engine.load(worldOf(test.pre), blockHashes(test));
  const outcomes: string[] = [];
  await playCase(test, credits, {
    setSlot: (address, slot, value) => engine.setSlot(address, slot, value),
    credit: (address, amount) => engine.credit(address, amount),
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

interface NodePlayed extends Played {
  readonly met: ReadonlySet<NodeRule>;
}

async function playNode(
  test: StateTest,
  credits: readonly Credit[],
  { executor, release }: EmbeddedMachine,
): Promise<NodePlayed> {
  const node = new NodeMachine({ executor, release, world: worldOf(test.pre), hashes: blockHashes(test) });
  const { states } = node;
  const outcomes: string[] = [];
  await playCase(test, credits, {
    setSlot: (address, slot, value) => states.setSlot(address, BigInt(`0x${slot}`), value),
    credit: (address, amount) => states.change(address, { balance: (states.account(address)?.balance ?? 0n) + amount }),
    send: async (transaction, env) => {
      outcomes.push(outcomeText(await node.run(transaction, env, nodeGas(transaction, executor))));
    },
    finishBlock: () => node.finishBlock(),
  });
  return { world: states.world, outcomes, met: node.met };
}

/** Where the engine does otherwise than Ethereum's machine with a node's prices and rules. */
function engineDifference(ours: Played, node: Played): string | undefined {
  for (const [index, outcome] of ours.outcomes.entries()) {
    const other = node.outcomes[index];
    if (outcome !== other) return `transaction ${index}: ${outcome.slice(0, 300)} instead of ${other?.slice(0, 300)}`;
  }
  return worldDifference(worldLines(ours.world), worldLines(node.world));
}

/**
 * Whether the executed path asks for what cannot be found out of a case: blobs, their price, what exactly is paid above the base fee,
 * and beacon roots that a later block of the case has written over. Then Ethereum's end cannot be worked out again.
 */
function undecided({ blocks }: StateTest, met: ReadonlySet<NodeRule>): boolean {
  const namesPrice = blocks.every(({ transactions }) => transactions.every(({ gasPrice }) => gasPrice !== undefined));
  const places = blocks.map(({ env }) => numberOf(env.timestamp) % beaconSpan);
  if (met.has("beacon roots") && new Set(places).size < places.length) return true;
  if (met.has("BLOBHASH") || met.has("BLOBBASEFEE")) return true;
  return !namesPrice && (met.has("GASPRICE") || met.has("fee payer's balance"));
}

/**
 * Plays a case under one executor. The engine has to do exactly what Ethereum's machine does with a node's prices and rules (worlds, gas,
 * outputs, logs), and a call must leave no trace. Where the end is not what the case says, the case has to follow from Ethereum's own
 * rules, and what a node does otherwise has to lie on the executed path.
 */
export async function judgeStateTest(
  test: StateTest,
  engine: EmbeddedMachine,
  credits: readonly Credit[] = [],
): Promise<Judgement> {
  try {
    const ours = await playEngine(test, credits, engine);
    const node = await playNode(test, credits, engine);
    const difference = engineDifference(ours, node);
    if (difference !== undefined) return { verdict: "wrong", reasons: [difference, ...node.met] };
    return await compared(test, engine, ours.world, node.met, credits);
  } catch (error) {
    return { verdict: "wrong", reasons: [error instanceof Error ? error.message : String(error)] };
  }
}

async function compared(
  test: StateTest,
  engine: EmbeddedMachine,
  world: World,
  met: ReadonlySet<NodeRule>,
  credits: readonly Credit[],
): Promise<Judgement> {
  const masked = feeAccounts(test);
  const away = worldDifference(worldLines(shown(world), masked), worldLines(worldOf(test.post), masked));
  if (away === undefined) return { verdict: "equal", reasons: [] };
  if (credits.length === 0 && !undecided(test, met)) {
    const ethereum = await endInEthereum(test);
    if (ethereum.difference !== undefined) {
      const reason = `${away}, and the case does not follow from Ethereum's rules: ${ethereum.difference}`;
      return { verdict: "wrong", reasons: [reason, ...met] };
    }
    if (ethereum.credits.length > 0) return judgeStateTest(test, engine, ethereum.credits);
  }
  return met.size === 0 ? { verdict: "as a node", reasons: [away] } : { verdict: "explained", reasons: [...met] };
}
