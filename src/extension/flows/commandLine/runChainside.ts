import { join } from "node:path";
import { type RunTask, runTask } from "../../kit/asking/runTask";
import type { Chainside } from "../../state/chainside";

/** Runs `chainside` as a task whose output the user sees. Gives its exit code. */
export function runChainside(
  app: Chainside,
  title: string,
  args: readonly string[],
  cwd: string,
  how: Pick<RunTask, "quiet" | "signal"> = {},
): Promise<number | undefined> {
  return runTask({
    title,
    source: "Chainside",
    program: process.execPath,
    words: [app.context.asAbsolutePath(join("dist", "cli.js")), ...args],
    cwd,
    env: { ELECTRON_RUN_AS_NODE: "1" },
    ...how,
  });
}
