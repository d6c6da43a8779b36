import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChainProgram } from "../support/chainside";
import { pressUntil } from "./pressing";
import { openWindow, type Workbench } from "./workbench";

const root = resolve(import.meta.dirname, "../..");
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), "utf8"));
const { contributes } = read("package.json") as {
  contributes: { walkthroughs: { id: string; title: string; steps: { id: string; description: string }[] }[] };
};

const texts = read("package.nls.json") as Record<string, string>;
const say = (key: string): string => texts[key.slice(1, -1)] ?? "";
/** The buttons that are pressed: commands that end their steps, and a view. What all others bring about is tried without VS Code. */
const pressed = [
  "chainside.startEmbeddedChain",
  "chainside.deployContract",
  "chainside.importConnection",
  "chainside.governance.focus",
];

describe("the walkthrough for all", () => {
  let workbench: Workbench;
  let folder: string;
  let chain: Awaited<ReturnType<typeof startChainProgram>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-sm-"));
    chain = await startChainProgram(["--sm", "--sm-tls", join(folder, "own")]);
    workbench = await openWindow({ settings: { "chainside.embeddedChain.permissions": true } });
    // The list of walkthroughs has only those of the extensions that are read in.
    await workbench.view("FISCO BCOS");
  });
  afterAll(async () => {
    await workbench?.close();
    chain?.process.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a press of a button may change: a question, a message, a tab, the side bar. */
  async function state(): Promise<string> {
    const shown = (selector: string): Promise<(string | null)[]> =>
      workbench.page
        .locator(selector)
        .evaluateAll((elements) =>
          elements.filter((one) => one.getClientRects().length > 0).map(({ textContent }) => textContent),
        );
    return JSON.stringify({
      question: await shown(".quick-input-widget .quick-input-title"),
      messages: await shown(".notification-toast .notification-list-item-message"),
      tabs: await shown(".tabs-container .tab.active"),
      side: await shown('.sidebar .composite.title h2, .sidebar .pane-header[aria-expanded="true"] .title'),
      dialog: await shown(".monaco-dialog-box"),
    });
  }

  /** Opens the page of a walkthrough with nothing else in the way. */
  async function open(title: string): Promise<void> {
    await workbench.command("View: Close All Editors");
    await workbench.command("Welcome: Open Walkthrough...", title);
    await workbench.page.locator(".gettingStartedContainer .category-title", { hasText: title }).first().waitFor();
  }

  const step = (id: string) => workbench.page.locator(`.gettingStartedContainer [x-dispatch$="#${id}"]`);

  async function unfold(id: string): Promise<void> {
    const button = step(id).first();
    await button.waitFor();
    const open = button.and(workbench.page.locator('[aria-expanded="true"]'));
    await pressUntil(
      "step of a walkthrough",
      () => open.isVisible(),
      async () => {
        await button.locator(".step-title").click();
        await open.waitFor({ timeout: 4000 }).catch(() => undefined);
      },
    );
  }

  /** Presses a button of a step and waits until something comes of it, other than a message that there is no such command. */
  async function press(id: string, label: string): Promise<void> {
    const explorer = workbench.page.locator(".sidebar .explorer-folders-view");
    // A line that is unfolded in our view while the key is on its way shows our view again.
    await pressUntil(
      "key of the Explorer",
      () => explorer.isVisible(),
      async () => {
        await workbench.page.keyboard.press("ControlOrMeta+Shift+E");
        await explorer.waitFor({ timeout: 4000 }).catch(() => undefined);
      },
    );
    await unfold(id);
    const before = await state();
    // A link that is alone in its line is a button; one in a sentence stays a link.
    await step(id).locator(".monaco-button, .monaco-link", { hasText: label }).first().click();
    await expect.poll(state, { message: `nothing came of "${label}"` }).not.toBe(before);
    const after = await state();
    expect(after, label).not.toMatch(/not found|command '/);
    // words of the JSON that `state` makes
    expect(after, label).not.toMatch(/"dialog":\["/);
  }

  /** Takes a chain with SM TLS over from its sdk folder, which is chosen in the dialog for folders. */
  async function importChain(): Promise<void> {
    await workbench.quickInputBox.click();
    await workbench.pick("Chain's SDK folder");
    const asked = workbench.quickInput.getByText(/JSON-RPC address/).first();
    await workbench.choosePath(join(folder, "own/sdk"), () => asked.waitFor({ timeout: 4000 }));
    await workbench.answer(/JSON-RPC address/, chain.url);
    await workbench.answer("Enter a name for the connection", "of the SM suite");
  }

  it("shows its steps, brings about what their buttons say, and ticks them off", async () => {
    const [{ title, steps } = { title: "", steps: [] }] = contributes.walkthroughs;
    await open(say(title));
    const shown = await workbench.page
      .locator(".gettingStartedContainer .step-title")
      .evaluateAll((titles) => titles.map((one) => one.textContent?.trim()));
    expect(shown).toHaveLength(steps.length);
    for (const { id: name, description } of steps) {
      for (const [, label = "", command = ""] of say(description).matchAll(/\[([^\]]+)\]\(command:([\w.]+)\)/g)) {
        if (!pressed.includes(command)) continue;
        await press(name, label);
        if (command === "chainside.startEmbeddedChain") {
          await workbench.signer().waitFor();
          await workbench.row("Sealers").waitFor();
        }
        if (command === "chainside.deployContract") {
          // The page takes the keys back when the step turns done.
          await workbench.quickInputBox.click();
          await workbench.pick("HelloWorld");
          await workbench.notification(/HelloWorld/).waitFor();
        }
        if (command === "chainside.importConnection") await importChain();
        await step(name).locator(".codicon-getting-started-step-checked").first().waitFor();
        await workbench.dismissNotifications();
      }
    }
  });
});
