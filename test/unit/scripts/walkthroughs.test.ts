import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../../scripts/lint/sources";

interface Step {
  id: string;
  title: string;
  description: string;
  media: { image?: string; svg?: string; markdown?: string; altText?: string };
  completionEvents: string[];
}
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), "utf8"));
const { contributes } = read("package.json") as {
  contributes: {
    walkthroughs: { id: string; title: string; description: string; steps: Step[] }[];
    commands: { command: string }[];
    menus: { commandPalette: { command: string; when?: string }[] };
    views: Record<string, { id: string }[]>;
  };
};
const languages = ["package.nls.json", "package.nls.zh-cn.json"].map((name) => read(name) as Record<string, string>);
const views = Object.values(contributes.views).flatMap((list) => list.map(({ id }) => id));
/** VS Code makes a command that shows it for every view. */
const commands = new Set([
  ...contributes.commands.map(({ command }) => command),
  ...views.map((id) => `${id}.focus`),
  // the Test Explorer is VS Code's own view
  "workbench.view.testing.focus",
]);
/** Commands that no palette has, as they need the line that they stand at. */
const atLines = new Set(
  contributes.menus.commandPalette.flatMap(({ command, when }) => (when === "false" ? command : [])),
);
const steps = contributes.walkthroughs.flatMap(({ id, steps: own }) =>
  own.map((step) => ({ ...step, id: `${id}.${step.id}` })),
);

function links(text: string): string[] {
  return [...text.matchAll(/\]\(command:([\w.]+)\)/g)].map(([, command = ""]) => command);
}

describe("the walkthroughs", () => {
  it("are one for all and one for each user, of three to six steps", () => {
    expect(contributes.walkthroughs.map(({ id }) => id)).toEqual(["chainside", "developer", "operator", "committee"]);
    for (const walkthrough of contributes.walkthroughs) {
      expect(walkthrough.steps.length).toBeGreaterThanOrEqual(3);
      expect(walkthrough.steps.length).toBeLessThanOrEqual(6);
    }
  });

  it("link the same existing commands in both languages", () => {
    for (const { id, description } of steps) {
      const [english = [], chinese] = languages.map((texts) => links(texts[description.slice(1, -1)] ?? ""));
      expect(english.length, id).toBeGreaterThan(0);
      expect(chinese, id).toEqual(english);
      for (const command of english) expect(commands, id).toContain(command);
    }
  });

  it("are done by what their steps link to", () => {
    for (const { id, description, completionEvents } of steps) {
      const linked = links(languages[0]?.[description.slice(1, -1)] ?? "");
      expect(completionEvents.length, id).toBeGreaterThan(0);
      for (const event of completionEvents) {
        // A command that was run is not yet one that did what it is for: only what it leaves behind counts.
        const [, view, done] = /^(?:onView:([\w.]+)|onContext:chainside\.done\.(\w+))$/.exec(event) ?? [];
        const command = view === undefined ? `chainside.${done}` : `${view}.focus`;
        // What stands above a line of a source has no link: the text says where it is.
        if (!atLines.has(command)) expect(linked, `${id}: ${event}`).toContain(command);
      }
    }
  });

  it("have a picture each, with words for who cannot see it, or a page in each language", () => {
    for (const { id, media } of steps) {
      for (const texts of languages) {
        const text = (key = ""): string => texts[key.slice(1, -1)] ?? "";
        expect(existsSync(join(root, media.image ?? media.svg ?? (text(media.markdown) || "missing"))), id).toBe(true);
        expect(media.markdown ?? text(media.altText), id).toBeTruthy();
      }
    }
  });
});

it("name the built-in way to a contract before the tools of others", () => {
  for (const texts of languages)
    for (const [key, text] of Object.entries(texts)) {
      if (!key.startsWith("walkthrough.") || !text.includes("chainside.deployContract")) continue;
      const [own, others] = [text.indexOf("chainside.newContract"), text.indexOf("Hardhat")];
      expect(own, key).toBeGreaterThanOrEqual(0);
      if (others >= 0) expect(own, key).toBeLessThan(others);
    }
});
