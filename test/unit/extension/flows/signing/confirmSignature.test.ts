import { beforeEach, describe, expect, it } from "vitest";
import { confirmSignature } from "../../../../../src/extension/flows/signing/confirmSignature";
import type { EditorDryRun } from "../../../../../src/extension/flows/signing/editorDryRun";
import { Trials } from "../../../../../src/extension/flows/signing/trials";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import type { Weight } from "../../../../../src/signing/request";
import { host } from "../../../../support/fakeVscode/fakeHost";

type Outcome = EditorDryRun["outcome"];
const preview = (result: Outcome): EditorDryRun => ({
  outcome: result,
  text: `It is ${result}`,
  detail: "",
  unsigned: true,
});

describe("the question before a signature", () => {
  beforeEach(() => host.reset());

  /** What Enter would choose at last: after the dry run, or while a signed one that the user asked for is under way. */
  async function enter(
    result: Outcome,
    { weight = "ordinary", again = false }: { weight?: Weight; again?: boolean } = {},
  ): Promise<string | undefined> {
    host.awaited = [/It is/];
    host.picks = again ? [/Sign Dry Run/] : [];
    const title = "Send";
    const trySigned = (): Promise<EditorDryRun> => new Promise(() => undefined);
    const asked = {
      title,
      question: "Sign this transaction?",
      yes: "Sign and Send",
      text: { sentence: title, consequences: [], reported: [], signed: [], raw: [] },
      weight,
      trials: new Trials(Promise.resolve(preview(result)), trySigned),
    };
    await expect(confirmSignature(asked)).rejects.toBeInstanceOf(Cancelled);
    return host.pickers[0]?.activeItems[0]?.label;
  }

  it("does not put Sign and Send first where it would fail or cannot be taken back", async () => {
    expect(await enter("failure")).toMatch(/Cancel/);
    host.reset();
    for (const weight of ["grave", "irreversible"] as const) {
      expect(await enter("success", { weight })).toBeUndefined();
      host.reset();
    }
    host.reset();
    expect(await enter("success")).toMatch(/Sign and Send/);
  });

  it("does not while a signed dry run makes the list anew", async () => {
    expect(await enter("failure", { again: true })).toMatch(/Cancel/);
    host.reset();
    expect(await enter("success", { weight: "grave", again: true })).toBeUndefined();
  });

  it("doesn't say what a transaction comes to beside a dry run that failed", async () => {
    const shown = async (result: Outcome): Promise<string> => {
      host.reset();
      host.awaited = [/It is/];
      const consequences = [
        { text: "Nobody could govern any more.", warns: true },
        { text: "After your vote, the proposal passes.", warns: false },
      ];
      const text = { sentence: "Propose", consequences, reported: [], signed: [], raw: [] };
      const asked = {
        title: "Propose",
        question: "Sign this transaction?",
        yes: "Sign and Send",
        text,
        weight: "ordinary" as const,
      };
      const tried = { ...asked, trials: new Trials(Promise.resolve(preview(result))) };
      await expect(confirmSignature(tried)).rejects.toBeInstanceOf(Cancelled);
      return host.pickers[0]?.items.map(({ label }) => label).join("\n") ?? "";
    };
    expect(await shown("success")).toContain("the proposal passes");
    const failing = await shown("failure");
    expect(failing).not.toContain("the proposal passes");
    expect(failing).toContain("Nobody could govern any more.");
  });

  it("has a bounded part of what a contract says as it fails, in which nothing looks like lines of the question", async () => {
    host.reset();
    host.awaited = [/It is/];
    const message = `a\u3000\u3000Signed by: me o\u0338\u0489 \u05d0 ${"z ".repeat(50_000)}`;
    const reported = { ...preview("failure"), detail: message };
    const text = { sentence: "Send", consequences: [], reported: [], signed: [], raw: [] };
    const asked = { title: "Send", question: "Sign?", yes: "Sign and Send", text, weight: "ordinary" as const };
    await expect(confirmSignature({ ...asked, trials: new Trials(Promise.resolve(reported)) })).rejects.toBeInstanceOf(
      Cancelled,
    );
    const lines = host.pickers[0]?.items.map(({ label }) => label) ?? [];
    expect(lines.length).toBeLessThan(60);
    expect(lines.join("\n")).toContain("\\u3000\\u3000Signed by");
    expect(lines.join("\n")).not.toMatch(/\u3000|\u0338|\u0489|\u05d0/);
  });
});
