// Runs one of the TypeScript scripts beside this file, installing the project's packages first when a fresh clone lacks
// them: `node scripts/run.mjs test --unit`. Plain JavaScript, because it must work before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./installed.mjs";
import { loaders } from "./loaders.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [script, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(`Chainside needs Node.js 20 or newer; this is ${process.version}.`);
  process.exit(1);
}
// "test" is a script of this folder, "tools/run" one of another.
const file = join(root, script?.includes("/") ? "." : "scripts", `${script}.ts`);
if (!script || !existsSync(file)) {
  console.error("usage: node scripts/run.mjs <script> [arguments]");
  process.exit(2);
}
if (!isInstalled(root)) {
  console.error("Installing the project's packages (npm ci) …");
  // No package of ours needs its install script (esbuild takes the binary of its own package), and each of these scripts builds what it
  // runs: a build into `dist`, which npm would call, would only make them wait.
  const install = () =>
    spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: root,
      stdio: ["ignore", 2, 2],
      shell: process.platform === "win32",
    }).status;
  // A registry may be out of reach for a moment.
  let status = install();
  for (let again = 0; status !== 0 && again < 2; again++) {
    console.error("npm ci failed; trying again in 15 s …");
    await new Promise((done) => setTimeout(done, 15_000));
    status = install();
  }
  if (status !== 0) process.exit(status ?? 1);
}
const child = spawn(process.execPath, [...loaders(), file, ...args], {
  cwd: root,
  stdio: "inherit",
});
// A terminal tells the script by itself, and this process waits for its end. On Windows a signal can't be passed on: it would end the
// script before that has cleaned up.
const toldByTerminal = process.platform === "win32" || process.stdin.isTTY;
process.on("SIGINT", () => toldByTerminal || child.kill("SIGINT"));
process.on("SIGTERM", () => process.platform === "win32" || child.kill("SIGTERM"));
if (process.platform === "win32") process.on("SIGBREAK", () => undefined);
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 130 : 1)));
