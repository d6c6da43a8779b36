import { describe, expect, it } from "vitest";
import { confirmSignature } from "../../../../../src/extension/flows/signing/confirmSignature";
import type { Preview } from "../../../../../src/extension/flows/signing/preview";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import type { Weight } from "../../../../../src/signing/weight";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

type Outcome = Preview["outcome"];
const preview = (result: Outcome): Preview => ({
  outcome: result,
  text: `It is ${result}`,
  detail: "",
  unsigned: true,
});

describe("the question before a signature", () => {
  const on = suiteApp();

  /** What Enter would choose at last: after the dry run, or while a signed one that the user asked for is under way. */
  async function enter(
    result: Outcome,
    { weight = "ordinary", again = false }: { weight?: Weight; again?: boolean } = {},
  ): Promise<string | undefined> {
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
      weight,
      preview: Promise.resolve(preview(result)),
      trySigned,
    };
    await expect(confirmSignature(asked)).rejects.toBeInstanceOf(Cancelled);
    return host.pickers[0]?.activeItems[0]?.label;
  }

  it("does not put Sign and Send first where it would fail or cannot be taken back", async () => {
    expect(await enter("failure")).toMatch(/Cancel/);
    host.reset();
    expect(await enter("success", { weight: "grave" })).toMatch(/Cancel/);
    host.reset();
    expect(await enter("success")).toMatch(/Sign and Send/);
  });

  it("does not while a signed dry run makes the list anew", async () => {
    expect(await enter("failure", { again: true })).toMatch(/Cancel/);
    host.reset();
    expect(await enter("success", { weight: "grave", again: true })).toMatch(/Cancel/);
  });

  it("doesn't say what a transaction comes to beside a dry run that failed", async () => {
    const shown = async (result: Outcome): Promise<string> => {
      host.reset();
      host.awaited = [/It is/];
      const notes = ["After your vote, the proposal passes."];
      const warnings = ["Nobody could govern any more."];
      const asked = { group: on.group, title: "Propose", lines: [], notes, warnings };
      const tried = { ...asked, preview: Promise.resolve(preview(result)) };
      await expect(confirmSignature(tried)).rejects.toBeInstanceOf(Cancelled);
      return host.pickers[0]?.items.map(({ label }) => label).join("\n") ?? "";
    };
    expect(await shown("success")).toContain("the proposal passes");
    const failing = await shown("failure");
    expect(failing).not.toContain("the proposal passes");
    expect(failing).toContain("Nobody could govern any more.");
  });
});
