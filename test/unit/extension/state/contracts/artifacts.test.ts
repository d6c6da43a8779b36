import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Artifacts } from "../../../../../src/extension/state/contracts/artifacts";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

type Heard = (uri: Uri) => void;

describe("the compiled contracts of a workspace", () => {
  let home: string;
  let root: string;
  let failures = 0;
  /** Who hears of written files, by pattern. */
  const heard = new Map<string, Heard>();
  const none = { dispose: () => undefined };

  beforeEach(() => {
    host.reset();
    home = mkdtempSync(join(tmpdir(), "chainside-artifacts-"));
    // what the project lies in is called like what builds leave
    root = join(home, "build", "cache", "bank");
    mkdirSync(join(root, "contracts"), { recursive: true });
    mkdirSync(join(root, "out"));
    writeFileSync(join(root, "contracts/Coin.sol"), "contract Coin {}");
    writeFileSync(join(root, "out/Till.json"), JSON.stringify({ contractName: "Till", abi: [], bytecode: "0x60" }));
    failures = 0;
    host.desk = {
      workspace: {
        getWorkspaceFolder: () => ({ uri: Uri.file(root), name: "bank", index: 0 }),
        asRelativePath: ({ fsPath }: Uri) => relative(root, fsPath),
        findFiles: async (pattern: string) => {
          if (failures > 0) {
            failures -= 1;
            throw new Error("no search");
          }
          const found = { "**/*.sol": "contracts/Coin.sol", "**/{artifacts,out,build}/**/*.json": "out/Till.json" }[
            pattern
          ];
          return found === undefined ? [] : [Uri.file(join(root, found))];
        },
        createFileSystemWatcher: (pattern: string) => ({
          ...none,
          onDidCreate: () => none,
          onDidChange: (hear: Heard) => {
            heard.set(pattern, hear);
            return none;
          },
          onDidDelete: () => none,
        }),
      },
    };
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const names = async (artifacts: Artifacts): Promise<string[]> => (await artifacts.list()).map(({ name }) => name);

  it("are found and followed wherever the project lies", async () => {
    const artifacts = new Artifacts(undefined as never);
    expect(await names(artifacts)).toEqual(["Coin", "Till"]);
    const changed = new Promise<void>((resolve) => artifacts.onDidChange(resolve));
    writeFileSync(join(root, "contracts/Coin.sol"), "contract Coin {} contract Mint {}");
    heard.get("**/*.sol")?.(Uri.file(join(root, "contracts/Coin.sol")));
    await changed;
    expect(await names(artifacts)).toEqual(["Coin", "Mint", "Till"]);
    artifacts.dispose();
  });

  it("are looked for again where a search failed", async () => {
    const artifacts = new Artifacts(undefined as never);
    failures = 3;
    await expect(artifacts.list()).rejects.toThrow("no search");
    failures = 0;
    expect(await names(artifacts)).toEqual(["Coin", "Till"]);
    artifacts.dispose();
  });
});
