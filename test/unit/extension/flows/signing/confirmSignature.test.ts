import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { confirmSignature } from "../../../../../src/extension/flows/signing/confirmSignature";
import type { Preview } from "../../../../../src/extension/flows/signing/preview";
import { Cancelled } from "../../../../../src/extension/kit/asking/cancelled";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

type Outcome = Preview["outcome"];
const preview = (outcome: Outcome): Preview => ({ outcome, text: `It is ${outcome}`, detail: "", unsigned: true });

describe("the question before a signature", () => {
  let on: ExtensionApp;
  beforeAll(async () => {
    on = await extensionApp();
  });
  afterAll(() => on.dispose());
  beforeEach(() => host.reset());

  /** What Enter would choose at last: after the dry run, or while a signed one that the user asked for is under way. */
  async function enter(outcome: Outcome, { irreversible = false, again = false } = {}): Promise<string | undefined> {
    host.awaited = [/It is/];
    host.picks = again ? [/Sign Dry Run/] : [];
    const { group } = on;
    const [title, lines, warnings] = ["Send", [], []];
    const trySigned = (): Promise<Preview> => new Promise(() => undefined);
    const asked = {
      group,
      title,
      lines,
      warnings,
      irreversible,
      preview: Promise.resolve(preview(outcome)),
      trySigned,
    };
    await expect(confirmSignature(asked)).rejects.toBeInstanceOf(Cancelled);
    return host.pickers[0]?.activeItems[0]?.label;
  }

  it("does not put Sign and Send first where it would fail or cannot be taken back", async () => {
    expect(await enter("failure")).toMatch(/Cancel/);
    host.reset();
    expect(await enter("success", { irreversible: true })).toMatch(/Cancel/);
    host.reset();
    expect(await enter("success")).toMatch(/Sign and Send/);
  });

  it("does not while a signed dry run makes the list anew", async () => {
    expect(await enter("failure", { again: true })).toMatch(/Cancel/);
    host.reset();
    expect(await enter("success", { irreversible: true, again: true })).toMatch(/Cancel/);
  });
});
