import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { EmbeddedMachine } from "../../../tools/evm/embeddedMachine";
import { judgeStateTest } from "../../../tools/evm/judgeStateTest";
import { verifyProof } from "../../../tools/evm/pointEvaluation";
import type { AccountText, StateTest } from "../../../tools/evm/stateTest";
import type { World } from "../../../tools/evm/worldState";

// The checker of Ethereum's state tests, on small cases of our own whose ends were worked out by hand.

const sender = `0x${"a1".repeat(20)}`;
const contract = `0x${"c0".repeat(20)}`;
const other = `0x${"d0".repeat(20)}`;
const account = (part: Partial<AccountText>): AccountText => ({
  balance: "0x00",
  nonce: "0x00",
  code: "0x",
  storage: {},
  ...part,
});

/** A case of one transaction to the contract. What is not named afterwards is as before. */
function caseOf(before: Record<string, Partial<AccountText>>, after: Record<string, Partial<AccountText>>): StateTest {
  const pre = Object.fromEntries(Object.entries(before).map(([address, part]) => [address, account(part)]));
  const post = { ...pre };
  for (const [address, part] of Object.entries(after)) post[address] = { ...account({}), ...pre[address], ...part };
  const env = {
    number: "0x01",
    timestamp: "0x03e8",
    coinbase: `0x${"fe".repeat(20)}`,
    gasLimit: "0x989680",
    baseFeePerGas: "0x0a",
    mixHash: `0x${"00".repeat(32)}`,
    hash: `0x${"11".repeat(32)}`,
  };
  const transaction = {
    sender,
    to: contract,
    data: "0x",
    value: "0x00",
    nonce: "0x00",
    gasLimit: "0x030d40",
    gasPrice: "0x0a",
  };
  return {
    name: "own",
    genesisHash: `0x${"22".repeat(32)}`,
    pre: { [sender]: account({ balance: "0xe8d4a51000" }), ...pre },
    post: { [sender]: account({ nonce: "0x01" }), ...post },
    blocks: [{ env, transactions: [transaction] }],
  };
}

const stores = "0x600760015500";
const equal = caseOf({ [contract]: { code: stores } }, { [contract]: { storage: { "0x01": "0x07" } } });
/** Stores what two readings of a slot cost: in Ethereum 2100 and 100, and 12 for what is around them. */
const measures = caseOf(
  { [contract]: { code: "0x5a60005450600054505a900360015500" } },
  { [contract]: { storage: { "0x01": "0x08a4" } } },
);
const destroys = (paid: string): StateTest =>
  caseOf(
    { [contract]: { code: `0x73${other.slice(2)}ff`, balance: "0x05" } },
    { [contract]: { balance: "0x00" }, [other]: { balance: paid } },
  );
/** Empties a slot, fills it again and reverts. */
const flickers = caseOf({ [contract]: { code: "0x6000600155600260015560006000fd", storage: { "0x01": "0x01" } } }, {});

describe.each([
  [0, "3.16.4"],
  [1, "3.16.4"],
  [0, "3.17.0"],
  [1, "3.17.0"],
] as const)("executor %i of %s", (executor, release) => {
  const engine = new EmbeddedMachine(executor, release);
  const judge = (one: StateTest) => judgeStateTest(one, engine);

  test("what ends as in Ethereum is equal", async () => {
    expect(await judge(equal)).toEqual({ verdict: "equal", reasons: [] });
    expect((await judge(flickers)).verdict).toBe("equal");
  });

  test("what depends on prices is as a node has it", async () => {
    expect((await judge(measures)).verdict).toBe("as a node");
  });

  test("what a node does otherwise is explained by what was met", async () => {
    const { verdict, reasons } = await judge(destroys("0x05"));
    // the classic executor pays too, but takes the code away
    expect(verdict).toBe("explained");
    expect(reasons).toEqual(executor === 1 ? ["SELFDESTRUCT"] : ["SELFDESTRUCT", "account record"]);
  });

  test("a case that Ethereum itself does not end so is wrong, with or without a rule on its path", async () => {
    expect(
      (await judge(caseOf({ [contract]: { code: stores } }, { [contract]: { storage: { "0x01": "0x08" } } }))).verdict,
    ).toBe("wrong");
    expect((await judge(destroys("0x06"))).verdict).toBe("wrong");
    expect(
      (
        await judge(
          caseOf(
            { [contract]: { code: measures.pre[contract]?.code ?? "" } },
            { [contract]: { storage: { "0x01": "0x08a5" } } },
          ),
        )
      ).verdict,
    ).toBe("wrong");
  });

  test("an engine with the prices of another release is wrong", async () => {
    const other = new EmbeddedMachine(executor, release === "3.17.0" ? "3.16.4" : "3.17.0");
    Object.assign(other, { release });
    expect((await judgeStateTest(equal, other)).verdict).toBe("wrong");
  });

  test("an engine that does otherwise is wrong: a lost slot, a call that stays", async () => {
    class Forgets extends EmbeddedMachine {
      override world(): World {
        const { accounts } = super.world();
        return { accounts, storage: new Map() };
      }
    }
    class Keeps extends EmbeddedMachine {
      override ask(...what: Parameters<EmbeddedMachine["ask"]>): Promise<void> {
        return this.run(...what).then(() => undefined);
      }
    }
    expect((await judgeStateTest(equal, new Forgets(executor, release))).verdict).toBe("wrong");
    const kept = await judgeStateTest(equal, new Keeps(executor, release));
    expect([kept.verdict, kept.reasons[0]?.startsWith("a call left a trace")]).toEqual(["wrong", true]);
  });

  test("withdrawals that a case does not tell are found, and only whole ones", async () => {
    const withdrawn = (balance: string) =>
      caseOf({ [contract]: { code: stores } }, { [contract]: { storage: { "0x01": "0x07" } }, [other]: { balance } });
    expect((await judge(withdrawn("0x3b9aca00"))).verdict).toBe("equal");
    expect((await judge(withdrawn("0x3b9aca01"))).verdict).toBe("wrong");
  });
});

describe("the program", () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-evm-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (...args: string[]) => {
    const root = resolve(import.meta.dirname, "../../..");
    const script = join(root, "tools/evm.ts");
    const { stdout, stderr, status } = spawnSync(process.execPath, ["--import", "tsx", script, ...args], {
      cwd: root,
      encoding: "utf8",
    });
    return { stdout, stderr, status };
  };
  const lines = (...cases: StateTest[]): string => cases.map((one) => `${JSON.stringify(one)}\n`).join("");

  test("counts the cases of files and folders, packed or not, and fails where one is wrong", () => {
    writeFileSync(join(folder, "one.jsonl"), lines(equal, measures));
    writeFileSync(join(folder, "two.jsonl.gz"), gzipSync(lines(destroys("0x05"))));
    writeFileSync(join(folder, "notes.txt"), "no cases");
    expect(run(folder)).toMatchObject({ stdout: "equal 1, as a node 1, explained 1, wrong 0\n", status: 0 });
    writeFileSync(join(folder, "three.jsonl"), lines({ ...destroys("0x06"), name: "false" }));
    const { stdout, stderr, status } = run(join(folder, "three.jsonl"));
    expect({ stdout, status }).toEqual({ stdout: "equal 0, as a node 0, explained 0, wrong 1\n", status: 1 });
    expect(stderr).toContain("wrong: false, executor 0");
    expect(run().status).toBe(2);
  });
});

describe("the evaluation of points", () => {
  const word = (value: bigint): string => `0x${value.toString(16).padStart(64, "0")}`;
  // the polynomial X: its commitment is the second power of the ceremony's setup, and the quotient is 1
  const commitment =
    "0xad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81";
  const one = "0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb";

  test("takes a right value and no other", () => {
    expect(verifyProof(commitment, word(3n), word(3n), one)).toBe(true);
    expect(verifyProof(commitment, word(3n), word(4n), one)).toBe(false);
    expect(() => verifyProof(commitment, word(3n), `0x${"f".repeat(64)}`, one)).toThrow("C_KZG_BADARGS");
    expect(() => verifyProof(`0x${"11".repeat(48)}`, word(3n), word(3n), one)).toThrow("C_KZG_BADARGS");
  });

  test.each([0, 1] as const)(
    "is nowhere on a node, executor %i: called by a transaction, by contracts, borrowed",
    async (executor) => {
      const engine = new EmbeddedMachine(executor);
      const asked = caseOf({ [contract]: { code: "0x00" } }, {});
      const [block] = asked.blocks;
      const direct: StateTest = {
        ...asked,
        blocks: asked.blocks.map((each) => ({
          ...each,
          transactions: (block?.transactions ?? []).map((one) => ({
            ...one,
            to: `0x${"a".padStart(40, "0")}`,
            data: `0x${"00".repeat(192)}`,
          })),
        })),
      };
      // all of the sender's gas is gone on Ethereum; its balance isn't compared
      expect((await judgeStateTest(direct, engine)).verdict).toBe("equal");
      // stores whether 0x0a took 192 zeros: Ethereum doesn't, nor does the baseline executor; to the classic one all seems well
      for (const [opcode, value] of [
        ["f1", "6000"],
        ["f2", "6000"],
        ["f4", ""],
        ["fa", ""],
      ] as const) {
        const code = `0x6000600060c06000${value}600a620186a0${opcode}600155`;
        const stored = caseOf({ [contract]: { code, storage: { "0x01": "0x05" } } }, { [contract]: { storage: {} } });
        expect((await judgeStateTest(stored, engine)).verdict, opcode).not.toBe("wrong");
      }
    },
  );
});
