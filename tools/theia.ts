// `npm run -s check -- theia`: builds an editor on Theia from npm in out/test/theia (1.5 GB, some minutes; kept), with the packed
// extension in it, and takes a user's first steps there in Chromium (docs/editors.md). Prints a line for each; exit code 1 where one fails.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser } from "../scripts/host/workbench.mjs";
import { root } from "../scripts/lint/sources";
import { packExtension } from "../scripts/publish/packExtension";
import { freePort } from "../test/support/ports";
import { until } from "../test/support/until";

const theiaVersion = "1.74.1";
const folder = join(root, "out/test/theia");
const stepTimeoutMs = 90_000;

const names = ["plugin-ext-vscode", "monaco", "preferences", "terminal", "messages", "navigator", "outline-view"];
const manifest = JSON.stringify(
  {
    name: "theia-check",
    version: "0.0.0",
    private: true,
    theia: { target: "browser" },
    dependencies: Object.fromEntries(names.map((name) => [`@theia/${name}`, theiaVersion])),
    devDependencies: { "@theia/cli": theiaVersion },
  },
  null,
  2,
);

/** Installs and builds the editor, unless it is there. Two native modules ship as source only: stand-ins spare a compiler. */
function buildEditor(): void {
  const stamp = join(folder, ".ready");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === manifest) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), manifest);
  const run = (command: string, ...args: string[]): unknown =>
    execFileSync(command, args, { cwd: folder, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "drivelist/build/Release"), { recursive: true });
  writeFileSync(join(modules, "drivelist/build/Release/drivelist.node"), "");
  writeFileSync(join(modules, "drivelist/js/index.js"), "exports.list = async () => [];\n");
  // without one, Theia keeps secrets in memory
  writeFileSync(join(modules, "keytar/lib/keytar.js"), 'throw new Error("no credential store");\n');
  run("npx", "theia", "build", "--mode", "development");
  writeFileSync(stamp, manifest);
}

/** The sample workspace, the packed extension, and settings, each anew. @returns the workspace */
async function prepare(): Promise<string> {
  const [workspace, plugin, home] = ["workspace", "plugins/chainside", "home"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [workspace, plugin, home]) rmSync(each, { recursive: true, force: true });
  cpSync(join(root, "test/fixtures/workspace"), workspace, { recursive: true });
  // A test of the workspace starts the extension before its views are seen.
  for (const file of ["contracts/TeaShop.sol", "test/TeaShop.t.sol"])
    cpSync(join(root, "test/fixtures/sample", file), join(workspace, file));
  await packExtension();
  cpSync(join(root, "out/package"), plugin, { recursive: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(home, "settings.json"),
    JSON.stringify({
      "chainside.embeddedChain.port": await freePort(),
      "security.workspace.trust.enabled": false,
    }),
  );
  return workspace;
}

/** Runs a command of the palette by its title. */
async function command(page: Page, title: string, answer?: string): Promise<void> {
  const lines = page.locator(".quick-input-widget .monaco-list-row");
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input[type=text]").waitFor();
  await page.keyboard.type(title);
  await lines.filter({ hasText: title }).first().click();
  if (answer !== undefined) await lines.filter({ hasText: answer }).first().click();
}

async function takeSteps(page: Page): Promise<number> {
  const views = page.locator("#theia-left-content-panel");
  const line = (text: string | RegExp) => views.locator(".theia-TreeNode").filter({ hasText: text }).first();
  const unfold = (view: string) => views.getByText(view, { exact: true }).first().click();
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    "the view opens": async () => {
      await page.locator(".lm-TabBar-tab", { hasText: "FISCO BCOS" }).first().click();
      await views.getByText("Chains", { exact: true }).first().waitFor();
    },
    "the embedded chain starts, and its lines appear": async () => {
      await command(page, "FISCO BCOS: Start Embedded Chain");
      await page.locator("#theia-statusBar", { hasText: "group0 #0" }).waitFor();
      await line("Sealers").waitFor();
    },
    "a contract is deployed": async () => {
      await command(page, "FISCO BCOS: Deploy Contract", "HelloWorld");
      await page
        .getByText(/Deployed HelloWorld at 0x[0-9a-f]{40} in block 1/)
        .first()
        .waitFor();
      await line(/Blocks#1/).waitFor();
    },
    "the contract's page opens": async () => {
      await page.getByText("Open Contract Form").first().click();
      await until(
        async () =>
          (
            await Promise.all(
              page.frames().map(
                (frame) =>
                  frame
                    .getByText("Read functions")
                    .count()
                    .catch(() => 0), // a frame that has gone
              ),
            )
          ).some(Boolean),
        () => "no page",
        stepTimeoutMs,
      );
    },
    "folded views show their lines with the next block": async () => {
      for (const view of ["Accounts", "Governance", "Nodes"]) await unfold(view);
      await command(page, "FISCO BCOS: Deploy Contract", "HelloWorld");
      await line(/Blocks#2/).waitFor();
      for (const text of ["development key", "Committee", "node0"]) await line(text).waitFor();
    },
    "the mistakes of a config.ini are marked": async () => {
      await page.keyboard.press("Control+p");
      await page.locator(".quick-input-widget input[type=text]").waitFor();
      await page.keyboard.type("config.ini");
      await page.locator(".quick-input-widget .monaco-list-row", { hasText: "config.ini" }).first().click();
      await page.locator(".monaco-editor .squiggly-error").first().waitFor();
      await page.getByText("1 node accepted").first().waitFor();
    },
    "a test of the workspace is listed": async () => {
      await page
        .locator(".lm-TabBar-tab", { hasText: "Testing" })
        .or(page.locator("#shell-tab-test-view-container"))
        .first()
        .click();
      await views.getByText("Solidity Tests").first().click();
      await views.getByText("TeaShop.t.sol").or(views.getByText("TeaShopTest")).first().waitFor();
    },
    "it runs": async () => {
      const suite = line(/TeaShop\.t\.sol|TeaShopTest/);
      await suite.hover();
      await suite.locator(".codicon-run, .codicon-testing-run-icon").first().click();
      await views.locator(".theia-TreeNode .passed, .theia-TreeNode .codicon-testing-passed-icon").first().waitFor();
    },
  };
  let failed = 0;
  for (const [name, step] of Object.entries(steps)) {
    const failure = await step().then(
      () => undefined,
      (error: unknown) => String(error).split("\n", 1)[0],
    );
    if (failure !== undefined) {
      failed += 1;
      await page.screenshot({ path: join(folder, `failed-${failed}.png`) });
      await page.keyboard.press("Escape");
    }
    console.log(
      failure === undefined ? `${name}: yes` : `${name}: NO, ${failure} (${join(folder, `failed-${failed}.png`)})`,
    );
  }
  console.log(`Theia ${theiaVersion}: ${Object.keys(steps).length - failed} of ${Object.keys(steps).length} steps`);
  return failed;
}

async function check(): Promise<void> {
  buildEditor();
  const workspace = await prepare();
  const port = await freePort();
  const home = join(folder, "home");
  const server = spawn(
    process.execPath,
    [
      "lib/backend/main.js",
      "--hostname=localhost",
      `--port=${port}`,
      `--plugins=local-dir:${join(folder, "plugins")}`,
      workspace,
    ],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
      // Pages come from the editor's own host: a name of their own counts as another site, from which a private window takes no worker.
      env: { ...process.env, HOME: home, THEIA_CONFIG_DIR: home, THEIA_WEBVIEW_EXTERNAL_ENDPOINT: "{{hostname}}" },
    },
  );
  try {
    await new Promise<void>((listening, fail) => {
      server.once("exit", () => fail(new Error("Theia's server ended")));
      server.stdout.setEncoding("utf8").on("data", (text: string) => text.includes("listening on") && listening());
    });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
      page.setDefaultTimeout(stepTimeoutMs);
      await page.goto(`http://localhost:${port}/#${workspace}`);
      await page.locator(".lm-TabBar-tab", { hasText: "FISCO BCOS" }).first().waitFor();
      if ((await takeSteps(page)) > 0) process.exitCode = 1;
    } finally {
      await browser.close();
    }
  } finally {
    server.kill();
  }
}

check().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
