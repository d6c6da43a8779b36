import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChainError } from "../../../src/errors/chainError";
import { inFamily } from "../../../src/sdk/errorFamily";
import * as sdk from "../../../src/sdk/sdk";
import { startTestChain, type TestChain } from "../../../src/sdk/testing/testing";

/** Numbers below a limit, the same for a seed. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

type Call = (...args: unknown[]) => unknown;

/** What there is to call: by name, those of services with theirs in front. */
const functions: [string, Call][] = Object.entries(sdk).flatMap(([name, value]): [string, Call][] => {
  if (typeof value === "object") {
    return Object.entries(value as object).flatMap(([each, run]): [string, Call][] =>
      typeof run === "function" && !/^[A-Z]/.test(each) ? [[`${name}.${each}`, inFamily(each, run as Call)]] : [],
    );
  }
  return typeof value === "function" && !/^[A-Z]/.test(name) ? [[name, inFamily(name, value as Call)]] : [];
});

describe("what the SDK throws", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain();
  });
  afterAll(() => chain?.close());

  /** Values that a caller passes by mistake, or that a form, a JSON file, or JavaScript gives. */
  const odd: readonly unknown[] = [
    undefined,
    null,
    "",
    "x",
    "0x",
    "0x1",
    "0xzz",
    "deadbeef",
    `0x${"11".repeat(20)}`,
    `0x${"22".repeat(32)}`,
    "/apps/none",
    "/apps/\u0000",
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 60,
    10n,
    -(2n ** 300n),
    true,
    Symbol("odd"),
    [],
    [null],
    ["0x1", 5],
    {},
    { number: "many" },
    { hash: 5 },
    { abi: 5, bytecode: 7, address: null },
    { abi: [], bytecode: "zz" },
    { abi: [{ type: "function" }], address: "0x1" },
    { to: 5, data: 7 },
    { data: "nonsense", value: "1.5" },
    { path: 5, name: {}, version: null },
    { table: 7, key: [], fields: 5, columns: "a" },
    { address: "0x12", account: 5, amount: 1.5 },
    { timeoutMs: "soon" },
    { detail: "everything", withProof: 1 },
    new Uint8Array(3),
    new Date(Number.NaN),
    () => 5,
    new Map(),
  ];

  it("is the one family, whatever a function is called with", async () => {
    const next = numbersFrom(20_261);
    const wrong = new Map<string, string>();
    const perFunction = 40;
    for (const [name, run] of functions) {
      for (let call = 0; call < perFunction; call++) {
        const args = Array.from({ length: 1 + next(4) }, (_, at) =>
          at === 0 && next(8) > 0 ? chain : odd[next(odd.length)],
        );
        const limit = AbortSignal.timeout(5000);
        try {
          const result = await Promise.race([
            Promise.resolve(run(...args)),
            new Promise((_, fail) => {
              limit.addEventListener("abort", () => fail(new Error("no answer in 5 s")));
            }),
          ]);
          if (typeof result === "function") (result as () => void)();
        } catch (error) {
          const isFamily = error instanceof ChainError || (error instanceof Error && error.name === "AbortError");
          if (!isFamily) {
            const where = String((error as Error | undefined)?.stack)
              .split("\n")
              .slice(0, 2)
              .join(" ");
            wrong.set(`${name}: ${where.replace(/file:.*?wt.habits/, "")}`, "");
          } else if (error instanceof ChainError && error.message.trim() === "") wrong.set(`${name}: no message`, "");
        }
      }
    }
    expect([...wrong.keys()].join("\n")).toBe("");
  });

  it("says what is wrong in words: no query, no address, no integer, no key", async () => {
    const known = Object.fromEntries(functions);
    const abi = [{ type: "function", name: "set", inputs: [{ name: "x", type: "uint256" }], outputs: [] }];
    const contract = sdk.getContract({ chain, address: `0x${"11".repeat(20)}`, abi });
    const messageOf = async (run: () => unknown): Promise<string> => {
      try {
        return `no error: ${String(await run())}`;
      } catch (error) {
        return error instanceof ChainError ? `${error.code}: ${error.message}` : String(error);
      }
    };
    expect(await messageOf(() => known["getBlock"]?.(chain, 999_999))).toBe(
      "badQuery: getBlock takes an object such as { number: 12 }, not 999999.",
    );
    expect(await messageOf(() => known["getReceipt"]?.(chain, `0x${"22".repeat(32)}`))).toContain("{ hash:");
    expect(await messageOf(() => known["getContract"]?.({ chain, address: "11".repeat(20), abi }))).toMatch(
      /^notAnAddress/,
    );
    expect(await messageOf(() => known["privateKeyAccount"]?.("0x12"))).toMatch(/^badArgument: .*32 bytes/);
    expect(await messageOf(() => known["importAccount"]?.("nonsense"))).toMatch(/^unknownFormat: /);
    expect(await messageOf(() => contract.write["set"]?.([1.5]))).toContain("1.5 isn't an integer");
    expect(await messageOf(() => contract.write["set"]?.([2 ** 60]))).toContain("isn't an exact integer");
  });
});
