import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { parseExactJson } from "../../../../src/chain/json/exactJson";
import { blockSchema } from "../../../../src/chain/rpc/blocks";
import { fastCheck } from "../../../../src/chain/rpc/fastCheck";
import { nodeMethods } from "../../../../src/chain/rpc/methodTable";
import { sampleBlock } from "../../../bench/sampleBlock";

/** What the quick check lets pass must be what the schema makes of it, and nothing that JSON.parse rounds. */
function expectSameVerdict(schema: v.GenericSchema, text: string): boolean {
  const plain: unknown = JSON.parse(text);
  if (!fastCheck(schema)(plain)) return false;
  const exact = parseExactJson(text);
  expect(exact).toEqual(plain);
  const outcome = v.safeParse(schema, exact);
  expect(outcome.success).toBe(true);
  expect(outcome.output).toEqual(plain);
  return true;
}

describe("the quick check of answers", () => {
  it("agrees with the schemas on everything that was recorded", () => {
    const folder = join(import.meta.dirname, "../../../fixtures/recordings");
    let quick = 0;
    const look = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const { result } = value as { result?: unknown };
      if (result !== undefined) {
        const text = JSON.stringify(result);
        for (const method of Object.values(nodeMethods)) if (expectSameVerdict(method.result, text)) quick += 1;
      }
      Object.values(value).forEach(look);
    };
    for (const file of readdirSync(folder, { recursive: true }).map(String)) {
      if (file.endsWith(".json")) look(JSON.parse(readFileSync(join(folder, file), "utf8")));
    }
    expect(quick).toBeGreaterThan(100);
  });

  it("lets whole blocks pass, and none with a wrong, a missing or a rounded member", () => {
    const check = fastCheck(blockSchema);
    const block = (change: Record<string, unknown> = {}): unknown => ({ ...sampleBlock("transactions"), ...change });
    expect(check(block())).toBe(true);
    expect(check(sampleBlock("hashes"))).toBe(true);
    expect(check(block({ addedLater: { number: 5 } }))).toBe(true);
    expect(check(block({ addedLater: { number: 2 ** 60 } }))).toBe(false);
    expect(check(block({ constructor: 2 ** 60 }))).toBe(false);
    expect(check(block({ sealer: 2 ** 60 }))).toBe(false);
    expect(check(block({ gasUsed: 5 }))).toBe(false);
    expect(check(block({ hash: `0x${"zz".repeat(32)}` }))).toBe(false);
    const { stateRoot: _, ...incomplete } = sampleBlock("hashes") as Record<string, unknown>;
    expect(check(incomplete)).toBe(false);
    const { transactions, ...header } = sampleBlock("hashes") as { transactions: unknown[] };
    expect(check(header)).toBe(true);
    expect(check({ ...header, transactions: [...transactions, "0xab"] })).toBe(false);
    expect(check({ transactions, ...header })).toBe(true);
  });

  it("agrees with the schemas on blocks that something happened to", () => {
    const names = Object.keys(sampleBlock("hashes"));
    const odd = fc.oneof(fc.jsonValue(), fc.constant(2 ** 55), fc.constant("0x"), fc.constant([]));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names, "extra"), odd), { maxLength: 3 }), (changes) => {
        const text = JSON.stringify({ ...sampleBlock("hashes"), ...Object.fromEntries(changes) });
        if (expectSameVerdict(blockSchema, text)) return;
        // The other way round it may only ask the schema, never refuse.
        expect(changes.length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });
});
