import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { contractTemplates } from "../../../src/applications/newProject/contractTemplates";
import { runCommand } from "../../../src/cli/commands";
import { useCatalogue } from "../../../src/text/catalogue";
import { writtenLines } from "../../support/commandLine";

const { out, err } = writtenLines();
const modules = resolve("node_modules");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-project-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function chainside(...args: string[]) {
  out.length = 0;
  err.length = 0;
  const code = await runCommand(args, () => useCatalogue("en"));
  return { code, out: out.join("\n"), err: err.join("\n") };
}
const textOf = (...path: string[]): string => readFileSync(join(folder, ...path), "utf8");

describe("chainside new project", () => {
  it("writes a contract, its test, settings, and a workflow, in Foundry's layout", async () => {
    expect((await chainside("new", "project", join(folder, "shop"), "--contract", "Shop")).code).toBe(0);
    expect(out).toEqual([
      "src/Shop.sol",
      "test/Shop.t.sol",
      "foundry.toml",
      "package.json",
      ".gitignore",
      ".github/workflows/contracts.yml",
      "README.md",
      expect.stringContaining("7"),
      "Next: run npm install, then npm test.",
    ]);
    expect(textOf("shop/test/Shop.t.sol")).toContain('import {Shop} from "../src/Shop.sol";');
    expect(textOf("shop/src/Shop.sol")).toContain("contract Shop {");
    expect(JSON.parse(textOf("shop/package.json"))).toMatchObject({
      name: "shop",
      scripts: { test: "chainside test" },
    });
    expect(textOf("shop/README.md")).not.toContain("$");
  });

  it("passes its own tests, rules, and format", async () => {
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(join(folder, "shop"));
    try {
      expect((await chainside("test")).out).toContain("passed 4, failed 0, skipped 0");
      expect(await chainside("format", "--check")).toMatchObject({ code: 0 });
      expect(await chainside("lint", ".")).toMatchObject({ code: 0 });
    } finally {
      cwd.mockRestore();
    }
  });

  it.each(contractTemplates.map(({ name }) => [name]))(
    "writes %s in Hardhat's layout, and it passes its own tests",
    async (name) => {
      const args = ["--layout", "hardhat", "--template", name, "--json"];
      expect((await chainside("new", "project", join(folder, name), ...args)).code).toBe(0);
      const [contract = ""] = readdirSync(join(folder, name, "contracts"));
      expect(textOf(name, "test", contract.replace(".sol", ".t.sol"))).toContain(`"../contracts/${contract}"`);
      expect(textOf(name, "hardhat.config.js")).toContain('sources: "contracts"');
      const { dependencies } = JSON.parse(textOf(name, "package.json")) as { dependencies?: object };
      const imported = ["token", "collectible", "upgradeable-token", "escrow", "beacon-accounts"];
      expect(dependencies !== undefined).toBe(imported.includes(name));
      const cwd = vi.spyOn(process, "cwd").mockReturnValue(join(folder, name));
      try {
        symlinkSync(modules, join(folder, name, "node_modules"), "dir");
        const { code, out: told } = await chainside("test");
        expect([code, told]).toEqual([0, expect.stringMatching(/passed [1-9]\d*, failed 0, skipped 0/)]);
      } finally {
        cwd.mockRestore();
      }
    },
  );

  it("writes nothing into a folder that has something, and says what is wrong with a command line", async () => {
    writeFileSync(join(folder, "greeting/extra.txt"), "");
    expect(await chainside("new", "project", join(folder, "greeting"))).toMatchObject({ code: 1 });
    for (const [args, words] of [
      [[], "specify the folder"],
      [["a", "b"], "specify the folder"],
      [["a", "--layout", "truffle"], "specify --layout: foundry, hardhat"],
      [["a", "--template", "none"], "specify --template: greeting"],
      [["a", "--contract", "lower"], "can't be the name of a contract"],
      [["a", "--template", "versioned-price", "--contract", "Price"], "keep their names"],
    ] as const) {
      expect((await chainside("new", "project", ...args)).code, args.join(" ")).toBe(2);
      expect(err.join()).toContain(words);
    }
    expect((await chainside("new", "thing")).err).toContain("application, project");
  });
});
