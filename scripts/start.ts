// `npm start`: builds, prepares a sample workspace and opens VS Code on it. Desktop VS Code when its `code` command is
// found, else VS Code in the browser on loopback. `--browser` forces the browser, `--locale zh-cn` the language,
// `--no-open` only prints the address. Ctrl-C ends everything and removes what was made.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./lint/sources";
import { loaders } from "./loaders.mjs";
import { openInBrowser } from "./start/browser";
import { serveWorkbench } from "./start/serveWorkbench";
import { spawnInherit } from "./test/process";

const argument = (name: string): string | undefined => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? undefined : process.argv[index + 1];
};

/** A writable copy of the sample workspace: whatever is tried out leaves the project as it was. */
function prepareWorkspace(temporary: string): string {
  const folder = join(temporary, "chainside-sample");
  for (const part of ["workspace", "sample"]) cpSync(join(root, "test/fixtures", part), folder, { recursive: true });
  mkdirSync(join(folder, ".vscode"), { recursive: true });
  writeFileSync(
    join(folder, ".vscode/settings.json"),
    `${JSON.stringify({ "chainside.embeddedChain.startAutomatically": true }, null, 2)}\n`,
  );
  return folder;
}

function hasDesktop(): boolean {
  return spawnSync("code", ["--version"], { stdio: "ignore", shell: process.platform === "win32" }).status === 0;
}

async function startDesktop(workspace: string, temporary: string, locale: string | undefined): Promise<void> {
  console.log("Opening desktop VS Code with Chainside. Close its window or press Ctrl-C here to end.");
  const code = spawn(
    "code",
    [
      "--wait",
      "--new-window",
      `--extensionDevelopmentPath=${root}`,
      `--user-data-dir=${join(temporary, "user")}`,
      "--disable-workspace-trust",
      ...(locale ? ["--locale", locale] : []),
      workspace,
    ],
    { stdio: "inherit", shell: process.platform === "win32" },
  );
  await new Promise<void>((resolve) => {
    code.on("close", () => resolve());
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => code.kill());
  });
}

async function startBrowser(workspace: string, temporary: string, locale: string | undefined): Promise<void> {
  const setup = await spawnInherit(process.execPath, [join(root, "scripts/host/setup.mjs")]);
  if (setup !== 0) throw new Error("VS Code's server could not be installed from npm.");
  const workbench = await serveWorkbench({
    userDataDir: join(temporary, "user"),
    extensionsDir: join(temporary, "extensions"),
    extension: root,
    port: Number(argument("port") ?? 0),
    locale,
    open: { view: "chainside.chains", file: join(workspace, "README.md") },
  });
  const address = `http://127.0.0.1:${workbench.port}/?folder=${encodeURIComponent(workspace)}`;
  console.log(`\nChainside is at work in VS Code: open\n\n  ${address}\n\nCtrl-C ends it.\n`);
  if (!process.argv.includes("--no-open")) openInBrowser(address);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
    void workbench.ended.then(resolve);
  });
  await workbench.close();
}

async function main(): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), "chainside-start-"));
  process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));
  if ((await spawnInherit(process.execPath, [...loaders(), join(root, "scripts/build.ts")])) !== 0) process.exit(1);
  const workspace = prepareWorkspace(temporary);
  const desktop = !process.argv.includes("--browser") && hasDesktop();
  await (desktop ? startDesktop : startBrowser)(workspace, temporary, argument("locale"));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
