import { describe, expect, it } from "vitest";
import { readJsonArtifact } from "../../../../../src/chain/artifact/readArtifact";
import { compiledId, compiledSection } from "../../../../../src/extension/features/contracts/compiledNodes";
import { registerContracts } from "../../../../../src/extension/features/contracts/registerContracts";
import { NodeTree } from "../../../../../src/extension/kit/tree/nodeTree";
import type { TreeNode } from "../../../../../src/extension/kit/tree/treeNode";
import { sourceOrigin } from "../../../../../src/extension/state/contracts/sourceOrigin";
import { type ExtensionApp, suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { TreeItemCollapsibleState, Uri } from "../../../../support/fakeVscode/values";

describe("the place of a compiled contract's source", () => {
  it.each([
    ["artifacts/contracts/A.sol/A.json", "contracts/A.sol", { folder: "contracts" }],
    ["artifacts/contracts/A.sol/A.json", undefined, { folder: "contracts" }],
    ["packages/a/artifacts/contracts/x/A.sol/A.json", "contracts/x/A.sol", { folder: "packages/a/contracts/x" }],
    [
      "artifacts/@openzeppelin/contracts/token/ERC20/ERC20.sol/ERC20.json",
      "@openzeppelin/contracts/token/ERC20/ERC20.sol",
      { dependency: "@openzeppelin/contracts", folder: "token/ERC20" },
    ],
    [
      "artifacts/@openzeppelin/contracts/token/ERC20/ERC20.sol/ERC20.json",
      undefined,
      { dependency: "@openzeppelin/contracts", folder: "token/ERC20" },
    ],
    ["artifacts/solmate/src/Owned.sol/Owned.json", "solmate/src/Owned.sol", { dependency: "solmate", folder: "src" }],
    [
      "out/ERC20.sol/ERC20.json",
      "lib/solmate/src/tokens/ERC20.sol",
      { dependency: "lib/solmate", folder: "src/tokens" },
    ],
    ["out/Counter.sol/Counter.json", "src/Counter.sol", { folder: "src" }],
    ["out/Counter.sol/Counter.json", undefined, { folder: "out" }],
    ["app/build/contracts/A.json", "/home/me/app/contracts/A.sol", { folder: "app/contracts" }],
    [
      "build/contracts/Math.json",
      "/home/me/app/node_modules/openzeppelin-solidity/contracts/Math.sol",
      { dependency: "openzeppelin-solidity", folder: "contracts" },
    ],
    ["app/build/contracts/A.json", "C:\\work\\app\\contracts\\A.sol", { folder: "app/contracts" }],
    ["contracts/sdk/abi/Hello.abi", undefined, { folder: "contracts/sdk/abi" }],
    ["contracts/lib/abi/Hello.abi", "contracts/lib/Hello.sol", { folder: "contracts/lib" }],
    ["A.abi", "A.sol", { folder: "" }],
  ])("%s of %s", (artifact, source, place) => {
    expect(sourceOrigin(artifact, source, (name) => name === "solmate")).toEqual(place);
  });

  it("is read from the metadata that Foundry and solc write", () => {
    const metadata = { settings: { compilationTarget: { "lib/solmate/src/Owned.sol": "Owned" } } };
    const json = (given: unknown): string => JSON.stringify({ abi: [], bytecode: { object: "0x60" }, metadata: given });
    expect(readJsonArtifact(json(metadata), "Owned.json")?.source).toBe("lib/solmate/src/Owned.sol");
    expect(readJsonArtifact(json(JSON.stringify(metadata)), "Owned.json")?.source).toBe("lib/solmate/src/Owned.sol");
    for (const odd of ["", "{", "null", 7, [], { settings: 1 }, { settings: { compilationTarget: {} } }])
      expect(readJsonArtifact(json(odd), "Owned.json")?.source).toBeUndefined();
  });
});

/** The lines below a line as text, folded ones with what is in them behind a `+`. */
async function drawn(tree: NodeTree, node: TreeNode, indent = ""): Promise<string[]> {
  const lines: string[] = [];
  for (const child of await tree.getChildren(node)) {
    expect(child.parent).toBe(node);
    const { label, collapsibleState } = tree.getTreeItem(child);
    lines.push(`${indent}${collapsibleState === TreeItemCollapsibleState.Collapsed ? "+ " : ""}${label}`);
    lines.push(...(await drawn(tree, child, `${indent}  `)));
  }
  return lines;
}

/** Compiled as a tree of its own. */
async function drawnCompiled({ app }: ExtensionApp): Promise<string[]> {
  const section = compiledSection(app);
  const tree = new NodeTree(() => [section], app.errors);
  return drawn(tree, section).finally(() => tree.dispose());
}

/** Compiled as the Contracts view shows it. */
async function shownCompiled(): Promise<{ lines: string[]; description: unknown }> {
  const tree = host.views.at(-1)?.tree as NodeTree;
  const section = (await tree.getChildren()).find(({ id }) => id === compiledId);
  if (!section) throw new Error("no Compiled");
  return { lines: await drawn(tree, section), description: tree.getTreeItem(section).description };
}

describe("Compiled", () => {
  const on = suiteApp();

  const compiled = (...sources: string[]): void => {
    const list = sources.map((source) => {
      const name = source.replace(/^.*\//, "").replace(/\.sol$/, "");
      const place = sourceOrigin(`artifacts/${source}/${name}.json`, source);
      return { name, deployable: !/^I[A-Z]/.test(name), uri: Uri.file(`/artifacts/${source}/${name}.json`), place };
    });
    Object.assign(on.app.artifacts, { list: async () => list });
  };
  const openZeppelin = (...paths: string[]): string[] => paths.map((path) => `@openzeppelin/contracts/${path}.sol`);

  it("lists a small project as it is", async () => {
    compiled("contracts/HelloWorld.sol", "contracts/Tally.sol");
    expect(await drawnCompiled(on)).toEqual(["HelloWorld", "Tally"]);
  });

  it("groups by source folder, and folds interfaces and what packages brought", async () => {
    compiled(
      "contracts/Shop.sol",
      "contracts/IShop.sol",
      "contracts/token/Coin.sol",
      ...openZeppelin("token/ERC20/ERC20", "token/ERC20/IERC20", "utils/Strings"),
    );
    expect(await drawnCompiled(on)).toEqual([
      "contracts",
      "  Shop",
      "  + Interfaces and Abstract Contracts",
      "    IShop",
      "contracts/token",
      "  Coin",
      "+ Dependencies",
      "  + @openzeppelin/contracts",
      "    ERC20",
      "    Strings",
      "    + Interfaces and Abstract Contracts",
      "      IERC20",
    ]);
  });

  it("leaves out tests and scripts, which no one deploys, until the filter asks for them", async () => {
    compiled(
      "contracts/Shop.sol",
      "test/Shop.t.sol",
      "script/Deploy.s.sol",
      "contracts/test/Helper.sol",
      "out/Till.t.sol",
    );
    expect(await drawnCompiled(on)).toEqual(["Shop"]);
    const registered = registerContracts(on.app);
    host.texts = ["shop"];
    await host.commands.get("chainside.filterCompiled")?.();
    expect((await shownCompiled()).lines.filter((line) => line.trim().startsWith("Shop"))).toHaveLength(2);
    host.texts = [""];
    await host.commands.get("chainside.filterCompiled")?.();
    registered.dispose();
  });

  it("is filtered by name, package and folder; the filter outlives the window", async () => {
    compiled("contracts/Shop.sol", "contracts/token/Coin.sol", ...openZeppelin("token/ERC20/ERC20", "utils/Strings"));
    const registered = registerContracts(on.app);
    host.texts = ["token"];
    await host.commands.get("chainside.filterCompiled")?.();
    expect(await shownCompiled()).toEqual({
      lines: ["Coin", "Dependencies", "  @openzeppelin/contracts", "    ERC20"],
      description: 'only "token"',
    });
    registered.dispose();
    const again = registerContracts(on.app);
    expect((await shownCompiled()).lines).toHaveLength(4);
    host.texts = ["nothing like it"];
    await host.commands.get("chainside.filterCompiled")?.();
    expect((await shownCompiled()).lines).toEqual(["No items match the filter"]);
    host.texts = [""];
    await host.commands.get("chainside.filterCompiled")?.();
    const { lines, description } = await shownCompiled();
    expect(lines[0]).toBe("contracts");
    expect(description).toBeUndefined();
    again.dispose();
  });

  it("leads to the line of what was deployed, at once or when the view is seen", async () => {
    const registered = registerContracts(on.app);
    const [view] = host.views;
    const contract = (digits: string, block?: number) =>
      on.app.knownContracts.remember(on.group, {
        address: `0x${digits.repeat(20)}`,
        name: "C",
        abi: "[]",
        ...(block === undefined ? {} : { block }),
      });
    await contract("aa", 1);
    const lineOf = (digits: string): string => `contracts/${on.group.id}/known/0x${digits.repeat(20)}`;
    expect(view?.revealed).toEqual([lineOf("aa")]);
    await contract("bb");
    expect(view?.revealed).toHaveLength(1);
    view?.show(false);
    await contract("cc", 2);
    expect(view?.revealed).toHaveLength(1);
    view?.show(true);
    expect(view?.revealed).toEqual([lineOf("aa"), lineOf("cc")]);
    registered.dispose();
  });
});
