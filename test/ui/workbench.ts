import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { Frame, Locator, Page } from "playwright-core";
import { keepBrowserData, keepWindowFiles } from "../support/secretEvidence";
import { until } from "../support/until";
import { extensionFaults } from "./extensionFaults";
import { pressedAgain, pressUntil, timeoutMs } from "./pressing";

// The tests ask the embedded chain of a window for faults and blocks.
process.env["CHAINSIDE_OPEN_DEV"] = "1";

const root = resolve(import.meta.dirname, "../..");
const isOldest = process.env["VSCODE_HOST"] === "oldest";
const shots = join(root, isOldest ? "out/shots/oldest" : "out/shots");

export interface OpenOptions {
  /** `zh-cn` for Chinese. */
  locale?: string;
  /** Defaults of settings in this window. */
  settings?: Record<string, unknown>;
  /** Puts more into the workspace before the window opens. */
  prepare?: (folder: string) => void;
  /** The window follows this colour scheme. */
  theme?: "light" | "dark";
  /** False: the workspace is not trusted (restricted mode). */
  trust?: boolean;
  /** More environment for all processes of the window. */
  env?: Record<string, string>;
  /** Width of the window in pixels. */
  width?: number;
}

async function openDesktop(temporary: string, folder: string, options: OpenOptions): Promise<Opened> {
  const { _electron } = await import("playwright-core");
  const { downloadAndUnzipVSCode } = await import("@vscode/test-electron");
  const userDataDir = join(temporary, "user");
  mkdirSync(join(userDataDir, "User"), { recursive: true });
  writeFileSync(
    join(userDataDir, "User/settings.json"),
    JSON.stringify({
      "workbench.startupEditor": "none",
      "telemetry.telemetryLevel": "off",
      "window.dialogStyle": "custom",
      "window.titleBarStyle": "custom",
      ...options.settings,
    }),
  );
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = { ...process.env, ...options.env };
  const app = await _electron.launch({
    executablePath: await downloadAndUnzipVSCode(process.env["VSCODE_VERSION"]),
    args: [
      `--extensionDevelopmentPath=${root}`,
      `--user-data-dir=${userDataDir}`,
      `--extensions-dir=${join(temporary, "extensions")}`,
      ...(options.trust === false ? [] : ["--disable-workspace-trust"]),
      "--skip-welcome",
      "--skip-release-notes",
      "--disable-updates",
      ...(options.locale ? [`--locale=${options.locale}`] : []),
      folder,
    ],
    env: Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
  });
  return { page: await app.firstWindow(), close: () => app.close() };
}

interface Opened {
  page: Page;
  close(): Promise<void>;
}

/**
 * Removes what a window left. Its extension host ends a little after the window and writes logs until then: what is still there when
 * patience ends stays in the temporary folder, which is no reason for a test to fail.
 */
async function removeFolder(folder: string): Promise<void> {
  for (const end = Date.now() + 15_000; Date.now() < end; await new Promise((done) => setTimeout(done, 200))) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOTEMPTY" && code !== "EBUSY" && code !== "EPERM") throw error;
    }
  }
}

/**
 * The looks and languages to show something in: the first on the newest VS Code, the last on the oldest. In all of them behavior is tried
 * without VS Code (`test/unit/window`).
 */
export function looks<Look>(all: readonly Look[]): readonly Look[] {
  return isOldest ? all.slice(-1) : all.slice(0, 1);
}

/**
 * Waits for the process that runs extensions. The palette offers their commands before it is there, and gives up after half a
 * minute in which it isn't: "command not found".
 */
const hostStarted = (logs: string): Promise<unknown> =>
  until(
    () =>
      existsSync(logs) &&
      readdirSync(logs, { recursive: true, encoding: "utf8" }).some(
        (file) =>
          file.endsWith("exthost.log") && readFileSync(join(logs, file), "utf8").includes("Extension host with pid"),
      ),
    () => "VS Code's extension host did not start",
    timeoutMs,
  );

/** Windows that are open now. */
export const openWindows = new Set<Workbench>();

/** A VS Code window on a copy of the sample workspace: desktop with UI_HOST=desktop, else the server in Chromium. */
export async function openWindow(options: OpenOptions = {}): Promise<Workbench> {
  const temporary = mkdtempSync(join(tmpdir(), "chainside-ui-"));
  const folder = join(temporary, "workspace");
  cpSync(join(root, "test/fixtures/workspace"), folder, { recursive: true });
  options.prepare?.(folder);
  let opened: Opened;
  if (process.env["UI_HOST"] === "desktop") opened = await openDesktop(temporary, folder, options);
  else {
    const { openWorkbench } = await import("../../scripts/host/workbench.mjs");
    opened = await openWorkbench({
      userDataDir: join(temporary, "user"),
      extensionsDir: join(temporary, "extensions"),
      folder,
      locale: options.locale,
      trust: options.trust ?? true,
      ...(options.env ? { env: options.env } : {}),
      extensionDevelopmentPaths: [root],
      // Each blink of a cursor is a frame to draw.
      settings: { "window.autoDetectColorScheme": true, "editor.cursorBlinking": "solid", ...options.settings },
      onPage: async (page) => {
        await page.emulateMedia({ colorScheme: options.theme ?? "light" });
        if (options.width) await page.setViewportSize({ width: options.width, height: 800 });
      },
    });
  }
  const faultsSoFar = (): string[] => extensionFaults(join(temporary, "user"));
  const close = async (): Promise<void> => {
    openWindows.delete(workbench);
    if (!workbench.tested) await workbench.picture(`failed-before-tests-${basename(temporary)}`).catch(() => undefined);
    await keepBrowserData(opened.page);
    await opened.close();
    const faults = faultsSoFar();
    keepWindowFiles(temporary);
    await removeFolder(temporary);
    if (faults.length > 0) throw new Error(`the extension threw where no one listened:\n${faults.join("")}`);
  };
  const workbench = new Workbench(opened.page, folder, close, faultsSoFar);
  try {
    await opened.page.locator(".monaco-workbench .statusbar").waitFor({ timeout: timeoutMs });
    if (process.env["UI_HOST"] !== "desktop") await hostStarted(join(temporary, "user/data/logs"));
  } catch (error) {
    await workbench.close();
    throw error;
  }
  openWindows.add(workbench);
  return workbench;
}

/** A word as a regular expression that matches it alone. */
function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}

/** Whether something comes into sight soon. */
function comes(what: Locator, timeout = 5000): Promise<boolean> {
  return what.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

/** Pixels between the top of a lens and that of its line, at most: a line is higher than a lens, and two are twice as high. */
const highestLens = 30;

/** What a person does in a VS Code window. */
export class Workbench {
  /** A test has seen the window: what made it ready has not failed. */
  tested = false;

  constructor(
    readonly page: Page,
    /** The opened workspace folder. */
    readonly folder: string,
    readonly close: () => Promise<void>,
    /** What the extension threw up to now, as the log of its host tells. */
    private readonly faultsSoFar: () => string[] = () => [],
  ) {
    page.setDefaultTimeout(timeoutMs);
  }

  get quickInput(): Locator {
    return this.page.locator(".quick-input-widget");
  }

  get quickInputBox(): Locator {
    return this.quickInput.locator("input.input, .quick-input-filter input").first();
  }

  /** The entry of the status bar that says who signs: it stands there once a chain is connected and its accounts are known. */
  signer(): Locator {
    return this.page.locator('.statusbar-item[id$="chainside.account"]');
  }

  /**
   * Clicks the lens above a line of the editor in front until something comes: a click on one that is being drawn anew does nothing.
   * VS Code draws lenses one after the other, in no order of the text, so that the first in the page may be that of another line.
   */
  async clickLens(title: RegExp, above: string, come: Locator): Promise<void> {
    const editor = this.page.locator(".editor-group-container.active .monaco-editor").first();
    const line = editor.locator(".view-line", { hasText: above }).first();
    const topOf = async (what: Locator): Promise<number> =>
      (await what.boundingBox({ timeout: 5000 }).catch(() => null))?.y ?? Number.NaN;
    const find = async (): Promise<Locator | undefined> => {
      const end = await topOf(line);
      for (const lens of await editor.locator(".codelens-decoration a", { hasText: title }).all()) {
        const distance = end - (await topOf(lens));
        if (distance > 0 && distance < highestLens) return lens;
      }
      return undefined;
    };
    await line.waitFor();
    await pressUntil(
      "lens",
      () => come.isVisible(),
      async () => {
        let lens = await find();
        for (const end = Date.now() + timeoutMs; !lens && Date.now() < end; lens = await find())
          await this.page.waitForTimeout(100);
        await lens?.click({ timeout: 5000 }).catch(() => undefined);
        await comes(come, 30_000);
      },
    );
    await come.waitFor();
  }

  /** An entry of the status bar that holds the text. */
  status(text: string | RegExp): Locator {
    return this.page.locator(".statusbar-item", { hasText: text });
  }

  notification(text: string | RegExp): Locator {
    return this.page
      .locator(".notification-toast, .notifications-toasts .notification-list-item", { hasText: text })
      .first();
  }

  /** Presses a button of a message. One that only informs goes by itself after ten seconds, and then stands in the list of messages. */
  async pressIn(message: string | RegExp, button: string): Promise<void> {
    const shown = this.notification(message).getByRole("button", { name: button });
    if (await comes(shown)) {
      const isPressed = await shown.click({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (isPressed) return;
    }
    await this.command("Notifications: Show Notifications");
    await this.page
      .locator(".notifications-center .notification-list-item", { hasText: message })
      .getByRole("button", { name: button })
      .first()
      .click();
  }

  /** Waits for a message and takes it away. */
  async answered(text: string | RegExp): Promise<void> {
    await this.notification(text).waitFor();
    await this.dismissNotifications();
  }

  /** Takes all messages away: keys go to the last one otherwise. */
  async dismissNotifications(): Promise<void> {
    const toasts = this.page.locator(".notification-toast");
    // Each has a button for it, which is seen under the mouse only; the palette takes longer and stands in front.
    for (let attempt = 0; attempt < 5 && (await toasts.count()) > 0; attempt++) {
      for (const button of await this.page.locator(".notification-toast .codicon-notifications-clear").all())
        await button.dispatchEvent("click", undefined, { timeout: 1000 }).catch(() => undefined);
      await toasts
        .first()
        .waitFor({ state: "detached", timeout: 1000 })
        .catch(() => undefined);
    }
    if ((await toasts.count()) > 0) await this.command("Notifications: Clear All Notifications");
  }

  /** Opens a view container from the activity bar. A click on one that is just being opened by something else hides it: then once more. */
  async view(label: string): Promise<void> {
    const tab = this.page
      .locator(`.activitybar [role="tab"][aria-label^="${label}"], .activitybar a[aria-label^="${label}"]`)
      .first();
    await tab.waitFor();
    const title = this.page.locator(".sidebar .composite.title", { hasText: new RegExp(label, "i") });
    const end = Date.now() + timeoutMs;
    for (let tries = 0; Date.now() < end; tries++) {
      const open =
        (await tab.getAttribute("aria-selected")) === "true" || (await tab.getAttribute("aria-expanded")) === "true";
      if (!open && tries > 0) pressedAgain("activity bar");
      if (!open) await tab.click();
      // Pressed too soon again, one that opens slowly would be closed.
      if (await comes(title, 15_000)) return;
    }
    await title.waitFor();
  }

  /** Unfolds one view of the side bar and folds the others: trees draw only the lines that have room. */
  async pane(title: string): Promise<void> {
    const headers = this.page.locator(".sidebar .pane-header");
    await headers.first().waitFor();
    // A side bar that has only just come still unfolds its first view: until nothing was left to do.
    for (let left = true; left; ) {
      left = false;
      for (const header of await headers.all()) {
        const wanted =
          (await header.locator(".title").first().innerText()).trim().toLowerCase() === title.toLowerCase();
        const done = header.and(this.page.locator(`[aria-expanded="${wanted}"]`));
        if (await done.isVisible()) continue;
        left = true;
        await pressUntil(
          "view's title",
          () => done.isVisible(),
          async () => {
            await header.click({ position: { x: 8, y: 10 } });
            await comes(done, 15_000);
          },
        );
      }
      await this.page.waitForTimeout(100);
    }
  }

  /** Chooses from the context menu of what is there. A menu that has only just opened does not listen yet: then once more. */
  async fromMenu(on: Locator, label: string): Promise<void> {
    const entry = this.page.locator(".context-view .action-label", { hasText: label }).first();
    await pressUntil(
      "context menu",
      () => entry.isVisible(),
      async () => {
        await on.click({ button: "right" });
        await comes(entry);
      },
    );
    for (const end = Date.now() + timeoutMs; Date.now() < end; pressedAgain("line of a menu")) {
      await entry.click({ timeout: 1000 }).catch(() => undefined);
      const gone = await entry.waitFor({ state: "hidden", timeout: 1000 }).then(
        () => true,
        () => false,
      );
      if (gone) return;
    }
    throw new Error(`the menu does not take ${label}. ${await this.onScreen()}`);
  }

  /** Lines of the side bar's trees with exactly this label. */
  row(label: string | RegExp): Locator {
    const text = typeof label === "string" ? exactly(label) : label;
    return this.page.locator(".sidebar .monaco-list-row", { has: this.page.locator(".label-name", { hasText: text }) });
  }

  /** Lines below a line: one level deeper, up to the next line of its level. */
  async childrenOf(label: string | RegExp): Promise<string[]> {
    const parent = this.row(label).first();
    await parent.waitFor();
    const rows = await parent.evaluate((element) => {
      const number = (row: { getAttribute(name: string): string | null }, name: string): number =>
        Number(row.getAttribute(name));
      const list = [...(element.closest(".monaco-list")?.querySelectorAll(".monaco-list-row") ?? [])];
      return list
        .filter((row) => number(row, "data-index") > number(element, "data-index"))
        .sort((one, other) => number(one, "data-index") - number(other, "data-index"))
        .map((row) => ({
          depth: number(row, "aria-level") - number(element, "aria-level"),
          text: row.querySelector(".monaco-icon-label")?.textContent ?? "",
        }));
    });
    const end = rows.findIndex(({ depth }) => depth <= 0);
    return (end < 0 ? rows : rows.slice(0, end)).filter(({ depth }) => depth === 1).map(({ text }) => text);
  }

  expand(label: string | RegExp): Promise<void> {
    return this.fold(label, true);
  }

  collapse(label: string | RegExp): Promise<void> {
    return this.fold(label, false);
  }

  /** Folds or unfolds a line. A click beside a line that moves just then (new blocks push lines down) does nothing: then once more. */
  private async fold(label: string | RegExp, open: boolean): Promise<void> {
    const row = this.row(label).first();
    await row.waitFor();
    const folded = row.and(this.page.locator(`[aria-expanded="${!open}"]`));
    const done = row.and(this.page.locator(`[aria-expanded="${open}"]`));
    for (const end = Date.now() + timeoutMs; ; pressedAgain("fold of a line")) {
      // A line that was replaced between the two looks is looked for again.
      const twistie = folded.locator(".monaco-tl-twistie");
      if (await folded.isVisible()) await twistie.click({ timeout: 1000 }).catch(() => undefined);
      if (await comes(done, 5000)) return;
      if (Date.now() > end) throw new Error(`the line ${label} does not ${open ? "open" : "close"}`);
    }
  }

  /** Runs a command by its palette title, and answers what it asks with entries of its lists, one after the other. */
  async command(title: string, ...choices: (string | RegExp)[]): Promise<void> {
    await this.run(title);
    for (const choice of choices) await this.pick(choice);
  }

  /**
   * Runs a command by its palette title. An open palette does not show commands that arrive later, and a list that is
   * still being filtered runs whatever stands under the key: it waits until the wanted line is the chosen one and has
   * stayed so, and asks again when it was not.
   */
  private async run(title: string): Promise<void> {
    const asked = `>${title}`;
    const end = Date.now() + timeoutMs;
    for (let attempt = 0; Date.now() < end; attempt++) {
      if (attempt > 0) {
        pressedAgain("palette");
        // commands that never come aren't waited for
        const [failed] = this.faultsSoFar().filter((fault) => /Activating extension \S* ?failed/.test(fault));
        if (failed !== undefined) throw new Error(failed);
      }
      await this.page.keyboard.press("F1");
      // A question that is only just going away may take the palette along.
      if (!(await comes(this.quickInputBox))) continue;
      const filled = await this.quickInputBox.fill(asked, { timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (filled && (await this.chooseSettled(title))) {
        await this.page.keyboard.press("Enter");
        if (await this.left(asked)) return;
      }
      await this.page.keyboard.press("Escape");
      await this.quickInput.waitFor({ state: "hidden" }).catch(() => undefined);
    }
    throw new Error(`the palette does not offer "${title}". ${await this.onScreen()}`);
  }

  /** Moves the palette's choice to the line with this text. False when there is none after three seconds. */
  private async chooseSettled(title: string): Promise<boolean> {
    let steady = 0;
    let before = "";
    for (const end = Date.now() + 3000; Date.now() < end; await this.page.waitForTimeout(40)) {
      const lines = await this.quickInput
        .locator(".monaco-list-row")
        .evaluateAll((rows) =>
          rows.map((row) => ({
            text: row.querySelector(".label-name")?.textContent ?? row.textContent ?? "",
            chosen: row.classList.contains("focused"),
          })),
        )
        .catch(() => []);
      const now = JSON.stringify(lines);
      steady = now === before ? steady + 1 : 0;
      before = now;
      if (steady < 2) continue;
      const exact = lines.findIndex(({ text }) => text === title);
      const wanted = exact >= 0 ? exact : lines.findIndex(({ text }) => text.includes(title));
      if (wanted < 0) continue;
      const chosen = lines.findIndex((line) => line.chosen);
      if (chosen === wanted) return true;
      await this.page.keyboard.press(chosen < wanted ? "ArrowDown" : "ArrowUp");
    }
    return false;
  }

  /** Whether the palette with this question has gone, or made room for a question of the command. */
  private async left(asked: string): Promise<boolean> {
    for (const end = Date.now() + 10_000; Date.now() < end; await this.page.waitForTimeout(20)) {
      if (!(await this.quickInput.isVisible())) return true;
      if ((await this.quickInputBox.inputValue({ timeout: 500 }).catch(() => "")) !== asked) return true;
    }
    return false;
  }

  /** What the extension has written to its log in this window. */
  ownLog(): string {
    const logs = join(this.folder, "../user/data/logs");
    const files = existsSync(logs) ? readdirSync(logs, { recursive: true, encoding: "utf8" }) : [];
    return files
      .filter((file) => file.endsWith("Chainside.log"))
      .map((file) => readFileSync(join(logs, file), "utf8"))
      .join("");
  }

  /** What stands on the screen, for the text of an error: questions, messages, dialogs, and where the editor is. */
  async onScreen(): Promise<string> {
    const parts: string[] = [];
    for (const [name, selector] of [
      ["question", ".quick-input-widget"],
      ["message", ".notification-list-item-message"],
      ["dialog", ".monaco-dialog-box"],
      ["tab", ".tab.active"],
      ["status bar", ".statusbar"],
    ] as const) {
      for (const item of await this.page.locator(selector).all()) {
        if (!(await item.isVisible().catch(() => false))) continue;
        parts.push(`${name}: ${(await item.innerText().catch(() => "")).replace(/\s+/g, " ").slice(0, 300)}`);
      }
    }
    return `On screen: ${parts.join(" | ")}`;
  }

  /**
   * Chooses an entry of the open quick pick, by the keyboard and once its lines stand still: a click may meet a line that has just
   * become another one. Ends when the question has gone or made room for the next.
   */
  async pick(label: string | RegExp): Promise<void> {
    for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
      if (!(await this.moveTo(label))) continue;
      const [asked, shown] = [await this.questionText(), await this.lines()];
      // Between two questions none is there: their lines still are, and the editor has the keys.
      if (asked === "" || !(await this.pressInQuestion("Enter"))) continue;
      for (const limit = Date.now() + 10_000; Date.now() < limit; await this.page.waitForTimeout(20)) {
        if ((await this.questionText()) !== asked) return;
      }
      // A question that has just come may not take keys yet: nothing at all has changed then.
      if (JSON.stringify(await this.lines()) !== JSON.stringify(shown)) return;
      pressedAgain("line of a question");
    }
    throw new Error(`nothing to pick called ${label}. ${await this.onScreen()}`);
  }

  /** Presses a key when the box of the open question has the keys; false when it doesn't. */
  private async pressInQuestion(key: string): Promise<boolean> {
    const box = this.quickInputBox;
    if (!(await box.isVisible())) return false;
    const has = box.evaluate(
      (element) => {
        element.focus();
        return element.ownerDocument.activeElement === element;
      },
      undefined,
      { timeout: 2000 },
    );
    if (!(await has.catch(() => false))) return false;
    await this.page.keyboard.press(key);
    return true;
  }

  /** What tells one question from the next; empty without any. */
  private async questionText(): Promise<string> {
    if (!(await this.quickInput.isVisible())) return "";
    const title = await this.quickInput
      .locator(".quick-input-title")
      .innerText({ timeout: 500 })
      .catch(() => "");
    const placeholder = await this.quickInputBox.getAttribute("placeholder", { timeout: 500 }).catch(() => "");
    return `${title}\n${placeholder}`;
  }

  /** The lines of the open question, from top to bottom. */
  private lines(): Promise<{ text: string; chosen: boolean }[]> {
    return this.quickInput
      .locator(".monaco-list-row")
      .evaluateAll((rows) =>
        rows
          .map((row) => ({ at: Number(row.getAttribute("data-index")), row }))
          .sort((one, other) => one.at - other.at)
          .map(({ row }) => ({
            text: (row.textContent ?? "").replace(/\s+/g, " "),
            chosen: row.classList.contains("focused"),
          })),
      )
      .catch(() => []);
  }

  /** Moves the choice of the open list to the line with this text. False when the lines do not stand still or none has it. */
  private async moveTo(label: string | RegExp): Promise<boolean> {
    const fits = (text: string): boolean =>
      typeof label === "string" ? text.toLowerCase().includes(label.toLowerCase()) : label.test(text);
    const before = await this.lines();
    await this.page.waitForTimeout(60);
    const lines = await this.lines();
    if (JSON.stringify(before) !== JSON.stringify(lines)) return false;
    const wanted = lines.findIndex(({ text }) => fits(text));
    if (wanted < 0) return false;
    const chosen = lines.findIndex((line) => line.chosen);
    // A message that comes or goes may take the keys away from the question.
    await this.quickInputBox.focus({ timeout: 500 }).catch(() => undefined);
    if (chosen === wanted) return true;
    const key = chosen < wanted ? "ArrowDown" : "ArrowUp";
    for (let step = 0; step < Math.abs(wanted - chosen); step++) await this.page.keyboard.press(key);
    return false;
  }

  /** Waits until the open question says this. A sentence may go over several of its lines. */
  async says(words: string | RegExp): Promise<void> {
    const bare = (text: string): string => text.replace(/\s+/g, "");
    let message = "";
    for (const end = Date.now() + timeoutMs; Date.now() < end; await this.page.waitForTimeout(50)) {
      // The order of the elements is not the order of the lines, and a line keeps hidden parts of one that was there before.
      const lines = await this.quickInput
        .locator(".monaco-list-row")
        .evaluateAll((rows) =>
          rows
            .map((row) => ({ at: Number(row.getAttribute("data-index")), part: row.querySelectorAll(".label-name") }))
            .sort((one, other) => one.at - other.at)
            .flatMap(({ part }) => [...part].filter((each) => each.getClientRects().length > 0))
            .map(({ textContent }) => textContent ?? ""),
        )
        .catch(() => []);
      message = lines.join(" ").replace(/\s+/g, " ");
      if (typeof words === "string" ? bare(message).includes(bare(words)) : words.test(message)) return;
    }
    throw new Error(`the question does not say ${words}, but: ${message}`);
  }

  /** Signs once the question says this. */
  async sign(consequence: string | RegExp): Promise<void> {
    await this.says(consequence);
    await this.pick("Sign and Send");
  }

  /** Chooses the account that signs from now on. */
  async signWith(account: string): Promise<void> {
    await this.command("FISCO BCOS: Select Signing Account…", account);
    await this.quickInput.waitFor({ state: "hidden" });
  }

  /** Does what makes a question come, and once more when none has: a click that meets a line being drawn anew does nothing. */
  async ask(question: string | RegExp, how: () => Promise<void>): Promise<void> {
    const end = Date.now() + timeoutMs;
    for (let tries = 0; Date.now() < end; tries++) {
      if (tries > 0) pressedAgain("what asks a question");
      await how();
      if (await comes(this.quickInput.getByText(question).first(), 20_000)) return;
    }
    throw new Error(`nobody asks ${question}. ${await this.onScreen()}`);
  }

  /** Waits for the question with this prompt or title and answers it. */
  async answer(question: string | RegExp, text: string, options: { accept?: boolean } = {}): Promise<void> {
    try {
      await this.quickInput.getByText(question).first().waitFor();
    } catch (error) {
      throw new Error(`nobody asks ${question}. ${await this.onScreen()}`, { cause: error });
    }
    await this.quickInputBox.fill(text);
    if ((options.accept ?? true) && !(await this.pressInQuestion("Enter"))) throw new Error(`${question} has gone`);
  }

  /** Gives an open dialog the file to save to. */
  async saveTo(path: string): Promise<void> {
    await this.choosePath(path, () => this.quickInput.waitFor({ state: "hidden", timeout: 2000 }));
  }

  /**
   * Gives an open dialog for files or folders a path. It puts a path of its own into the field when it is ready: ours goes in after that,
   * and again where the dialog has changed it. The key goes to the field itself: a page below may have taken the keys back.
   * @param taken waits a little for what comes when the dialog has taken the path, and throws when that does not come
   */
  async choosePath(path: string, taken: () => Promise<unknown>): Promise<void> {
    for (const end = Date.now() + timeoutMs; Date.now() < end; await this.page.waitForTimeout(200)) {
      const value = (): Promise<string> => this.quickInputBox.inputValue({ timeout: 1000 }).catch(() => "");
      if (!/[/\\]/.test(await value())) continue;
      await this.quickInputBox.fill(path, { timeout: 1000 }).catch(() => undefined);
      await this.page.waitForTimeout(300);
      if ((await value()) !== path) continue;
      await this.quickInputBox.press("Enter", { timeout: 1000 }).catch(() => undefined);
      const gone = await taken().then(
        () => true,
        () => false,
      );
      if (gone) return;
      pressedAgain("path of a file dialog");
    }
    throw new Error(`no dialog takes ${path}. ${await this.onScreen()}`);
  }

  /**
   * Opens a file by its name. A window that has just opened on a busy machine may take long to find it, and its list is sorted anew while
   * it does, so that a click can meet another line: the line is taken by its key, and asked for again where another file came.
   */
  async openFile(name: string): Promise<void> {
    const bare = name.split("/").at(-1) ?? name;
    const row = this.quickInput.locator(".monaco-list-row.focused", { hasText: bare });
    const tab = this.page.locator(`.tab.active[data-resource-name="${bare}"]`);
    for (const end = Date.now() + timeoutMs; ; ) {
      await this.page.keyboard.press("ControlOrMeta+P");
      try {
        await this.quickInputBox.fill(name, { timeout: 5000 });
        await row.waitFor({ timeout: 20_000 });
        await this.quickInputBox.press("Enter", { timeout: 2000 });
        await tab.waitFor({ timeout: 10_000 });
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        pressedAgain("list of files");
        await this.page.keyboard.press("Escape");
      }
    }
  }

  /** Puts the cursor of the active editor to `LINE` or `LINE:COLUMN`. */
  async goTo(position: string): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+P");
    await this.quickInputBox.fill(`:${position}`);
    // The list has one line, which comes a little after what is typed: without it the key does nothing.
    await this.quickInput.locator(".monaco-list-row.focused").first().waitFor();
    const gone = this.page.locator(".quick-input-widget:visible");
    const left = async (): Promise<boolean> => (await gone.count()) === 0;
    await pressUntil("line to go to", left, async () => {
      await this.pressInQuestion("Enter");
      await gone.waitFor({ state: "hidden", timeout: 4000 }).catch(() => undefined);
    });
    await this.quickInput.waitFor({ state: "hidden" });
  }

  /** Errors and warnings in the Problems panel, which is opened for it. */
  async problems(): Promise<{ line: number; text: string }[]> {
    const panel = this.page.locator(".markers-panel-container");
    if (!(await panel.isVisible())) {
      await this.command("Problems: Focus on Problems View");
      await panel.waitFor();
    }
    const texts = await panel.locator(".monaco-list-row").allInnerTexts();
    return texts
      .map((text) => ({ line: Number(/\[Ln (\d+)/.exec(text)?.[1] ?? Number.NaN), text }))
      .filter(({ line }) => !Number.isNaN(line));
  }

  /** Goes to a problem and applies one of its quick fixes. */
  async quickFix(problem: string | RegExp, fix: string | RegExp): Promise<void> {
    await this.page.locator(".markers-panel-container .monaco-list-row", { hasText: problem }).first().dblclick();
    await this.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    // Asked too early, right after a jump, the editor shows nothing: ask again.
    const row = this.page.locator(".action-widget .monaco-list-row", { hasText: fix }).first();
    await pressUntil(
      "quick fix",
      () => row.isVisible(),
      async () => {
        await this.page.keyboard.press("ControlOrMeta+.");
        await comes(row, 4000);
      },
    );
    // By keys: VS Code 1.100 lays a shield over the editor that takes the click.
    const chosen = this.page.locator(".action-widget .monaco-list-row.focused", { hasText: fix });
    for (let step = 0; step < 12 && !(await chosen.isVisible()); step++) await this.page.keyboard.press("ArrowDown");
    await chosen.waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** The text of the active editor as far as it is on screen. */
  async editorText(): Promise<string> {
    const lines = this.page.locator(".editor-group-container.active .view-lines");
    await lines.first().waitFor();
    // VS Code appends lines as it draws them: after scrolling they stand in no order of the text.
    const drawn = await lines.first().evaluate((element) =>
      [...(element.querySelectorAll(":scope > .view-line") as Iterable<{ style: { top: string }; innerText: string }>)]
        .map((line) => ({ top: Number.parseFloat(line.style.top), message: line.innerText }))
        .sort((one, other) => one.top - other.top)
        .map(({ message }) => message),
    );
    return drawn.join("\n").replaceAll("\u00a0", " ");
  }

  /** Shows the active editor's document from its first line on. By keys: a wheel over an open hover scrolls the hover. */
  async toTop(): Promise<void> {
    const editor = this.page.locator(".editor-group-container.active .monaco-editor").first();
    const first = editor.locator(".line-numbers", { hasText: /^1$/ });
    const stands = async (): Promise<boolean> => {
      const [line, screen] = await Promise.all([first, editor].map((each) => each.boundingBox({ timeout: 2000 })));
      return line != null && screen != null && line.y >= screen.y;
    };
    const done = await pressUntil(
      "top of a document",
      () => stands().catch(() => false),
      async () => {
        const keys = editor.locator("textarea.inputarea, .native-edit-context").first();
        await keys.focus({ timeout: 15_000 }).catch(() => undefined);
        await this.page.keyboard.press("ControlOrMeta+Home");
        await this.page.waitForTimeout(100);
      },
    );
    if (!done) throw new Error(`the document doesn't come to its first line: ${await this.editorText()}`);
  }

  /** The frame that holds a webview's own document; undefined while there is none. */
  async webviewIfAny(selector: string): Promise<Frame | undefined> {
    for (const frame of this.page.frames()) {
      if (!/fake\.html|vscode-webview|webview/.test(frame.url())) continue;
      const found = await frame
        .locator(selector)
        .count()
        .catch(() => 0);
      if (found > 0) return frame;
    }
    return undefined;
  }

  /** The frame that holds a webview's own document. */
  async webview(selector: string): Promise<Frame> {
    const end = Date.now() + timeoutMs;
    while (Date.now() < end) {
      const frame = await this.webviewIfAny(selector);
      if (frame) return frame;
      await this.page.waitForTimeout(50);
    }
    throw new Error(`no webview holds ${selector}`);
  }

  /** Reloads the window: a new extension host, the same storage. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.page.locator(".monaco-workbench .statusbar").waitFor();
  }

  /** The same as a person does it: the editor has the time to put its state away. */
  async reloadByCommand(): Promise<void> {
    // The page that is left is told from the one that comes by a mark: the two may look alike at every moment.
    await this.page.locator("body").evaluate((body) => body.setAttribute("data-left", ""));
    await this.command("Developer: Reload Window");
    await this.page.locator("body:not([data-left]) .statusbar").waitFor();
  }

  /** A picture under out/shots, for people to look at. */
  async picture(name: string): Promise<void> {
    mkdirSync(shots, { recursive: true });
    await this.page.screenshot({ path: join(shots, `${name}.png`), animations: "disabled" });
  }
}
