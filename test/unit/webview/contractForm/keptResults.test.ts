import { describe, expect, it } from "vitest";
import { withResult } from "../../../../src/webview/contractForm/keptResults";
import type { FormResult } from "../../../../src/webview/contractForm/messages";

const result = (call: string, length = 1): FormResult => ({
  call,
  time: "12:00:00",
  outcome: { kind: "answer", block: 1, values: [{ name: "", type: "string", value: "x".repeat(length) }] },
});
const calls = (results: readonly FormResult[]): string[] => results.map(({ call }) => call);

describe("results that the form keeps", () => {
  it("are the newest twenty, the newest first", () => {
    let results: FormResult[] = [];
    for (let turn = 0; turn < 25; turn++) results = withResult(results, result(`get(${turn})`));
    expect(results).toHaveLength(20);
    expect(calls(results).slice(0, 2)).toEqual(["get(24)", "get(23)"]);
  });

  it("are fewer where they are long, but always the newest", () => {
    const long = withResult(withResult([result("short()")], result("long()", 150_000)), result("longer()", 150_000));
    expect(calls(long)).toEqual(["longer()"]);
    expect(calls(withResult([result("short()")], result("huge()", 1_000_000)))).toEqual(["huge()"]);
  });
});
