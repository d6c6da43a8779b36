import { existsSync } from "node:fs";
import { spawnInherit } from "./process";

/** Another suite may be installing what it needs. */
export const waitsForLock = ["-o", "DPkg::Lock::Timeout=600"] as const;

/** Whether Debian's packages can be installed here: where apt is, by its administrator. */
export const hasDebianPackages = (): boolean =>
  process.platform === "linux" && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;

/** Runs `apt-get` without questions, and gives its exit code. */
export const aptGet = (...args: readonly string[]): Promise<number> =>
  spawnInherit(
    "apt-get",
    [...waitsForLock, ...args],
    // RUNLEVEL: a server isn't started with its package
    { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    { stdio: ["ignore", "ignore", "inherit"] },
  );

/** Installs packages that some tests need. Where that can't be, it says so: those tests are skipped. */
export async function installForTests(packages: readonly string[]): Promise<void> {
  if (packages.length === 0) return;
  const names = packages.join(", ");
  if (hasDebianPackages()) {
    console.log(`Installing ${names} …`);
    const install = ["install", "-y", "-qq", "--no-install-recommends", ...packages];
    if ((await aptGet(...install)) === 0) return;
    await aptGet("update", "-qq");
    if ((await aptGet(...install)) === 0) return;
  }
  console.log(`NOT RUN: what needs ${names}, which isn't installed and couldn't be installed`);
}
