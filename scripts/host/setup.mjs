// Installs the workbench: npm packages only, no package scripts, no download from anywhere else.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// `setup.mjs [directory]`: the directory with the package.json and lock that name the version (default: this one).
const host = join(
  dirname(fileURLToPath(import.meta.url)),
  process.argv.slice(2).find((a) => !a.startsWith("-")) ?? ".",
);
const vscode = join(host, "node_modules/code-server/lib/vscode");
const stamp = join(host, "node_modules/.ready");
if (existsSync(stamp) && !process.argv.includes("--force")) process.exit(0);

function npm(cwd, ...args) {
  const r = spawnSync("npm", args, { cwd, stdio: "inherit", shell: process.platform === "win32" });
  if (r.status !== 0) process.exit(r.status ?? 1);
}
npm(host, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
npm(
  vscode,
  "ci",
  "--legacy-peer-deps",
  "--omit=dev",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
);
// Parts the workbench never loads under test (agent CLIs, sandboxes): most of the disk it would take.
for (const p of ["@github", "@microsoft/mxc-sdk", "@devcontainers", "cpu-features", "ssh2"])
  rmSync(join(vscode, "node_modules", p), { recursive: true, force: true });
for (const e of ["copilot", "mermaid-markdown-features"])
  rmSync(join(vscode, "extensions", e), { recursive: true, force: true });
// Older versions download ripgrep and compile the terminal's module when installed: give them what npm carries.
const rg = join(vscode, "node_modules/@vscode/ripgrep/bin");
if (existsSync(dirname(rg)) && !existsSync(rg))
  cpSync(join(host, `node_modules/@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}`), rg, {
    recursive: true,
  });
if (
  !existsSync(join(vscode, "node_modules/node-pty/prebuilds", `${process.platform}-${process.arch}`)) &&
  existsSync(join(host, "node_modules/node-pty"))
)
  cpSync(join(host, "node_modules/node-pty"), join(vscode, "node_modules/node-pty"), { recursive: true });
// Two native modules ship as source only. Small stand-ins spare a compiler and the Node headers.
// (Terminals, file watching and search come with prebuilt binaries.)
writeFileSync(
  join(vscode, "node_modules/@vscode/spdlog/index.js"),
  `
const fs = require('fs'), path = require('path'), names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
class Logger {
  constructor(type, name, file) { this.file = file; this.level = 2; this.raw = false; fs.mkdirSync(path.dirname(file), { recursive: true }); }
  write(level, text) { if (level >= this.level) try { fs.appendFileSync(this.file, this.raw ? text : new Date().toISOString().replace('T', ' ').replace('Z', '') + ' [' + names[level] + '] ' + text + '\\n'); } catch {} }
  trace(t) { this.write(0, t); } debug(t) { this.write(1, t); } info(t) { this.write(2, t); } warn(t) { this.write(3, t); } error(t) { this.write(4, t); } critical(t) { this.write(5, t); }
  getLevel() { return this.level; } setLevel(l) { this.level = l; } setPattern() {} clearFormatters() { this.raw = true; } flush() {} drop() {}
}
exports.version = 0; exports.setLevel = exports.setFlushOn = () => {}; exports.Logger = Logger;
exports.createRotatingLogger = exports.createAsyncRotatingLogger = async (name, file) => new Logger('', name, file);
`,
);
for (const name of ["@vscode/native-watchdog", "native-watchdog"]) {
  const dir = join(vscode, "node_modules", name);
  if (existsSync(dir))
    writeFileSync(
      join(dir, "index.js"),
      `exports.start = pid => { setInterval(() => { try { process.kill(pid, 0); } catch { process.exit(87); } }, 1000).unref(); };\n`,
    );
}
writeFileSync(stamp, "");
