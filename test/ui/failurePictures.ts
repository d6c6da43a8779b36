// Runs around every test in the workbench: one that fails leaves a picture of its window. (A window that no test came to leaves one
// when it is closed.)
import { basename } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { openWindows } from "./workbench";

const tested = (): void => {
  for (const window of openWindows) window.tested = true;
};

beforeEach(tested);

afterEach(async ({ task }) => {
  tested();
  if (task.result?.state !== "fail") return;
  const name = `${basename(task.file.name, ".test.ts")} ${task.name}`.replace(/[^\p{L}\p{N}]+/gu, "-");
  let count = 0;
  for (const window of openWindows)
    await window.picture(`failed-${name}${count++ === 0 ? "" : `-${count}`}`).catch(() => undefined);
});
