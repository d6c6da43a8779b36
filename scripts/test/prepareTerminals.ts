import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { spawnInherit } from "./process";

/** Shells that `chainside completion` knows, and a terminal to run them in. */
const programs = ["tmux", "zsh", "fish"];

/** Installs what `test/protocol/terminal.test.ts` drives where Debian's packages can be had; a test whose shell is missing is skipped. */
export async function prepareTerminals(): Promise<void> {
  const missing = programs.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (missing.length === 0) return;
  if (process.platform === "linux" && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    console.log(`Installing ${missing.join(", ")} …`);
    const quiet = { stdio: ["ignore", "ignore", "inherit"] as ("ignore" | "inherit")[] };
    const apt = (...args: string[]): Promise<number> =>
      spawnInherit("apt-get", args, { DEBIAN_FRONTEND: "noninteractive" }, quiet);
    const install = ["install", "-y", "-qq", "--no-install-recommends", ...missing];
    if ((await apt(...install)) === 0) return;
    await apt("update", "-qq");
    if ((await apt(...install)) === 0) return;
  }
  console.log(`NOT RUN: what needs ${missing.join(", ")}, which isn't installed and couldn't be installed`);
}
