import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGenerate } from "../../../src/cli/commands/generate";
import type { CodeAction, CodeLens } from "../../support/fakeVscode/language";
import { Uri } from "../../support/fakeVscode/values";
import type { FakeDocument } from "../../support/window/documents";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const base = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

abstract contract Base {
    function total() external view virtual returns (uint256) {
        return 1;
    }
}
`;
const shop = (more = ""): string => `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "./Base.sol";

contract Shop is Base {
    uint256 public count;

    function buy(uint256 id) external {
        count += id;
    }

    function find(uint256 id) external pure returns (uint256) {
        return id;
    }

    function find(string calldata name) external pure returns (string memory) {
        return name;
    }
${more}}
`;
const caller = `package org.example;

import org.example.contracts.Shop;

class Caller {
  void call(Shop shop, Other other) throws Exception {
    shop.buy(id);
    shop.total();
    other.buy(id);
    shop.find("tea");
  }
}
`;

describe("In Restricted Mode", () => {
  let workbench: FakeWindow;
  afterAll(async () => workbench?.close());

  it.each(["JavaClient", "TypeScriptClient", "GoFiles", "PythonFiles", "Again"])(
    "nothing is generated: %s",
    async (command) => {
      workbench ??= openWindow({ trust: false });
      void workbench.run(`chainside.generate${command}`);
      await workbench.answered("This workspace isn't trusted, so nothing is run in it.");
      expect(workbench.title).toBe("");
    },
  );
});

describe("Generated clients", () => {
  let workbench: FakeWindow;
  const place = (path: string): string => join(workbench.folder, path);
  const javaClass = "src/main/java/org/example/contracts/Shop.java";
  const module = "src/contracts/Shop.ts";
  function write(path: string, text: string): void {
    mkdirSync(dirname(place(path)), { recursive: true });
    writeFileSync(place(path), text);
  }
  beforeAll(async () => {
    workbench = openWindow();
    write("contracts/Base.sol", base);
    write("contracts/Shop.sol", shop());
    write("src/main/java/org/example/Caller.java", caller);
    const java = ["--package", "org.example.contracts", "--out", place("src/main/java"), "--no-bytecode"];
    expect(await runGenerate(["java", place("contracts/Shop.sol"), ...java])).toBe(0);
    expect(await runGenerate(["typescript", place("contracts/Shop.sol"), "--out", place("src/contracts")])).toBe(0);
  });
  const outside = mkdtempSync(join(tmpdir(), "chainside-clients-"));
  afterAll(async () => {
    await workbench?.close();
    rmSync(outside, { recursive: true });
  });

  const wrongWith = (path: string): string[] =>
    (workbench.documents.diagnostics.get(place(path)) ?? []).map(({ message }) => message);
  const active = (): FakeDocument => {
    const document = workbench.documents.active?.document;
    if (!document) throw new Error("no document is open");
    return document;
  };
  const lenses = async (): Promise<readonly CodeLens[]> => {
    const document = active();
    const own = workbench.documents.lenses.filter(({ languages }) => languages.includes(document.languageId));
    return (await Promise.all(own.map(({ provider }) => provider.provideCodeLenses(document)))).flat() as CodeLens[];
  };
  const press = (lens: CodeLens | undefined): Promise<unknown> =>
    workbench.run(lens?.command?.command ?? "", ...(lens?.command?.arguments ?? []));

  it("lead from a call to the function of the contract, or of its base", async () => {
    await workbench.openFile("Caller.java");
    const above = async () => (await lenses()).map(({ range, command }) => [range.start.line, command?.title]);
    await expect.poll(above).toEqual([
      [6, "Shop.buy"],
      [7, "Shop.total"],
      [9, "Shop.find"],
    ]);
    const [buy, total, find] = await lenses();
    await press(buy);
    expect([workbench.title, active().lineAt(workbench.documents.active?.selection.start.line ?? 0).text]).toEqual([
      "Shop.sol",
      "    function buy(uint256 id) external {",
    ]);
    await press(total);
    expect([workbench.title, workbench.documents.active?.selection.start.line]).toEqual(["Base.sol", 4]);
    void press(find);
    await workbench.pick("find(string calldata name)");
    const shown = () => active().lineAt(workbench.documents.active?.selection.start.line ?? 0).text;
    await expect.poll(shown).toContain("function find(string calldata name)");
    expect(workbench.title).toBe("Shop.sol");
  });

  it("lead to the contract that was deployed last", async () => {
    await workbench.startChain();
    void workbench.run("chainside.deployContract", Uri.file(place("contracts/Shop.sol")));
    await workbench.answered(/Deployed Shop at 0x/);
    await workbench.openFile("Caller.java");
    const titles = async () => (await lenses()).map(({ command }) => command?.title);
    await expect
      .poll(titles)
      .toEqual([
        "Shop.buy",
        expect.stringMatching(/^0x[0-9a-f]{8}… · group0$/),
        "Shop.total",
        expect.stringMatching(/^0x[0-9a-f]{8}… · group0$/),
        "Shop.find",
        expect.stringMatching(/^0x[0-9a-f]{8}… · group0$/),
      ]);
    await press((await lenses())[1]);
    await workbench.webview('[data-path="id"]');
  });

  it("are marked when a source changes, and made again with the options that they were made with", async () => {
    expect([wrongWith(javaClass), wrongWith(module)]).toEqual([[], []]);
    write("contracts/Base.sol", base.replace("return 1", "return 2"));
    const reported = "contracts/Base.sol changed since the client of Shop was generated from it.";
    await expect.poll(() => [wrongWith(javaClass), wrongWith(module)]).toEqual([[reported], [reported]]);
    await workbench.pane("Contracts");
    await workbench.expand("Compiled");
    await expect
      .poll(() => workbench.childrenOf("Compiled"))
      .toContainEqual(expect.stringMatching(/^Shop.*client is stale/));
    await workbench.openFile("Shop.java");
    const diagnostics = workbench.documents.diagnostics.get(place(javaClass)) ?? [];
    const fixes = await Promise.all(
      workbench.documents.actions.map((each) =>
        each.provideCodeActions(active(), diagnostics[0]?.range as never, { diagnostics }),
      ),
    );
    const [fix] = fixes.flat() as CodeAction[];
    expect(fix?.title).toBe("Generate Again");
    await workbench.run(fix?.command?.command ?? "", ...(fix?.command?.arguments ?? []));
    await expect.poll(() => [wrongWith(javaClass), wrongWith(module)]).toEqual([[], [reported]]);
    expect(readFileSync(place(javaClass), "utf8")).toContain("// options: --no-bytecode\n");
    await workbench.command("FISCO BCOS: Generate Stale Clients Again", /Shop/);
    await expect.poll(() => wrongWith(module)).toEqual([]);
    await expect
      .poll(() => workbench.childrenOf("Compiled"))
      .toContainEqual(expect.not.stringContaining("client is stale"));
  });

  it("are made again on save where the setting says so, and once for what doesn't compile", async () => {
    workbench.set("chainside.clients.generateOnSave", true);
    write("contracts/Shop.sol", shop("    function sell() external {}\n"));
    await expect.poll(() => readFileSync(place(javaClass), "utf8")).toContain('FUNC_SELL = "sell"');
    await expect.poll(() => readFileSync(place(module), "utf8")).toContain('"name":"sell"');
    await expect.poll(() => [wrongWith(javaClass), wrongWith(module)]).toEqual([[], []]);
    write("contracts/Shop.sol", shop("    function broken() external { nothing; }\n"));
    await expect.poll(() => wrongWith(module)).toHaveLength(1);
    write("contracts/Shop.sol", shop("    function mended() external {}\n"));
    await expect.poll(() => readFileSync(place(module), "utf8")).toContain('"name":"mended"');
    await expect.poll(() => wrongWith(module)).toEqual([]);
  });

  it.each([
    ["Go", /Folder of Go packages/, "go/bindings", ["shop/Shop.abi", "shop/generate.go"]],
    ["Python", /Folder of the Python SDK's contracts/, "python", ["Shop.abi", "sm/Shop.abi"]],
  ])("are files for the SDK of %s, too", async (language, question, folder, files) => {
    void workbench.run(`chainside.generate${language}Files`, Uri.file(place("contracts/Shop.sol")));
    await workbench.answer(question, folder);
    await workbench.answered(new RegExp(`^The files for ${language} are in ${folder}\\.`));
    for (const name of files) expect(readFileSync(place(`${folder}/${name}`), "utf8")).toMatch(/Shop|"buy"/);
  });

  it("save the sources that they are made of, and no other file", async () => {
    const append = async (path: string, text: string): Promise<FakeDocument> => {
      const document = await workbench.documents.open(Uri.file(place(path)));
      document.text += text;
      document.isDirty = true;
      return document;
    };
    write("notes.txt", "");
    const [notes, source] = [await append("notes.txt", "a draft"), await append("contracts/Base.sol", "// changed\n")];
    void workbench.run("chainside.generateGoFiles", Uri.file(place("contracts/Shop.sol")));
    await workbench.answer(/Folder of Go packages/, "go/bindings");
    await workbench.answered(/^The files for Go are in go\/bindings\./);
    expect([source.isDirty, notes.isDirty]).toEqual([false, true]);
    expect(readFileSync(place("notes.txt"), "utf8")).toBe("");
  });

  it.each([
    ["in the workspace", () => place("named/in/full"), "named/in/full", true],
    ["elsewhere", () => join(outside, "go"), "", false],
  ])("are found in a folder that is named in full, %s", async (_, folder, shown, followed) => {
    workbench.set("chainside.clients.generateOnSave", false);
    void workbench.run("chainside.generateGoFiles", Uri.file(place("contracts/Shop.sol")));
    await workbench.answer(/Folder of Go packages/, ` ${folder()} `);
    const { buttons } = await workbench.notification(`The files for Go are in ${shown || folder()}.`).get();
    expect(buttons).toEqual(["Show in Explorer", ...(followed ? ["Generate on Save"] : [])]);
    expect(existsSync(join(folder(), "shop/generate.go"))).toBe(true);
  });

  it("says why nothing is made again of sources that are gone", async () => {
    for (const name of ["contracts/Shop.sol", "contracts/Base.sol"]) rmSync(place(name));
    void workbench.run("chainside.generateAgain", Uri.file(place(javaClass)));
    await workbench.answered(/^Shop can't be generated again: the sources are no longer there/);
  });
});
