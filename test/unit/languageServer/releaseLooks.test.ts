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
  const version = (): string | undefined => directory.folders[0]?.facts.started;
  const { generation } = directory;
  writeFileSync(printed, "FISCO BCOS Version : 3.1.0\nmore\n");
  expect([await directory.refresh(printed), version(), directory.generation]).toEqual([false, "3.1.0", generation]);
  writeFileSync(printed, "FISCO BCOS Version : 3.1.0\nmore\nFISCO BCOS Version : 3.16.4\n");
  expect([await directory.refresh(printed), version()]).toEqual([true, "3.16.4"]);
  expect(directory.generation).toBeGreaterThan(generation);
  expect(await directory.refresh(join(root, "elsewhere/nohup.out"))).toBe(false);
});

it("node folders are judged by the release that a person names, else by the one that ran", async () => {
  writeFileSync(printed, "FISCO BCOS Version : 3.16.4\n");
  const directory = new NodeDirectory();
  await directory.addRoot(root);
  const limits = (): boolean => directory.folders[0]?.facts.sessions !== undefined;
  expect(limits()).toBe(false);
  await directory.setNodeVersion("3.17.1");
  expect(limits()).toBe(true);
  await directory.setNodeVersion(undefined);
  expect(limits()).toBe(false);
  writeFileSync(printed, "FISCO BCOS Version : 3.17.0\n");
  await directory.refresh(printed);
  expect(limits()).toBe(true);
});

it("a script that is mended is looked at again", async () => {
  const script = join(root, "node0/start.sh");
  writeFileSync(script, "#!/bin/bash\r\n");
  const directory = new NodeDirectory();
  await directory.addRoot(root);
  const facts = () => directory.folders[0]?.facts;
  expect(facts()?.windowsScript).toBe(true);
  writeFileSync(script, "#!/bin/bash\n");
  await directory.refresh(script);
  expect(facts()?.windowsScript).toBe(false);
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
