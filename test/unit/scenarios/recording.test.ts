import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { usualChain } from "../../../src/chain/dev/usualChain";
import { provenRecording } from "../../../src/extension/features/scenarios/provenRecording";
import { EmbeddedChain } from "../../../src/extension/state/embeddedChain/embeddedChain";
import { readScenario } from "../../../src/scenarios/language/readScenario";
import type { RecordedOutcome, RecordedTransaction, Sending } from "../../../src/scenarios/record/recordedTransaction";
import { chainLines, type Recording, recordScenario } from "../../../src/scenarios/record/recordScenario";
import { runInstead } from "../../support/window/chainProcess";

const [admin, alice, shop, other] = ["a", "b", "c", "d"].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
];
const done: RecordedOutcome = { status: 0, values: [], events: [], reason: "", moment: ["7", "1700000000000"] };
const value = (type: string, name: string, given: string) => ({ type, name, value: given });
const deployed = (more: Partial<RecordedTransaction> = {}): RecordedTransaction =>
  ({
    ...done,
    kind: "deploy",
    from: admin,
    value: 0n,
    path: "contracts/Shop.sol:Shop",
    name: "Shop",
    address: shop,
    args: [],
    libraries: {},
    ...more,
  }) as RecordedTransaction;
const sending = (name: string, args: Sending["call"]["arguments"], more: Partial<Sending> = {}): Sending => ({
  ...done,
  kind: "send",
  from: alice,
  value: 0n,
  to: shop,
  call: { name, signature: `${name}(…)`, arguments: args },
  overloaded: false,
  ...more,
});
const recording = (transactions: readonly RecordedTransaction[]): Recording => ({
  title: "Sales: all",
  chain: { suite: "sm", auth: true },
  transactions,
  admin,
  labels: new Map([[alice, "Alice (shop)"]]),
});

describe("writing down what was done", () => {
  it("keeps the names of accounts in any script", async () => {
    const text = recordScenario({
      ...recording([deployed(), sending("sell", [])]),
      labels: new Map([[alice, "乙银行 (shop)"]]),
    });
    expect(text).toContain("accounts:\n  乙银行_shop:");
    expect(text).toContain("from: 乙银行_shop");
    await readScenario("/s/a.chain.yaml", async () => text);
  });

  it("asks the contract for hashes that it answers itself, so that a chain of either suite gets its own", async () => {
    const role = "0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6";
    const other = "0x8f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a7";
    const transactions = (given: string) => [deployed(), sending("grantRole", [value("bytes32", "role", given)])];
    const constants = new Map([
      [
        shop.toLowerCase(),
        new Map([
          [role, "MINTER_ROLE"],
          [other, "OTHER_ROLE"],
        ]),
      ],
    ]);
    const text = recordScenario({ ...recording(transactions(role)), constants });
    expect(text).toContain("  - call: shop.MINTER_ROLE\n    as: MINTER_ROLE\n");
    expect(text).toMatch(/\$\{MINTER_ROLE\}/);
    expect(text).not.toContain("OTHER_ROLE");
    expect(text).not.toContain(role);
    expect(text).not.toContain("#");
    await readScenario("/s/a.chain.yaml", async () => text);
    // where no contract answers it, only the remark is left
    expect(recordScenario({ ...recording(transactions(role)), constants: new Map() })).toContain(role);
  });

  it("says that hashes among the arguments belong to the suite, and nothing of words that are none", async () => {
    const role = `0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6`;
    const grant = (given: string) =>
      recordScenario(recording([deployed(), sending("grantRole", [value("bytes32", "role", given)])]));
    expect(grant(role).split("\n")[0]).toMatch(/^# Some arguments are hashes, recorded on an SM chain/);
    await readScenario("/s/a.chain.yaml", async () => grant(role));
    for (const plain of [`0x${"0".repeat(64)}`, `0x${"00".repeat(31)}07`, `0x686561647e6e6573732e${"0".repeat(44)}`])
      expect(grant(plain)).toMatch(/^scenario:/);
  });

  it("names accounts and contracts, and leaves open what belongs to the moment", async () => {
    const text = recordScenario(
      recording([
        deployed({ args: [value("address", "owner", alice)] }),
        sending("sell", [value("string", "what", "a: b"), value("address", "to", shop)], {
          value: 5n,
          values: [value("uint256", "", "7")],
          events: [
            {
              name: "Sold",
              signature: "Sold(address,address)",
              anonymous: false,
              arguments: [
                { ...value("address", "by", alice), indexed: true, hashed: false },
                { ...value("address", "at", other), indexed: false, hashed: false },
              ],
            },
          ],
        }),
        sending("sell", [value("string", "", "$" + "{x}")], { status: 16, reason: "only: the owner", from: admin }),
        sending("mkdir", [value("string", "path", "/apps/x")], {
          builtin: "BFS",
          values: [value("int32", "", "-53002")],
        }),
        sending("setAccountStatus", [value("address", "", alice), value("uint8", "", "1")], {
          builtin: "AccountManager",
        }),
      ]),
    );
    expect(text).toBe(
      [
        'scenario: "Sales: all"',
        "chain: { suite: sm, auth: true }",
        "accounts:",
        "  Alice_shop:",
        "steps:",
        "  - deploy: contracts/Shop.sol:Shop",
        `    args: { owner: "$\{Alice_shop}" }`,
        "    as: shop",
        "  - send: shop.sell",
        "    from: Alice_shop",
        `    args: { what: "a: b", to: "$\{shop}" }`,
        "    value: 5",
        "    expect:",
        "      status: 0",
        "      result: { $any: }",
        `      events: [{ Sold: { by: "$\{Alice_shop}", at: { $any: } } }]`,
        "  - send: shop.sell",
        `    args: ["$$\{x}"]`,
        "    expect:",
        "      status: 16",
        '      refused: { kind: execution, message: "only: the owner" }',
        "  - mkdir: /apps/x",
        "    from: Alice_shop",
        "    expect:",
        "      code: -53002",
        `  - freezeAccount: "$\{Alice_shop}"`,
        "    from: Alice_shop",
        "",
      ].join("\n"),
    );
    const scenario = await readScenario("/s/a.chain.yaml", async () => text);
    expect(scenario.steps).toHaveLength(5);
  });

  it("names versions and executor where a fresh chain would have others", () => {
    const plain = { suite: "standard", auth: false } as const;
    const { nodeVersion, compatibilityVersion: compatibility } = usualChain();
    const usual = { ...plain, nodeVersion, compatibility, executor: 1 } as const;
    expect(chainLines(usual)).toEqual([]);
    expect(chainLines({ ...usual, nodeVersion: "3.16.4", compatibility: "3.16.0" })).toEqual([
      "chain: { nodeVersion: 3.16.4 }",
    ]);
    expect(chainLines({ ...usual, executor: 0 })).toEqual(["chain: { executor: 0 }"]);
    const old = { ...plain, nodeVersion: "3.6.1", compatibility: "3.6.0", executor: 0 } as const;
    expect(chainLines(old)).toEqual(["chain: { nodeVersion: 3.6.1 }"]);
    expect(chainLines({ ...old, nodeVersion, compatibility: "3.6.0", suite: "sm" })).toEqual([
      "chain: { suite: sm, executor: 0, compatibility: 3.6.0 }",
    ]);
    expect(chainLines({ ...plain, nodeVersion, executor: undefined })).toEqual([]);
  });

  it("leaves out a result that is another on a fresh chain, and tells of a step that fails there", async () => {
    const log = Object.fromEntries(["info", "warn", "error"].map((name) => [name, () => undefined]));
    const embeddedChain = new EmbeddedChain("", { folder: "", shared: false }, {} as never, log as never, runInstead);
    const app = { embeddedChain } as never;
    const touch = sending("touch", [value("string", "", "/apps/y"), value("string", "", "directory")], {
      to: "0x000000000000000000000000000000000000100e",
      from: admin,
      values: [value("int32", "", "12345")],
    });
    const list = { ...recording([touch]), chain: { suite: "standard", auth: false } } as const;
    const file = join(process.cwd(), "x.chain.yaml");
    const passed = await provenRecording(app, file, list, new AbortController().signal);
    expect(passed.failed).toBeUndefined();
    expect(passed.text).not.toContain("12345");
    expect(passed.text).toContain("status: 0");
    const refused = { ...list, transactions: [sending("sell", [], { to: other, from: admin })] };
    const failed = await provenRecording(app, file, refused, new AbortController().signal);
    expect(failed.failed?.step.title).toBe("send sell");
  });
});
