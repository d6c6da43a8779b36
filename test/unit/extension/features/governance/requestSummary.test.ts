import { afterAll, beforeAll, expect, it } from "vitest";
import { requestSummary } from "../../../../../src/extension/features/governance/proposalContent";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";

let on: ExtensionApp;
beforeAll(async () => {
  on = await extensionApp();
});
afterAll(() => on.dispose());

it("names the two rates of a proposal", () => {
  expect(requestSummary(on.app, on.group, { kind: "setRate", participatesRate: 60, winRate: 70 })).toBe(
    "participation 60%, approval 70%",
  );
});

it("says whom a proposal is about first, then the weight, which a removal doesn't have", () => {
  const account = `0x${"ab".repeat(20)}` as const;
  const summary = (weight: number): string =>
    requestSummary(on.app, on.group, { kind: "setGovernorWeight", account, weight });
  expect(summary(1)).toBe("0xabababab… · weight 1");
  expect(summary(0)).toBe("0xabababab…");
  expect(requestSummary(on.app, on.group, { kind: "setSystemConfig", key: "tx_count_limit", value: "1600" })).toBe(
    "tx_count_limit · 1600",
  );
});
