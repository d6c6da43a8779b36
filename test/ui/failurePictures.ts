// Runs around every test in the workbench: one that fails leaves a picture of its window, and says what it shows, for the machines of
// which only the output comes back. (A window that no test came to leaves a picture when it is closed.)
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach } from "vitest";
import { openWindows } from "./workbench";

const tested = (): void => {
  for (const window of openWindows) window.tested = true;
};

/** A window that has nothing to say is not waited for. */
const messageOf = (words: Promise<string>): Promise<string> =>
  Promise.race([words.catch(String), delay(10_000, "(nothing within 10 s)")]);

beforeEach(tested);

afterEach(async ({ task }) => {
  tested();
  if (task.result?.state !== "fail") return;
  const name = `${basename(task.file.name, ".test.ts")} ${task.name}`.replace(/[^\p{L}\p{N}]+/gu, "-");
  let count = 0;
  for (const window of openWindows) {
    await window.picture(`failed-${name}${count++ === 0 ? "" : `-${count}`}`).catch(() => undefined);
    const [screen, editor] = await Promise.all([window.onScreen(), window.editorText()].map(messageOf));
    console.error([screen, "Editor:", editor, "Log:", ...window.ownLog().split("\n").slice(-30)].join("\n"));
  }
});
