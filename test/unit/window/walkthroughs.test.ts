import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { host } from "../../support/fakeVscode/fakeHost";
import { until } from "../../support/until";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const read = (name: string): unknown => JSON.parse(readFileSync(name, "utf8"));
const { contributes } = read("package.json") as {
  contributes: { walkthroughs: { id: string; steps: { id: string; description: string }[] }[] };
};
const texts = read("package.nls.json") as Record<string, string>;

/** Each button of each walkthrough is pressed, in the order of the steps: what a step needs, the one before has brought. */
describe("the buttons of the walkthroughs", () => {
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow({ settings: { "chainside.embeddedChain.permissions": true } });
    await workbench.view("FISCO BCOS");
  });
  afterAll(async () => workbench?.close());

  /** What a press of a button may change: a question (for a file, too), a message, a document, a page, a view. */
  const state = (): string =>
    JSON.stringify([
      workbench.questions.text,
      workbench.messages.all,
      workbench.paths.length,
      workbench.documents.active?.document.uri.toString(),
      workbench.pages.filter(({ visible }) => visible).map(({ title }) => title),
      host.executed.filter(([id]) => !String(id).startsWith("setContext")).length,
    ]);

  it.each(contributes.walkthroughs)("of $id bring about something each", async ({ steps }) => {
    let pressed = 0;
    for (const { description } of steps) {
      const message = texts[description.slice(1, -1)] ?? expect.fail(description);
      for (const [, label = "", command = ""] of message.matchAll(/\[([^\]]+)\]\(command:([\w.]+)\)/g)) {
        // Notebooks are VS Code's (`test/ui/notebook.test.ts`).
        if (command === "chainside.newNotebook") continue;
        if (command === "chainside.importKeyFile") workbench.paths.push("");
        const before = state();
        const { commands } = host.desk as { commands: { executeCommand(id: string): Promise<unknown> } };
        let thrown: unknown;
        let ended = false;
        void commands
          .executeCommand(command)
          .catch((error: unknown) => {
            thrown = error;
          })
          .finally(() => {
            ended = true;
          });
        // VS Code makes the commands that show a view.
        if (!command.endsWith(".focus")) {
          await expect.poll(state, { message: `nothing came of "${label}"` }).not.toBe(before);
          expect(host.commands.has(command), command).toBe(true);
        }
        if (command === "chainside.startEmbeddedChain") await workbench.status(/group0 #\d+ · \S/).waitFor();
        if (command === "chainside.deployContract") {
          await workbench.pick("HelloWorld");
          await workbench.notification(/HelloWorld/).waitFor();
        }
        // What it asks must not come when the next button is pressed.
        await until(() => ended || workbench.questions.text !== "" || workbench.messages.all.length > 0);
        expect(thrown, label).toBeUndefined();
        expect(workbench.messages.all.join(), label).not.toMatch(/unexpected|THROWN/);
        workbench.escape();
        workbench.questions.leave();
        await workbench.dismissNotifications();
        pressed++;
      }
    }
    expect(pressed).toBeGreaterThan(1);
  });
});
