import { join } from "node:path";
import { root } from "../lint/sources";
import { aptGet, hasDebianPackages } from "./debianPackages";
import { findProgram } from "./findProgram";
import { fromNetwork } from "./fromNetwork";
import { spawnInherit } from "./process";

/** Where a Chromium is on this machine. The one that never has a window needs a seventh less of processors. */
const findChromium = (): string | undefined =>
  process.env["CHROMIUM"] ||
  findProgram(["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);

async function installChromium(): Promise<void> {
  if (!hasDebianPackages()) {
    throw new Error(
      "The suites in VS Code need Chromium. Install it, or name one in the environment variable CHROMIUM, or run `npm test -- --desktop` to use desktop VS Code.",
    );
  }
  console.log("Installing Chromium and a Chinese font …");
  const isInstalled = await fromNetwork("apt-get", async () => {
    await aptGet("update", "-qq");
    for (const browser of ["chromium-headless-shell", "chromium"])
      if ((await aptGet("install", "-y", "-qq", browser, "fonts-wqy-microhei")) === 0) return true;
    return false;
  });
  if (isInstalled) return;
  throw new Error(
    "apt-get could not install Chromium (packages chromium-headless-shell or chromium, fonts-wqy-microhei).",
  );
}

/** The VS Code workbench of the tests: its server from npm, and a Chromium to show it in. */
export async function prepareHost(options: { oldest: boolean }): Promise<void> {
  if (!findChromium()) await installChromium();
  process.env["CHROMIUM"] ??= findChromium();
  for (const folder of options.oldest ? [".", "oldest"] : ["."]) {
    const setUp = () => spawnInherit(process.execPath, [join(root, "scripts/host/setup.mjs"), folder]);
    const isReady = await fromNetwork("npm ci of VS Code's server", async () => (await setUp()) === 0);
    if (!isReady) throw new Error("The VS Code server of the tests could not be installed from npm.");
  }
}
