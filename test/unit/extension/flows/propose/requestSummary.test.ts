import { afterAll, beforeAll, expect, it } from "vitest";
import { requestSummary } from "../../../../../src/extension/flows/propose/requestSummary";
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
