import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { waitsForLock } from "./prepareHost";
import { spawnInherit } from "./process";

const isThere = (): boolean =>
  ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)].some((folder) =>
    ["prometheus", "promtool"].every((name) => existsSync(join(folder, name))),
  );

/** Prometheus and its `promtool`, which try the exporter; without them, and without Debian's packages, those tests are skipped. */
export async function preparePrometheus(): Promise<void> {
  if (isThere()) return;
  if (process.platform === "linux" && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    console.log("Installing Prometheus …");
    const apt = (...args: string[]): Promise<number> =>
      spawnInherit(
        "apt-get",
        [...waitsForLock, ...args],
        { DEBIAN_FRONTEND: "noninteractive" },
        { stdio: ["ignore", "ignore", "inherit"] },
      );
    const install = ["install", "-y", "-qq", "--no-install-recommends", "prometheus"];
    if ((await apt(...install)) === 0) return;
    await apt("update", "-qq");
    if ((await apt(...install)) === 0) return;
  }
  console.log("NOT RUN: what needs Prometheus, which isn't installed and couldn't be installed");
}
