import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TestTree } from "../../../src/extension/features/contractTests/testTree";
import { EditorService } from "../../../src/solidity/language/editorService";
import type { LanguageQuestion } from "../../../src/solidity/language/questions";
import { host } from "../../support/fakeVscode/fakeHost";
import { Uri } from "../../support/fakeVscode/values";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const contract = (name: string, test: string): string => `contract ${name} { function ${test}() public {} }\n`;
const files: Readonly<Record<string, string>> = {
  "foundry.toml": "",
  "src/Shop.sol": contract("Shop", "testAlmost"),
  "test/Shop.sol": contract("ShopTest", "testShop"),
  "test/Till.t.sol": contract("TillTest", "testTill"),
  "test/Helper.sol": "contract Helper {}\n",
};

describe("tests of a project of Foundry in the Test Explorer", () => {
  let window: FakeWindow;
  beforeAll(() => {
    window = openWindow({
      prepare: (folder) => {
        for (const [name, text] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), text);
        }
      },
    });
  });
  afterAll(() => window.close());

  it("are found in files of any name below its folder of tests, as on the command line", async () => {
    const controller = host.testControllers.find(({ id }) => id === "chainside.contractTests");
    if (!controller) throw new Error("there is no controller of tests");
    // what the compile service does in a process of its own
    const service = new EditorService({
      compile: () => Promise.reject(new Error("nothing is compiled")),
      choiceOf: () => Promise.resolve(undefined),
    });
    const request = { files: [], workspace: undefined, suite: "standard", trusted: true, mayFetch: false } as const;
    const ask = (question: LanguageQuestion) => service.ask({ ...request, overlays: {} }, question);
    const askTestFiles = async (folder: string): Promise<readonly string[]> => {
      const answer = await ask({ kind: "testFiles", folder });
      return answer.kind === "testFiles" ? answer.files : [];
    };
    const solidity = { ask: (_: unknown, question: LanguageQuestion) => ask(question), askTestFiles };
    const tree = new TestTree({ solidity } as never, controller as never);
    await tree.findFiles();
    expect(controller.items.all.map(({ label }) => label).sort()).toEqual(["test/Shop.sol", "test/Till.t.sol"]);
    expect(tree.anyName).toBe(true);
    const shop = Uri.file(join(window.folder, "test/Shop.sol"));
    expect(tree.isShown(shop as never)).toBe(true);
    expect(tree.isShown(Uri.file(join(window.folder, "src/Shop.sol")) as never)).toBe(false);
    const item = await tree.readFile(shop as never);
    expect([...item.children].map(([, { label }]) => label)).toEqual(["ShopTest"]);
  });
});

/** What the window gives as `vscode.workspace`. */
const desk = () => host.desk?.["workspace"] as { findFiles(pattern: unknown): Promise<Uri[]> };

/** A promise that the test settles. */
function later<Value>() {
  let settle: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => {
    settle = done;
  });
  return { promise, settle };
}

describe("answers that come in another order than the questions", () => {
  it("leave the tree as the newest has it", async () => {
    const window = openWindow();
    try {
      const controller = host.testControllers.find(({ id }) => id === "chainside.contractTests");
      if (!controller) throw new Error("there is no controller of tests");
      const outlines = [later<unknown>(), later<unknown>()];
      const asked = vi.fn(async () => outlines[asked.mock.calls.length - 1]?.promise);
      const solidity = { ask: asked, askTestFiles: async () => [] };
      const tree = new TestTree({ solidity } as never, controller as never);
      const file = Uri.file(join(window.folder, "contracts/Two.t.sol"));
      writeFileSync(file.fsPath, contract("TwoTest", "testTwo"));
      const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
      const test = { kind: "function", name: "testTwo", external: true, nameRange: nowhere, children: [] };
      const now = {
        kind: "outline",
        items: [{ kind: "contract", name: "TwoTest", nameRange: nowhere, children: [test] }],
      };
      // each reads the file before it asks: the second begins when the first has asked
      const reads = [tree.readFile(file as never)];
      await expect.poll(() => asked.mock.calls.length).toBe(1);
      reads.push(tree.readFile(file as never));
      await expect.poll(() => asked.mock.calls.length).toBe(2);
      outlines[1]?.settle(now);
      // the text of before, when the file was empty
      outlines[0]?.settle({ kind: "outline", items: [] });
      const [item] = await Promise.all(reads);
      expect(tree.leaves(item as never).map(({ label }) => label)).toEqual(["testTwo"]);

      const searches = [later<Uri[]>(), later<Uri[]>()];
      const search = vi.spyOn(desk(), "findFiles").mockImplementation((pattern) => {
        if (pattern !== "**/*.t.sol") return Promise.resolve([]);
        return searches[search.mock.calls.filter(([each]) => each === pattern).length - 1]?.promise as never;
      });
      const searched = [tree.findFiles(), tree.findFiles()];
      const other = Uri.file(join(window.folder, "contracts/Other.t.sol"));
      searches[1]?.settle([file, other]);
      searches[0]?.settle([file]);
      await Promise.all(searched);
      search.mockRestore();
      expect(controller.items.all.map(({ id }) => id)).toContain(other.toString());
    } finally {
      await window.close();
    }
  });
});

describe("files of tests that come", () => {
  it("are found by one search, however many come at once", async () => {
    const window = openWindow();
    try {
      const controller = host.testControllers.find(({ id }) => id === "chainside.contractTests");
      if (!controller) throw new Error("there is no controller of tests");
      await controller.resolveHandler?.(undefined);
      const shown = (): string[] => controller.items.all.map(({ label }) => label);
      const before = shown();
      const search = vi.spyOn(desk(), "findFiles");
      const names = Array.from({ length: 30 }, (_, index) => `contracts/Many${index}.t.sol`);
      for (const name of names) writeFileSync(join(window.folder, name), contract("ManyTest", "testMany"));
      await expect.poll(shown).toHaveLength(before.length + names.length);
      expect(shown()).toEqual(expect.arrayContaining(names));
      // one for names of tests, one for projects of Foundry; two rounds at most where a look of the watcher fell between
      expect(search.mock.calls.length).toBeLessThanOrEqual(4);
      expect(search.mock.calls.length).toBeGreaterThanOrEqual(2);
      search.mockRestore();
    } finally {
      await window.close();
    }
  });
});
