import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { watchTree } from "../../../src/cli/contractTests/watchSources";
import { until } from "../../support/until";

describe("what changes below a folder", () => {
  let folder: string;
  let watched: { close(): void };
  let messages: Set<string>;
  const write = (path: string, text = "x"): void => writeFileSync(join(folder, path), text);
  /** Does something and waits until the file is told of. */
  const tells = async (path: string, act: () => void): Promise<void> => {
    messages.clear();
    act();
    await until(
      () => messages.has(join(...path.split("/"))),
      () => `${path} was not told of, but ${[...messages]}`,
    );
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-tree-"));
    mkdirSync(join(folder, "src/deep"), { recursive: true });
    mkdirSync(join(folder, "out"));
    write("src/Shop.sol");
    messages = new Set();
    watched = watchTree(
      folder,
      (name) => name === "out",
      (path) => messages.add(path),
    );
  });
  afterEach(() => {
    watched.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is told each time a file is written, and each time it is replaced by another", async () => {
    for (let round = 0; round < 3; round++) await tells("src/Shop.sol", () => write("src/Shop.sol", `${round}`));
    for (let round = 0; round < 3; round++)
      await tells("src/Shop.sol", () => {
        write("src/.Shop.sol.part", `${round}`);
        renameSync(join(folder, "src/.Shop.sol.part"), join(folder, "src/Shop.sol"));
      });
    await tells("src/Shop.sol", () => write("src/Shop.sol", "in place again"));
    await tells("src/Shop.sol", () => rmSync(join(folder, "src/Shop.sol")));
  });

  it("holds for new folders with what came with them, and for one that was removed and made again", async () => {
    await tells("src/new/below/Toy.sol", () => {
      mkdirSync(join(folder, "src/new/below"), { recursive: true });
      write("src/new/below/Toy.sol");
    });
    await tells("src/new/below/Toy.sol", () => write("src/new/below/Toy.sol", "y"));
    for (let round = 0; round < 2; round++) {
      await tells("src/deep/Old.sol", () => {
        rmSync(join(folder, "src/deep"), { recursive: true });
        mkdirSync(join(folder, "src/deep"));
        write("src/deep/Old.sol");
      });
      await tells("src/deep/Old.sol", () => write("src/deep/Old.sol", "z"));
    }
  });

  it.runIf(process.platform === "linux")("doesn't look into folders that are left out", async () => {
    write("out/Shop.json");
    mkdirSync(join(folder, "src/out"));
    write("src/out/Shop.json");
    await tells("src/Last.sol", () => write("src/Last.sol"));
    expect([...messages].filter((path) => path.endsWith("Shop.json"))).toEqual([]);
  });

  it("is told to nobody once it is closed", () => {
    watched.close();
    write("src/Shop.sol", "unheard");
    expect(messages).toEqual(new Set());
  });
});
