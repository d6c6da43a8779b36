import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

let window: FakeWindow;
afterEach(() => window.close());

const bin = (): string => join(window.temporary, "globalStorage", "bin");

it.skipIf(process.platform === "win32")("puts the command line on the PATH of terminals", async () => {
  window = openWindow();
  expect(window.terminalVariables.appended).toEqual(new Map([["PATH", `${delimiter}${bin()}`]]));
  await window.command("Open Command Line");
  await expect.poll(() => window.terminals).toEqual([{ name: "chainside", shown: true, sent: ["chainside --help"] }]);
  const path = `${process.env["PATH"]}${window.terminalVariables.appended.get("PATH")}`;
  const message = execFileSync("sh", ["-c", "chainside --help"], {
    env: { ...process.env, PATH: path },
    encoding: "utf8",
  });
  expect(message).toContain("chainside <command>");
});

it("leaves terminals alone where a person wants that, and still opens one with it", async () => {
  window = openWindow({ settings: { "chainside.commandLine.inTerminals": false } });
  expect(window.terminalVariables.appended.size).toBe(0);
  await window.command("Open Command Line");
  await expect.poll(() => window.terminals.map(({ sent }) => sent)).toEqual([[`${join(bin(), "chainside")} --help`]]);
});

const hasLauncher = (): boolean => existsSync(join(bin(), "chainside"));

it("has the launchers written with the first terminal", async () => {
  // long before the time for which they would wait
  window = openWindow({ pace: 0.001 });
  window.openTerminal();
  await expect.poll(hasLauncher).toBe(true);
});

it("has the launchers written some time after the start, for tasks", async () => {
  window = openWindow();
  expect(hasLauncher()).toBe(false);
  await expect.poll(hasLauncher).toBe(true);
});
