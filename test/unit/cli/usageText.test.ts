import { expect, it } from "vitest";
import { askedLocale, usageText } from "../../../src/cli/usageText";
import { text } from "../../../src/nodeConfig/localizableText";

const usage = {
  synopsis: "chainside try FILE",
  summary: text("Tries a file."),
  options: [["--fix", text("mends it")]],
  exitCodes: text("Exit code: 0 fine."),
} as const;

it("says how a command is called, in the language of the terminal", () => {
  expect(usageText(usage, () => undefined)).toBe(
    `usage: chainside try FILE\n\nTries a file.\n\n  ${"--fix".padEnd(35)}mends it\n\nExit code: 0 fine.`,
  );
  const chinese = new Map([["Tries a file.", "试一个文件。"]]);
  expect(usageText(usage, (english) => chinese.get(english))).toContain("试一个文件。");
});

it("finds the language in a command line that is wrong elsewhere", () => {
  expect(askedLocale(["--nonsense", "--locale", "zh-cn"])).toBe("zh-cn");
  expect(askedLocale(["--locale=en", "x"])).toBe("en");
  expect(askedLocale(["x"])).toBeUndefined();
});
