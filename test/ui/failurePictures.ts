// Runs around every test in the workbench: one that fails leaves a picture of its window.
import { basename } from "node:path";
import { afterEach } from "vitest";
import { openWindows } from "./workbench";

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const name = `${basename(task.file.name, ".test.ts")} ${task.name}`.replace(/[^\p{L}\p{N}]+/gu, "-");
  let count = 0;
  for (const window of openWindows)
    await window.picture(`failed-${name}${count++ === 0 ? "" : `-${count}`}`).catch(() => undefined);
});
