import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as vscode from "vscode";
import { getStartScript } from "../../../../../src/extension/features/expansion/expansionChecklist";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

// A new node without a script to start it is helped to one, or told what starts it.

const root = mkdtempSync(join(tmpdir(), "chainside-start-"));
afterAll(() => rmSync(root, { recursive: true }));
let count = 0;
const folder = (hasStart: boolean) => {
  const name = `node${count++}`;
  mkdirSync(join(root, name));
  if (hasStart) writeFileSync(join(root, name, "start.sh"), `# of ${name}`);
  return { name, hasStart, uri: Uri.file(join(root, name)) as never };
};
beforeAll(() => {
  Object.assign(vscode.workspace.fs, {
    copy: (from: Uri, to: Uri, { overwrite }: { overwrite: boolean }) =>
      cp(from.fsPath, to.fsPath, { force: overwrite, errorOnExist: true }),
  });
});
beforeEach(() => host.reset());

test("the scripts of another node are copied, as far as it has them", async () => {
  const [other, one, added] = [folder(false), folder(true), folder(false)];
  host.buttons = [/Copy Scripts from/];
  expect(await getStartScript([other, one], added)).toBe(true);
  expect(readFileSync(join(root, added.name, "start.sh"), "utf8")).toBe(`# of ${one.name}`);
  expect(existsSync(join(root, added.name, "stop.sh"))).toBe(false);
  expect(host.messages.join()).toContain(`${added.name} has no start.sh`);
});

test("where no node has one, it is said what starts the node", async () => {
  const added = folder(false);
  host.buttons = [/Copy Command/];
  expect(await getStartScript([folder(false)], added)).toBe(false);
  expect(host.messages.join()).toContain("-c config.ini -g config.genesis");
  expect(host.clipboard).toContain("fisco-bcos -c config.ini -g config.genesis");
  // no one answers
  expect(await getStartScript([folder(true)], added)).toBe(false);
  expect(existsSync(join(root, added.name, "start.sh"))).toBe(false);
});
