import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readJsonArtifact } from "../../../../../src/chain/artifact/readArtifact";
import { readCell } from "../../../../../src/chain/notebook/requestText";
import { runWithExpectations } from "../../../../../src/extension/features/notebook/runCells";
import { Scope, StepFailure } from "../../../../../src/scenarios/run/scope";
import { say } from "../../../../../src/text/catalogue";
import type { RequestResult } from "../../../../../src/webview/notebookResult/messages";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

const artifact = readJsonArtifact(
  readFileSync("test/fixtures/workspace/artifacts/contracts/HelloWorld.sol/HelloWorld.json", "utf8"),
  "HelloWorld.json",
);

describe("requests of a notebook with variables, accounts and expectations", () => {
  let on: ExtensionApp;
  let scope: Scope;
  beforeAll(async () => {
    on = await extensionApp();
    on.access = "full";
    const uri = Uri.file("/HelloWorld.json");
    Object.assign(on.app.artifacts, {
      list: async () => [{ name: "HelloWorld", deployable: true, uri }],
      read: async () => ({ artifact, uri }),
    });
    scope = new Scope();
    const suite = on.group.session.suite.name;
    for (const [name, digits] of Object.entries({ dev1: "11", dev2: "22" }))
      await on.app.accounts.importHex(suite, digits.repeat(32), name);
  });
  afterAll(() => on.dispose());
  beforeEach(() => host.reset());

  /** Heads of what is shown; at the end, what failed. */
  const run = async (text: string): Promise<string[]> => {
    const shown: RequestResult[] = [];
    const ground = { app: on.app, group: on.group, signal: new AbortController().signal };
    try {
      for (const request of readCell(text)) {
        await runWithExpectations(ground, request, scope, async (result) => {
          shown.push(result);
        });
      }
    } catch (error) {
      const message =
        error instanceof StepFailure ? `${error.place.line} ${say(error.text)}` : (error as { code: string }).code;
      return [...shown.map(({ head }) => head), message];
    }
    return shown.map(({ head }) => head);
  };

  it("keeps answers under names, which later cells put in", async () => {
    await run("hello = deploy HelloWorld");
    expect(scope.values.get("hello")).toMatch(/^0x[0-9a-f]{40}$/);
    const [sent, asked] = await run('send $hello set "tea $$5"\nwords = call $hello get\nexpect "tea $$5"');
    expect(sent).toContain('set("tea $5")');
    expect(asked).toContain("tea $5");
    expect(await run("send $hello set $words\nexpect event Greeted {greeting: $words}")).toHaveLength(1);
    expect(await run("call $hallo get")).toEqual(["requestVariable"]);
  });

  it("signs and asks as the account that a line names", async () => {
    const dev1 = on.app.accounts.all.find(({ label }) => label === "dev1");
    await run(`send $hello set "by dev1" --from dev1\nexpect event Greeted ${dev1?.address} "by dev1"`);
    expect(on.app.sent.list(on.group)[0]?.from).toBe(dev1?.address);
    expect(await run("call $hello get --from dev2\nexpect 'by dev1'")).toHaveLength(1);
    expect(await run("call $hello get --from nobody")).toEqual(["unknownOwnAccount"]);
  });

  it.each([
    ["call $hello get\nexpect tea", /^2 result is by dev1, expected tea$/],
    ["call $hello changes\n\nexpect atLeast 100", /^3 result is 3, expected \$atLeast 100$/],
    ["send $hello set x\nexpect event Gone", /^2 No event Gone exists here\.$/],
    ["call $hello get\nexpect revert", /^2 The step wasn't refused\.$/],
    ['call $hello get\nexpect contains "Y"', /^2 result is x, expected \$contains Y$/],
  ])("says at its line what %j did not meet", async (text, reported) => {
    expect((await run(text)).at(-1)).toMatch(reported);
  });

  it("shows with the answer what it meets, in the words of the cell, and nothing else", async () => {
    const fields = async (text: string): Promise<string[]> => {
      const shown: RequestResult[] = [];
      const ground = { app: on.app, group: on.group, signal: new AbortController().signal };
      try {
        for (const request of readCell(text))
          await runWithExpectations(ground, request, scope, async (result) => void shown.push(result));
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
      }
      return shown
        .flatMap((each) => each.fields)
        .filter(({ label }) => label === "As expected")
        .map(({ value }) => value);
    };
    expect(await fields("call $hello changes\nexpect atLeast 1\nexpect atLeast 100")).toEqual(["atLeast 1"]);
    expect(await fields("send $hello set y\nexpect event Greeted\nexpect event Gone")).toEqual(["event Greeted"]);
  });

  it("takes a refusal that was expected, with its words, and no other", async () => {
    host.awaited = [/EmptyGreeting/];
    host.picks = [/Sign and Send/];
    const [head] = await run('send $hello set ""\nexpect revert EmptyGreeting');
    expect(head).toMatch(/^Refused, as expected: .*EmptyGreeting/);
    host.awaited = [/EmptyGreeting/];
    host.picks = [/Sign and Send/];
    expect(await run('send $hello set ""\nexpect revert NotThis')).toEqual([
      expect.stringMatching(/^2 The refusal doesn't contain "NotThis"/),
    ]);
  });
});
