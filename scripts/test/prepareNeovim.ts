import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { spawnInherit } from "./process";

const isThere = (): boolean =>
  ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)].some((folder) => existsSync(join(folder, "nvim")));

/** Neovim, which tries the language server as another editor; without it, and without Debian's packages, those tests are skipped. */
export async function prepareNeovim(): Promise<void> {
  if (isThere() || process.platform !== "linux" || !existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  console.log("Installing Neovim …");
  const apt = (...args: string[]): Promise<number> =>
    spawnInherit("apt-get", args, { DEBIAN_FRONTEND: "noninteractive" }, { stdio: ["ignore", "ignore", "inherit"] });
  await apt("update", "-qq");
  await apt("install", "-y", "-qq", "--no-install-recommends", "neovim");
}
