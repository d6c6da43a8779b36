import { expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import { usageText } from "../../../src/cli/output/usageText";
import { text, useCatalogue } from "../../../src/text/catalogue";
import { englishAfterEach } from "../../support/chinese";

englishAfterEach();

const usage = {
  synopsis: "chainside try FILE",
  summary: text("Tries a file."),
  options: [["--fix", text("fixes it")]],
  exitCodes: text("Exit code: 0 fine."),
} as const;

it("says how a command is called, in the language of the terminal", () => {
  const everywhere = [
    `  ${"--locale LOCALE".padEnd(35)}language of the messages: en or zh-cn (default: the terminal's)`,
    `  ${"--time-zone ZONE".padEnd(35)}zone of times: Asia/Shanghai, UTC, or +08:00 (default: the system's, or the variable TZ)`,
    `  ${"--help".padEnd(35)}show this text`,
  ].join("\n");
  expect(usageText(usage)).toBe(
    `usage: chainside try FILE\n\nTries a file.\n\n  ${"--fix".padEnd(35)}fixes it\n${everywhere}\n\nExit code: 0 fine.`,
  );
  useCatalogue("zh", (english) => ({ "Tries a file.": "试一个文件。" })[english]);
  expect(usageText(usage)).toContain("试一个文件。");
});

it.each([
  [["--nonsense", "--locale", "zh-cn"], "zh-cn"],
  [["--locale=zh-cn", "x"], "zh-cn"],
  [["account", "--help", "--locale", "zh-cn"], "zh-cn"],
])("finds the language anywhere in the command line, also in one that is wrong: %s", async (args, locale) => {
  const asked: string[] = [];
  const code = runCommand(args, (each) => {
    asked.push(each);
  });
  await code;
  expect(asked).toEqual([locale]);
});

it.each([
  ["run", "doesn't count here"],
  ["test", "doesn't count here"],
  ["rpc", "(default: the environment variable CHAINSIDE_CONNECTION)"],
  ["send", "(default: the environment variable CHAINSIDE_CONNECTION)"],
])("says whether %s takes a connection from the environment", async (command, message) => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await runCommand([command, "--help"], () => undefined);
  const [connection = ""] = /^ {2}--connection .*$/m.exec(String(log.mock.calls[0]?.[0])) ?? [];
  log.mockRestore();
  expect(connection).toContain(message);
});
