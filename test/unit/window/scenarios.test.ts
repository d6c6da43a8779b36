import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { getBlockNumber } from "../../../src/chain/rpc/blocks";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { host } from "../../support/fakeVscode/fakeHost";
import { LanguageClient } from "../../support/fakeVscode/languageClient";
import {
  type FakeTestController,
  type FakeTestItem,
  type FakeTestRun,
  TestRunRequest,
} from "../../support/fakeVscode/testing";
import { CancellationTokenSource, Uri } from "../../support/fakeVscode/values";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const artifact = "../artifacts/contracts/HelloWorld.sol/HelloWorld.json";
const hello = `scenario: Says hello
matrix:
  suite: [standard, sm]
accounts:
  alice:
steps:
  - deploy: ${artifact}
    from: alice
    as: hello
  - send: hello.set
    args: [tea]
  - call: hello.get
    expect: { result: tea }
`;
const failing = `scenario: Fails
steps:
  - deploy: ${artifact}
    as: hello
  - send: hello.set
    args: [""]
  - call: hello.get
`;
const files: Readonly<Record<string, string>> = {
  "hello.chain.yaml": hello,
  "wrong.chain.yaml":
    "scenario: Wrong\nsteps:\n  - list: /\n  - list: /apps\n    expect:\n      result: [there]\n  - list: /sys\n",
  "broken.chain.yaml": "scenario: Broken\nsteps:\n  - lsit: /\n  - mkdir: /a\n    from: eve\n",
  "asked.chain.yaml": `scenario: Asked\naccounts:\n  alice:\nsteps:\n  - deploy: ${artifact}\n    as: hello\n  - call: hello.get\n    from: alice\n`,
  "part.chain.yaml": "accounts:\n  alice:\n",
  "slow.chain.yaml": "scenario: Slow\nsteps:\n  - deploy: nowhere.json\n    as: x\n",
  "signedCall.chain.yaml": "scenario: Signs a call\nsteps:\n  - list: /\n    from: admin\n",
  "reads.chain.yaml": "scenario: Only reads\nsteps:\n  - list: /\n    expect: { result: { $contains: apps } }\n",
};

describe("scenarios in the editor and the Test Explorer", () => {
  let chain: DevChain;
  let window: FakeWindow;
  let controller: FakeTestController;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
    window = openWindow({
      settings: { "chainside.connections": [{ name: "there", endpoints: [chain.url], access: "full" }] },
      prepare: (folder) => {
        mkdirSync(join(folder, "scenarios"));
        for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "scenarios", name), text);
      },
    });
    const made = host.testControllers.find(({ id }) => id === "chainside.scenarios");
    if (!made) throw new Error("there is no controller of scenarios");
    controller = made;
    await controller.resolveHandler?.();
  });
  afterAll(async () => {
    await window?.close();
    await chain?.close();
  });

  const path = (name: string): string => join(window.folder, "scenarios", name);
  const item = (name: string): FakeTestItem => {
    const found = controller.items.all.find(({ label }) => label === `scenarios/${name}`);
    if (!found) throw new Error(`no line ${name}`);
    return found;
  };
  const lastRun = (): FakeTestRun => {
    const run = controller.runs.at(-1);
    if (!run) throw new Error("nothing ran");
    return run;
  };
  const profile = (label: string) => {
    const found = controller.profiles.find((each) => each.label === label);
    if (!found) throw new Error(`no profile ${label}`);
    return found;
  };
  const run = async (
    items: readonly FakeTestItem[],
    token = new CancellationTokenSource().token,
  ): Promise<FakeTestRun> => {
    await profile("Run").run(new TestRunRequest(items), token);
    expect(lastRun().ended).toBe(true);
    return lastRun();
  };
  const open = async (name: string) => window.documents.open(Uri.file(path(name)));
  /** What the language server asks the window. */
  const asked = async (method: string, params?: unknown): Promise<unknown> => {
    const client = await expect
      .poll(() => LanguageClient.started.find(({ id }) => id === "chainside.languages"))
      .toBeDefined()
      .then(() => LanguageClient.started.find(({ id }) => id === "chainside.languages"));
    return client?.asked.get(method)?.(params);
  };

  it("shows scenarios by file with the chains of their matrix, and no parts", () => {
    expect(controller.items.all.map(({ label }) => label)).toEqual(
      ["asked", "broken", "hello", "reads", "signedCall", "slow", "wrong"].map(
        (name) => `scenarios/${name}.chain.yaml`,
      ),
    );
    expect(item("hello.chain.yaml").description).toBe("Says hello");
    expect(item("hello.chain.yaml").children.all.map(({ label }) => label)).toEqual(["standard", "sm"]);
    expect(item("hello.chain.yaml").children.all[0]?.range?.start.line).toBe(1);
    expect(item("wrong.chain.yaml").children.size).toBe(0);
  });

  it("runs every cell of a matrix on a chain of its own, or one of them", async () => {
    const both = await run([item("hello.chain.yaml")]);
    expect(both.output).toContain("✓ call hello.get");
    expect(Object.fromEntries(both.states)).toEqual({ standard: "passed", sm: "passed" });
    const [, sm] = item("hello.chain.yaml").children.all;
    const one = await run(sm ? [sm] : []);
    expect(Object.fromEntries(one.states)).toEqual({ sm: "passed" });
  });

  it("shows a failure at its line, with what was expected and what was there", async () => {
    const found = await run([item("wrong.chain.yaml")]);
    expect(found.states.get("scenarios/wrong.chain.yaml")).toBe("failed");
    const [message] = found.messages.get("scenarios/wrong.chain.yaml") ?? [];
    expect(message?.message).toBe("list /apps: result is [], expected a list of 1");
    expect(message?.location?.uri.fsPath).toBe(path("wrong.chain.yaml"));
    expect(message?.location?.range.start.line).toBe(5);
    expect(found.output).toContain("– list /sys");
  });

  it("shows what is wrong with a scenario, as a run's failure", async () => {
    const found = await run([item("broken.chain.yaml")]);
    expect(found.states.get("scenarios/broken.chain.yaml")).toBe("errored");
    const messages = found.messages.get("scenarios/broken.chain.yaml") ?? [];
    expect(messages.map(({ message }) => message)).toEqual([
      'No step begins with "lsit".',
      'No account is named "eve".',
    ]);
  });

  it("tells the language server of contracts and scenarios", async () => {
    await open("hello.chain.yaml");
    const file = join(window.folder, "artifacts/contracts/HelloWorld.sol/HelloWorld.json");
    const { abi } = (await asked("chainside/contract", { path: file })) as { abi: readonly { name?: string }[] };
    expect(abi.map(({ name }) => name)).toContain("set");
    expect(await asked("chainside/contract", { path: path("nowhere.json") })).toEqual({
      text: { text: 'No file "{0}" found.', args: ["scenarios/nowhere.json"] },
    });
    expect(await asked("chainside/contracts")).toContain(file);
    expect(await asked("chainside/scenarios")).toContain(path("part.chain.yaml"));
    const outside = join(window.folder, "..", "outside.chain.yaml");
    const may = (file: string) => asked("chainside/mayRead", { path: file });
    expect([await may(outside), await may(path("part.chain.yaml"))]).toEqual([true, true]);
    host.trusted = false;
    try {
      symlinkSync("/etc/hosts", path("linked.yaml"));
      expect(await Promise.all([outside, path("linked.yaml"), path("part.chain.yaml")].map(may))).toEqual([
        false,
        false,
        true,
      ]);
      expect(await asked("chainside/contract", { path: outside })).toBeNull();
    } finally {
      host.trusted = true;
      rmSync(path("linked.yaml"), { force: true });
    }
  });

  it("says why a scenario can't be debugged, with the line", async () => {
    void host.commands.get("chainside.debugScenario")?.(Uri.file(path("broken.chain.yaml")).toString());
    await window.answered(/The scenario can't be run\. broken\.chain\.yaml, line 3: No step begins with "lsit"/);
  });

  it("debugs the step above which the lens stands, on a chain that ends with the debugger", async () => {
    const started = async (line: number, suite: string): Promise<Record<string, unknown>> => {
      const before = window.debugged.length;
      void host.commands.get("chainside.debugScenario")?.(`${Uri.file(path("hello.chain.yaml")).toString()}#${line}`);
      await window.pick(suite);
      await expect.poll(() => window.debugged.length).toBe(before + 1);
      return window.debugged.at(-1) as Record<string, unknown>;
    };
    const height = async (url: string): Promise<number> => {
      const transport = createHttpTransport({ url });
      try {
        return await getBlockNumber((await openSession(createClient(transport, ""))).client);
      } finally {
        await transport.close();
      }
    };
    const sent = await started(10, "sm");
    expect(sent).toMatchObject({ name: "send hello.set", transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    expect(JSON.stringify(sent)).not.toContain("oken");
    expect(await height(String(sent["url"]))).toBe(2);
    window.endDebugging(sent);
    await expect.poll(() => height(String(sent["url"])).catch(() => -1)).toBe(-1);
    const called = await started(12, "standard");
    expect(called).toMatchObject({ name: "call hello.get", call: { data: "0x6d4ce63c" } });
    window.endDebugging(called);
  });

  it("debugs a call with the sender that its step names, and says which of several scenarios it is", async () => {
    const debug = profile("Debug");
    const before = window.debugged.length;
    const several = new TestRunRequest([item("asked.chain.yaml"), item("reads.chain.yaml")]);
    void debug.run(several, new CancellationTokenSource().token);
    await expect.poll(() => window.debugged.length).toBe(before + 1);
    const called = window.debugged.at(-1) ?? {};
    expect(called).toMatchObject({
      name: "call hello.get",
      call: { data: "0x6d4ce63c", from: expect.stringMatching(/^0x[0-9a-f]{40}$/i) },
    });
    await window.notification("This one is debugged first: scenarios/asked.chain.yaml").waitFor();
    await window.dismissNotifications();
    window.endDebugging(called);
  });

  it("debugs what fails, and says where there is nothing to debug", async () => {
    const profile = controller.profiles.find(({ label }) => label === "Debug");
    writeFileSync(path("failing.chain.yaml"), failing);
    const found = await controller.refreshHandler?.().then(() => item("failing.chain.yaml"));
    const before = window.debugged.length;
    void profile?.run(new TestRunRequest(found ? [found] : []), new CancellationTokenSource().token);
    await expect.poll(() => window.debugged.length).toBe(before + 1);
    expect(window.debugged.at(-1)).toMatchObject({ name: "send hello.set" });
    window.endDebugging(window.debugged.at(-1) ?? {});
    rmSync(path("failing.chain.yaml"));
    await profile?.run(new TestRunRequest([item("reads.chain.yaml")]), new CancellationTokenSource().token);
    await window.notification("This step executes no contract code").waitFor();
    expect(window.debugged).toHaveLength(before + 1);
  });

  it("runs from the lens, and stops when it is cancelled", async () => {
    await window.run("chainside.runScenario", Uri.file(path("wrong.chain.yaml")));
    expect(lastRun().states.get("scenarios/wrong.chain.yaml")).toBe("failed");
    const cancelled = new CancellationTokenSource();
    cancelled.cancel();
    const found = await run([item("hello.chain.yaml")], cancelled.token);
    expect(Object.fromEntries(found.states)).toEqual({ standard: "skipped", sm: "skipped" });
  });

  it("asks before it signs on a chain that is there, and never signs on one that is only read", async () => {
    await window.view("FISCO BCOS");
    await window.command("FISCO BCOS: Connect", "there");
    await window.status(/group0 #0/).waitFor();
    await window.command("FISCO BCOS: Import Account from Private Key");
    await window.answer("Enter the private key", chain.accounts[0]?.privateKey ?? "");
    await window.answer("Enter a name for the account", "first");
    await window.status(/group0 #\d+ · \S/).waitFor();
    const onChain = (name: string): Promise<void> => {
      const token = new CancellationTokenSource().token;
      return profile("Run on the Active Chain").run(new TestRunRequest([item(name)]), token);
    };
    await onChain("reads.chain.yaml");
    expect(lastRun().states.get("scenarios/reads.chain.yaml")).toBe("passed");
    const before = controller.runs.length;
    const asked = onChain("hello.chain.yaml");
    await window.dialog(/Run 1 scenarios on there · group0\?/).waitFor();
    window.escape();
    await asked;
    expect(controller.runs.length).toBe(before);
    const again = onChain("hello.chain.yaml");
    await window.dialog(/Run 1 scenarios/).press("Run");
    await again;
    expect(lastRun().states.get("scenarios/hello.chain.yaml")).toBe("passed");
    // A signature is a signature, also where nothing is sent with it.
    for (const steps of ["  - call: hello.get\n    on: /apps\n    from: admin\n", "  - list: /\n    from: admin\n"]) {
      writeFileSync(path("signedCall.chain.yaml"), `scenario: Signs a call\nsteps:\n${steps}`);
      const signing = onChain("signedCall.chain.yaml");
      await window.dialog(/Run 1 scenarios on there · group0\?/).waitFor();
      window.escape();
      await signing;
      expect(controller.runs.length).toBe(before + 1);
    }
    // What runs is what was asked about, whatever the file says by then.
    const exchanged = onChain("hello.chain.yaml");
    const question = window.dialog(/Run 1 scenarios/);
    await question.waitFor();
    writeFileSync(path("hello.chain.yaml"), "scenario: Another one\nsteps:\n  - list: /\n");
    await question.press("Run");
    await exchanged;
    expect(lastRun().output).toContain("deploy");
    writeFileSync(path("hello.chain.yaml"), hello);
    window.set("chainside.connections", [{ name: "there", endpoints: [chain.url], access: "readOnly" }]);
    const runs = controller.runs.length;
    await onChain("asked.chain.yaml");
    await window.notification(/read-only/).waitFor();
    await onChain("signedCall.chain.yaml");
    expect(controller.runs.length).toBe(runs);
  });
});
