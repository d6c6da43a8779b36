// Runs one of the TypeScript scripts beside this file, installing the project's packages first when a fresh clone lacks
// them: `node scripts/run.mjs test --unit`. Plain JavaScript, because it must work before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [script, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(`Chainside needs Node.js 20 or newer; this is ${process.version}.`);
  process.exit(1);
}
if (!script || !existsSync(join(root, "scripts", `${script}.ts`))) {
  console.error("usage: node scripts/run.mjs <script> [arguments]");
  process.exit(2);
}
const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const stamp = join(root, "node_modules", ".chainside-lock");
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  console.error("Installing the project's packages (npm ci) …");
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
  writeFileSync(stamp, lock);
}
// The script gets its signals from the terminal itself; this process only waits and passes the exit code on.
const { spawn } = await import("node:child_process");
const child = spawn(process.execPath, ["--import", "tsx", join(root, "scripts", `${script}.ts`), ...args], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 130 : 1)));
