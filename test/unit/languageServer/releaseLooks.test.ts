import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NodeDirectory } from "../../../src/languageServer/workspace/nodeDirectory";
import { ReleaseLooks } from "../../../src/nodeConfig/releaseLooks";

let root: string;
let printed: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "chainside-releases-"));
  mkdirSync(join(root, "node0"));
  writeFileSync(join(root, "node0/config.ini"), "[txpool]\n");
  printed = join(root, "node0/nohup.out");
  writeFileSync(printed, "FISCO BCOS Version : 3.1.0\n");
});
afterAll(() => rmSync(root, { recursive: true }));

it("only another release of a node makes anything known otherwise", async () => {
  const directory = new NodeDirectory();
  await directory.addRoot(root);
  const version = (): string | undefined => directory.folders[0]?.version;
  const { generation } = directory;
  writeFileSync(printed, "FISCO BCOS Version : 3.1.0\nmore\n");
  expect([await directory.refresh(printed), version(), directory.generation]).toEqual([false, "3.1.0", generation]);
  writeFileSync(printed, "FISCO BCOS Version : 3.1.0\nmore\nFISCO BCOS Version : 3.16.4\n");
  expect([await directory.refresh(printed), version()]).toEqual([true, "3.16.4"]);
  expect(directory.generation).toBeGreaterThan(generation);
  expect(await directory.refresh(join(root, "elsewhere/nohup.out"))).toBe(false);
});

it("of what is printed line by line, one look is made in a second", async () => {
  const looks: string[] = [];
  const waiting: (() => void)[] = [];
  const after = (_: number, run: () => void) => {
    waiting.push(run);
    return () => undefined;
  };
  const directory = { refresh: async (path: string) => looks.push(path) > 1 };
  let changes = 0;
  const failed = (error: unknown): void => expect.fail(String(error));
  const releases = new ReleaseLooks(directory, { changed: () => changes++, failed }, { now: () => 0, after });
  for (const path of ["a/nohup.out", "a/nohup.out", "b/nohup.out", "a/nohup.out"]) releases.noteChange(path);
  for (const run of waiting.splice(0)) run();
  await expect.poll(() => changes).toBe(1);
  expect(looks).toEqual(["a/nohup.out", "b/nohup.out"]);
  releases.noteChange("a/nohup.out");
  expect(waiting).toHaveLength(1);
});
