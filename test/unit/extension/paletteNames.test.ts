import { describe, expect, it } from "vitest";
import manifest from "../../../package.json";
import english from "../../../package.nls.json";
import chinese from "../../../package.nls.zh-cn.json";

const { commands, menus } = manifest.contributes;
const hidden = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
const offered = commands.filter(({ command }) => hidden.get(command) !== "false");

const titlesIn = (texts: Readonly<Record<string, string>>): readonly string[] =>
  offered.map(({ title }) => (texts[title.slice(1, -1)] ?? title).replace(/…$/, ""));

/** Whether what is typed finds a title: each word begins one of the title's, in this order (VS Code's `matchesWords`). */
function finds(typed: string, title: string): boolean {
  const words = title.toLowerCase().split(/\s+/);
  let at = 0;
  for (const word of typed.toLowerCase().split(/\s+/)) {
    at = words.findIndex((each, index) => index >= at && each.startsWith(word)) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** What the palette selects at first: without a history it lists what it finds by name. */
const firstFound = (typed: string, titles: readonly string[]): string | undefined =>
  titles.filter((title) => finds(typed, title)).sort((one, other) => one.localeCompare(other))[0];

describe("the Command Palette", () => {
  it.each([
    ["English", english],
    ["Chinese", chinese],
  ])("gives no two commands one name in %s", (_, texts) => {
    const titles = titlesIn(texts);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it("selects a command when its whole name is typed", () => {
    const titles = titlesIn(english);
    expect(titles.filter((title) => firstFound(title, titles) !== title)).toEqual([]);
  });

  it.each([
    ["deploy contract", "Deploy Contract"],
    ["new contract", "New Contract"],
    ["call contract", "Call Contract"],
    ["send transaction", "Send Transaction"],
    ["start chain", "Start Embedded Chain"],
  ])("selects for “%s” what is meant by it", (typed, title) => {
    expect(firstFound(typed, titlesIn(english))).toBe(title);
  });

  it("leaves out what needs a selected line", () => {
    const lineCommands = [
      "copyValue",
      "filterLines",
      "refresh",
      "forgetTransaction",
      "copyAbi",
      "useAccount",
      "copyCommandLine",
    ];
    expect(lineCommands.filter((name) => hidden.get(`chainside.${name}`) !== "false")).toEqual([]);
  });
});
