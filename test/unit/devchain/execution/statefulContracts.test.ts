import fc from "fast-check";
import { expect, test } from "vitest";
import { EmbeddedMachine } from "../../../../tools/evm/embeddedMachine";
import { NodeMachine, type NodeRule } from "../../../../tools/evm/nodeMachine";
import type { BlockEnvironment, StateTransaction } from "../../../../tools/evm/stateTest";
import { type World, worldLines } from "../../../../tools/evm/worldState";

// Contracts that no one wrote and that keep something: they write the same few slots, empty them, call, borrow, make and destroy each
// other, and fail at every depth. Ethereum's machine with a node's prices and rules has to end alike, and a call must leave no trace.

const byte = (code: number): string => code.toString(16).padStart(2, "0");
const contracts = ["c0", "c1", "c2"].map((pair) => pair.repeat(20));
const person = "dd".repeat(20);
const sender = "a1".repeat(20);
const coinbase = "fe".repeat(20);

const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(""));
const slot = fc.constantFrom("6000", "6001", "6002");
const word = fc.constantFrom("6000", "6000", "6001", "6002", "36", "47", "32", "3d");
const whom = fc.constantFrom(...contracts, ...contracts, person, "2".padStart(40, "0")).map((to) => `73${to}`);
const value = fc.constantFrom("6000", "6000", "6000", "6001", "600a");
const size = fc.constantFrom("6000", "6000", "6001", "6020");
const gas = fc.constantFrom("5a", "5a", "61ea60", "610bb8", "6000");
/** Output and input of a message: 32 bytes at 0, as many as are said. */
const spread = join(size, fc.constant("6000"), size, fc.constant("6000"));
/** What is on top of the stack goes to a slot: 1, 0 or an address. */
const kept = slot.map((at) => `${at}55`);

const stores: fc.Arbitrary<string>[] = [
  join(word, slot, fc.constant("55")),
  join(fc.constant("6000"), slot, fc.constant("55")),
  slot.map((at) => `${at}54600101${at}55`), // one more
  join(word, slot, fc.constant("5d")),
  join(slot, fc.constant("5c"), kept),
  join(slot, fc.constant("54600052")),
  join(slot, fc.constant("5460206000a1")),
];
const messages: fc.Arbitrary<string>[] = [
  join(spread, value, whom, gas, fc.constant("f1"), kept),
  join(spread, value, whom, gas, fc.constant("f2"), kept),
  join(spread, whom, gas, fc.constantFrom("f4", "fa"), kept),
  join(whom, fc.constantFrom("31", "3b", "3f"), kept),
];
/** Code that makes a contract, of at most 32 bytes. */
const inits = [
  "600160015560016000f3", // a contract of one zero byte that has written
  "6001600155600060015560006000fd", // writes, empties and fails
  "6001600055",
  "3380600155ff", // is destroyed while it is made
  "600260005560fe60005360016000f3", // a contract that always fails
  "60ef60005360016000f3",
  "",
];
const init = fc.constantFrom(...inits);
const creations: fc.Arbitrary<string>[] = [
  fc
    .tuple(init, value)
    .map(([code, sent]) => `7f${code.padEnd(64, "0")}60005260${byte(code.length / 2)}6000${sent}f0`)
    .chain((made) => kept.map((keep) => made + keep)),
  fc
    .tuple(init, value, fc.constantFrom("6000", "6001"))
    .map(([code, sent, salt]) => `7f${code.padEnd(64, "0")}600052${salt}60${byte(code.length / 2)}6000${sent}f5`)
    .chain((made) => kept.map((keep) => made + keep)),
];
const end = fc.oneof(
  fc.constantFrom("00", "00", "60206000f3", "60206000fd", "60206000fd", "fe", "600056", "01", "60ff600060003e"),
  whom.map((to) => `${to}ff`),
);
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(...stores) },
  { weight: 4, arbitrary: fc.oneof(...messages) },
  { weight: 1, arbitrary: fc.oneof(...creations) },
);

/** Code in which a piece may run only with or only without input. */
const code = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom("", "", "", "36", "3615"),
        fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: end }),
      ),
      { maxLength: 9 },
    ),
    end,
  )
  .map(([pieces, last]) => {
    let text = "";
    for (const [guard, body] of pieces) {
      if (guard === "") text += body;
      else {
        const behind = (text.length + guard.length + body.length) / 2 + 4;
        text += `${guard}61${behind.toString(16).padStart(4, "0")}57${body}5b`;
      }
    }
    return text + last;
  });

const sent = fc.record({
  to: fc.constantFrom(...contracts, ...contracts, "", person),
  data: fc.constantFrom("", "", "00", "01".repeat(32)),
  init,
  value: fc.constantFrom(0n, 0n, 3n),
  gas: fc.constantFrom(400_000n, 400_000n, 60_000n, 30_000n),
  sameBlock: fc.boolean(),
});

const environment = (number: number): BlockEnvironment => ({
  number: `0x${number.toString(16)}`,
  timestamp: "0x03e8",
  coinbase: `0x${coinbase}`,
  gasLimit: "0x989680",
  baseFeePerGas: "0x00",
  mixHash: `0x${"00".repeat(32)}`,
  hash: `0x${"11".repeat(32)}`,
});

const worldWith = (codes: readonly string[]): World => ({
  accounts: new Map([
    [sender, { nonce: 0n, balance: 1000n, code: "" }],
    ...contracts.map((address, index) => [address, { nonce: 1n, balance: 10n, code: codes[index] ?? "" }] as const),
  ]),
  storage: new Map(contracts.flatMap((address) => [[address + "1".padStart(64, "0"), 5n] as const])),
});

/** More of them by hand: `STATEFUL_RUNS=5000 npx vitest run --project unit test/unit/devchain/execution/statefulContracts.test.ts`. */
const runs = Number(process.env["STATEFUL_RUNS"] ?? 120);

test.each([
  [0, "3.16.4"],
  [1, "3.16.4"],
  [0, "3.17.0"],
  [1, "3.17.0"],
] as const)(
  "contracts that keep something end as in Ethereum's machine, executor %i of %s",
  {
    timeout: 900_000 + runs * 500,
  },
  async (executor, release) => {
    const engine = new EmbeddedMachine(executor, release);
    const met = new Set<NodeRule>();
    const succeeded: boolean[] = [];
    const property = fc.asyncProperty(
      fc.tuple(code, code, code),
      fc.array(sent, { minLength: 1, maxLength: 6 }),
      async (codes, transactions) => {
        const node = new NodeMachine({ executor, release, world: worldWith(codes), hashes: new Map() });
        await engine.load(worldWith(codes), new Map());
        let number = 1;
        for (const [nonce, one] of transactions.entries()) {
          const transaction: StateTransaction = {
            sender: `0x${sender}`,
            to: one.to && `0x${one.to}`,
            data: `0x${one.to ? one.data : one.init}`,
            value: `0x${one.value.toString(16)}`,
            nonce: `0x${nonce.toString(16)}`,
            gasLimit: "0x0",
            gasPrice: "0x0",
          };
          if (!one.sameBlock) {
            engine.finishBlock();
            node.finishBlock();
            number++;
            const before = worldLines(engine.world());
            await engine.ask(transaction, environment(number), one.gas);
            expect(worldLines(engine.world())).toEqual(before);
          }
          const ours = await engine.run(transaction, environment(number), one.gas);
          expect(ours).toEqual(await node.run(transaction, environment(number), one.gas));
          expect(worldLines(engine.world())).toEqual(worldLines(node.states.world));
          succeeded.push(ours.succeeded);
        }
        for (const rule of node.met) met.add(rule);
      },
    );
    await fc.assert(property, { numRuns: runs, ...(runs === 120 ? { seed: 12 } : {}) });
    // it went where it should
    expect(succeeded).toContain(true);
    expect(succeeded).toContain(false);
    expect([...met]).toContain("SELFDESTRUCT");
  },
);
