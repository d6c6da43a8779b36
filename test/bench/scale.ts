// The Chains view on much of everything, in the real workbench: 10 connections with 20 groups each, 5,000 entries of a BFS
// directory, 1,000 peers, 1,000,000 blocks. The nodes are made up (test/support/generatedNode.ts) and count what they are asked.
//   node --import tsx test/bench/scale.ts [--seconds 20] [--poll] [--pictures]
// Prints milliseconds from the last answer to the lines on screen, frame times beside those of VS Code's own file tree with as many
// files, processor time of the extension host beside that of the same window before anything of the extension was opened, and requests.
// `--poll`: nodes without WebSocket.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { openWorkbench } from "../../scripts/host/workbench.mjs";
import { GeneratedNode } from "../support/generatedNode";
import { Workbench } from "../ui/workbench";

const root = resolve(import.meta.dirname, "../..");
const option = (name: string, fallback: string): string => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? fallback : (process.argv[index + 1] ?? fallback);
};
const flag = (name: string): boolean => process.argv.includes(`--${name}`);
const seconds = Number(option("seconds", "20"));
const size = { groups: 20, blocks: 1_000_000, bfsEntries: 5000, peers: 1000, sealers: 4 };
const connections = 10;

const line = (label: string, value: string): void => console.log(`${label.padEnd(58)} ${value}`);
const ms = (value: number): string => `${value.toFixed(0)} ms`.padStart(8);

/** Processes below a process, from /proc. */
function descendants(parent: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const ppid = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      children.set(ppid, [...(children.get(ppid) ?? []), Number(name)]);
    } catch {
      // It ended meanwhile.
    }
  }
  const found: number[] = [];
  const walk = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      found.push(child);
      walk(child);
    }
  };
  walk(parent);
  return found;
}

async function extensionHost(server: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const host = descendants(server).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=extensionHost"),
    );
    if (host !== undefined) return host;
    await pause(200);
  }
  throw new Error("no extension host is running");
}

/** Seconds of processor time that a process has used; a clock tick is 10 ms. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMiB(pid: number): number {
  const [, kib = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) / 1024;
}

interface Screen {
  workbench: Workbench;
  nodes: GeneratedNode[];
  host: number;
}

/** A node ID as its line begins. */
const short = (nodeId = ""): string => nodeId.slice(0, 8);

const asked = (nodes: readonly GeneratedNode[]): number => nodes.reduce((sum, node) => sum + node.asked, 0);

/**
 * In the page: the times of the last press of the mouse, of a line that is waited for, and of every frame. A text, for tsx marks functions.
 */
const pageScript = `
  globalThis.scale = { frames: [], pressed: 0 };
  addEventListener("mousedown", () => { scale.pressed = Date.now(); }, true);
  scale.shown = (text) => new Promise((done, fail) => {
    const end = Date.now() + 30000;
    const look = () => {
      if (Date.now() > end) return fail(new Error("no line with " + text));
      for (const row of document.querySelectorAll(".sidebar .monaco-list-row"))
        if (row.textContent.includes(text)) return done(Date.now());
      requestAnimationFrame(look);
    };
    look();
  });
  scale.watchFrames = () => {
    scale.frames = [];
    let last = performance.now();
    const next = (now) => { scale.frames.push(now - last); last = now; requestAnimationFrame(next); };
    requestAnimationFrame(next);
  };
`;

/** Presses something and waits for a line: milliseconds from the press on, and since the nodes' last answer. */
async function show(scope: Screen, label: string, press: () => Promise<void>, text: string): Promise<void> {
  const { workbench, nodes } = scope;
  const before = asked(nodes);
  const shown = workbench.page.evaluate(`scale.shown(${JSON.stringify(text)})`);
  await press();
  const end = Number(await shown);
  const start = Number(await workbench.page.evaluate("scale.pressed"));
  const requests = asked(nodes) - before;
  const last = requests === 0 ? start : Math.max(start, ...nodes.map((node) => node.lastAnswerMs));
  line(label, `${ms(end - last)} after data, ${ms(end - start)} in all, ${requests} requests`);
  if (flag("pictures")) await workbench.picture(`scale-${label.replace(/\W+/g, "-")}`);
}

/** Turns the wheel over a list and measures the time between frames. */
async function scroll(page: Page, list: Locator): Promise<{ median: number; p95: number; max: number }> {
  await list.hover();
  await page.evaluate("scale.watchFrames()");
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, turn < 40 ? 400 : -600);
    await pause(25);
  }
  const frames = ((await page.evaluate("scale.frames")) as number[]).slice(1);
  const sorted = frames.sort((one, other) => one - other);
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return { median: at(0.5), p95: at(0.95), max: at(1) };
}

let alone: number | undefined;

/** Processor time and requests while no one touches anything; the share of the first rest is what VS Code itself needs. */
async function rest({ nodes, host }: Screen, label: string, each?: () => void): Promise<void> {
  await pause(2000);
  const before = processorTime(host);
  const requests = asked(nodes);
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    each?.();
    await pause(Math.min(1000, Math.max(1, end - Date.now())));
  }
  const share = ((processorTime(host) - before) / seconds) * 100;
  const count = asked(nodes) - requests;
  alone ??= share;
  const more = share - alone;
  line(
    label,
    `${share.toFixed(2)} % processor (${more < 0 ? "" : "+"}${more.toFixed(2)}), ${count} requests in ${seconds} s`,
  );
}

async function explore(scope: Screen): Promise<void> {
  const { workbench, nodes } = scope;
  const { page } = workbench;
  const tab = (label: string): Locator =>
    page.locator(`.activitybar [role="tab"][aria-label^="${label}"], .activitybar a[aria-label^="${label}"]`).first();
  const [view, files] = [tab("FISCO BCOS"), tab("Explorer")];
  const mineAll = (): void => {
    for (const node of nodes) for (let n = 0; n < size.groups; n++) node.mine(`group${n}`);
  };
  const unfold = (label: string, name: string, child: string): Promise<void> =>
    show(scope, label, () => workbench.row(name).first().locator(".monaco-tl-twistie").click(), child);
  const frames = (label: string, found: Awaited<ReturnType<typeof scroll>>, note = ""): void =>
    line(label, `median ${ms(found.median)}, 95 % ${ms(found.p95)}, longest ${ms(found.max)}${note}`);

  await workbench.pane("Chains");
  for (const { name } of nodes) {
    const before = asked(nodes);
    const row = workbench.row(name);
    await row.click();
    await row.locator(".action-label").first().click();
    await row.and(page.locator('[aria-expanded="true"]')).waitFor();
    if (name === "chain 0") line("connect one chain of 20 groups", `${asked(nodes) - before} requests`);
    await workbench.collapse(name);
  }
  await files.click();
  await page.locator(".explorer-folders-view").waitFor();
  await rest(scope, "10 connected, view hidden, no blocks");
  await show(scope, "open the view with 10 connections", () => view.click(), "chain 9");
  await unfold("unfold a connection: 20 groups", "chain 0", "group5");
  await unfold("unfold a group", "group0", "Blocks");
  await unfold("unfold Blocks of 1,000,000", "Blocks", "#999998");
  await rest(scope, "Blocks on screen, no blocks");
  await rest(scope, "Blocks on screen, a block each second", () => nodes[0]?.mine("group0"));
  await rest(scope, "Blocks on screen, a block each second in all 200 groups", mineAll);
  await files.click();
  await rest(scope, "view hidden, a block each second in all 200 groups", mineAll);

  await workbench.expand("many");
  await page.locator(".sidebar .monaco-list-row", { hasText: "file00001" }).first().waitFor();
  const own = await scroll(page, page.locator(".explorer-folders-view .monaco-list").first());
  frames("frames while scrolling 5,000 files", own);
  await view.click();
  // A view that is opened again shows the line that had the focus.
  await page.keyboard.press("Home");
  await workbench.collapse("Blocks");
  await unfold("unfold Sealers", "Sealers", "weight 1");
  await workbench.collapse("Sealers");
  await unfold("unfold Observers: 996", "Observers", short(nodes[0]?.nodeIds[size.sealers]));
  await workbench.collapse("Observers");
  await unfold("unfold Group Peers: 1,000", "Group Peers", short(nodes[0]?.nodeIds[0]));
  await workbench.collapse("Group Peers");
  await unfold("unfold Peers: 1,000", "Peers", "10.0.0.3");
  await workbench.collapse("Peers");
  await workbench.expand("BFS");
  await unfold("unfold a directory of 5,000", "/apps", "contract00005");
  const scrolled = await scroll(page, page.locator(".sidebar .pane .monaco-list").first());
  frames(
    "frames while scrolling the directory",
    scrolled,
    `: ${(scrolled.p95 / own.p95).toFixed(2)} times the file tree's 95 %`,
  );
  line("memory of the extension host", `${residentMiB(scope.host).toFixed(0)} MiB`);
}

const temporary = mkdtempSync(join(tmpdir(), "chainside-scale-"));
const folder = join(temporary, "workspace");
mkdirSync(join(folder, "many"), { recursive: true });
for (let n = 0; n < size.bfsEntries; n++) writeFileSync(join(folder, "many", `file${String(n).padStart(5, "0")}`), "");
const nodes = await Promise.all(
  Array.from({ length: connections }, (_, n) => GeneratedNode.start(`chain ${n}`, size, !flag("poll"))),
);
const opened = await openWorkbench({
  userDataDir: join(temporary, "user"),
  extensionsDir: join(temporary, "extensions"),
  folder,
  extensionDevelopmentPaths: [root],
  settings: {
    "chainside.connections": nodes.map(({ name, url }) => ({ name, endpoints: [url], access: "readOnly" })),
  },
});
const workbench = new Workbench(opened.page, folder, () => opened.close());
try {
  await opened.page.locator(".monaco-workbench .statusbar").waitFor({ timeout: 60_000 });
  await opened.page.evaluate(pageScript);
  // Before anything of the extension runs: what VS Code itself needs.
  await opened.page.locator(".explorer-folders-view").waitFor();
  const scene = { workbench, nodes, host: await extensionHost(opened.server.child.pid ?? 0) };
  await pause(30_000);
  await rest(scene, "without the extension: nothing of it was opened");
  await workbench.view("FISCO BCOS");
  await workbench.row("chain 0").first().waitFor();
  await explore(scene);
} catch (error) {
  await workbench.picture("scale-failed");
  throw error;
} finally {
  await workbench.close();
  await Promise.all(nodes.map((node) => node.close()));
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}
