import { describe, expect, it } from "vitest";
import { lineWordProblems } from "../../../scripts/lint/lineWords";
import { parseSource } from "../../../scripts/lint/sources";
import type { CommandPart } from "../../../src/extension/kit/manifest/manifestPart";
import { text } from "../../../src/text/catalogue";

const problems = (word: string, code: string, menu: NonNullable<CommandPart["menus"]>[number]): string[] =>
  lineWordProblems(
    [word],
    [parseSource("src/extension/features/thing/lines.ts", code)],
    [
      {
        folder: "features/thing",
        part: { commands: { "chainside.showLog": { title: text("Show Log"), menus: [menu] } } },
      },
    ],
  );
const wants = {
  view: "chains",
  line: ["group", "contract known"],
  and: ["open"],
  not: "link",
  group: "1_open@1",
} as const;

describe("the words by which menus know lines", () => {
  it.each(["group", "contract", "known", "open", "link"])("are said and wanted: %s", (word) => {
    expect(problems(word, `leaf(parent, { context: ["${word}"] });`, wants)).toEqual([]);
    expect(problems(word, `const context = (): Words => [...(is ? ["${word}"] : [])];`, wants)).toEqual([]);
    expect(problems(word, `function contextOf() { return is ? ["${word}"] : []; }`, wants)).toEqual([]);
    expect(problems(word, `item.contextValue = text([...(is ? ["${word}"] : [])]);`, wants)).toEqual([]);
  });

  it("are found where no line says them, whatever else says them", () => {
    const says = [expect.stringContaining('no line says "group"')];
    for (const code of ['const kind = "group";', 'leaf(parent, { id: "group", context: ["link"] });'])
      expect(problems("group", code, wants)).toEqual(says);
  });

  it("are found where no menu wants them", () => {
    const says = [expect.stringContaining('no menu wants "block"')];
    expect(problems("block", 'leaf(parent, { context: ["block"] });', wants)).toEqual(says);
    expect(problems("block", 'leaf(parent, { context: ["block"] });', { menu: "editor/title" })).toEqual(says);
  });
});
