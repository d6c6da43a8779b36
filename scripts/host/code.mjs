#!/usr/bin/env node
// A stand-in for the desktop `code` executable: takes the arguments that @vscode/test-electron and @vscode/test-cli pass.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { openWorkbench, serverMain, serverNode } from "./workbench.mjs";

const flags = {},
  rest = [],
  multi = { extensionDevelopmentPath: [], "install-extension": [], "uninstall-extension": [] };
const takesValue = new Set([
  "user-data-dir",
  "extensions-dir",
  "locale",
  "extensionDevelopmentPath",
  "extensionTestsPath",
  "install-extension",
  "uninstall-extension",
  "folder-uri",
  "file-uri",
  "log",
  "profile",
]);
const argv = process.argv.slice(2);
for (let i = 0; i < argv.length; i++) {
  const m = /^--([^=]+)(?:=([\s\S]*))?$/.exec(argv[i]);
  if (!m) {
    rest.push(argv[i]);
    continue;
  }
  const value = m[2] ?? (takesValue.has(m[1]) ? argv[++i] : true);
  if (m[1] in multi) multi[m[1]].push(value);
  else flags[m[1]] = value;
}
const temp = mkdtempSync(join(tmpdir(), "vscode-host-"));
const userDataDir = flags["user-data-dir"] ? resolve(flags["user-data-dir"]) : temp;
const finish = (code) => {
  rmSync(temp, { recursive: true, force: true });
  process.exit(code);
};

if (
  flags.version ||
  flags["list-extensions"] ||
  multi["install-extension"].length ||
  multi["uninstall-extension"].length
) {
  // The server's own CLI does these; --version must print what desktop prints (version, commit, arch).
  const dirs = [
    "--server-data-dir",
    userDataDir,
    ...(flags["extensions-dir"] ? ["--extensions-dir", flags["extensions-dir"]] : []),
  ];
  const r = spawnSync(
    serverNode(),
    [
      serverMain,
      "--accept-server-license-terms",
      ...dirs,
      ...argv.filter(
        (a, i) =>
          !/^--(user-data-dir|extensions-dir)(=|$)/.test(a) &&
          !/^--(user-data-dir|extensions-dir)$/.test(argv[i - 1] ?? ""),
      ),
    ],
    { stdio: "inherit" },
  );
  finish(r.status ?? 1);
}

const ownLine =
  /^\[[\w :.-]+\] |^Resolv(ing|ed) connection token|^Creating a socket|^Updating additional builtin|^Started (local|remote) |^No configured |^Started initializing|^Completed initializing|^Extension host |^Ignoring fetching additional|^ChatSessionStore: |^Error while fetching the extension under development/;
let done;
const finished = new Promise((r) => {
  done = r;
});
const verbose = !!process.env.VSCODE_HOST_VERBOSE;
const path = (u) => u && (u.startsWith("file://") ? fileURLToPath(u) : u);
const started = Date.now();
const wb = await openWorkbench({
  userDataDir,
  extensionsDir: flags["extensions-dir"] && resolve(flags["extensions-dir"]),
  locale: flags.locale === true ? undefined : flags.locale,
  trust: !!flags["disable-workspace-trust"],
  disableExtensions: !!flags["disable-extensions"],
  extensionDevelopmentPaths: multi.extensionDevelopmentPath,
  extensionTestsPath: flags.extensionTestsPath,
  folder: path(flags["folder-uri"]) ?? rest[0],
  log: (d) => {
    if (verbose) process.stderr.write(d);
  },
  // The extension host's console arrives here among the workbench's own log lines: leave those out.
  onLog: (type, args) => {
    const line = format(...[].concat(args));
    if (!verbose && ownLine.test(line)) return;
    (type === "error" || type === "warn" ? process.stderr : process.stdout).write(`${line}\n`);
  },
  onExit: (code) => done(code),
  onPage: (page) => {
    page.on("crash", () => {
      console.error("workbench page crashed");
      done(70);
    });
    if (verbose) page.on("console", (m) => console.error(`[console] ${m.text()}`));
  },
});
const lost = (c) => {
  console.error(`server exited (${c})`);
  done(71);
};
wb.server.child.once("exit", lost);
for (const s of ["SIGINT", "SIGTERM"]) process.once(s, () => done(130));
const limit = setTimeout(
  async () => {
    console.error("no result from the extension host: giving up");
    await wb.page.screenshot({ path: join(userDataDir, "timeout.png") }).catch(() => undefined);
    done(72);
  },
  Number(process.env.VSCODE_HOST_TIMEOUT_MS ?? 1_200_000),
);
const code = await finished;
clearTimeout(limit);
wb.server.child.off("exit", lost);
await wb.close();
if (verbose) console.error(`host: ${Date.now() - started} ms`);
finish(code);
