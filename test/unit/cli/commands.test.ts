import { afterEach, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import { useCatalogue } from "../../../src/text/catalogue";
import { englishAfterEach } from "../../support/chinese";

const chinese = (english: string): string | undefined =>
  english === "try a connection step by step" ? "逐步检测连接" : undefined;

englishAfterEach();
afterEach(() => vi.restoreAllMocks());

const output = async (
  translate: (english: string) => string | undefined,
  ...args: string[]
): Promise<[number, string]> => {
  let text = "";
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((line: string) => {
      text += `${line}\n`;
    });
  return [await runCommand(args, () => useCatalogue("zh", translate)), text];
};

it("lists its commands in the terminal's language", async () => {
  expect(await output(chinese, "--help")).toEqual([0, expect.stringContaining("probe      逐步检测连接")]);
  expect(await output(() => undefined, "--help")).toEqual([
    0,
    expect.stringMatching(/^usage: chainside <command>.*probe {6}try a connection/s),
  ]);
});

it("refuses a command that it doesn't have", async () => {
  expect(await output(() => undefined, "constructor")).toEqual([
    2,
    expect.stringContaining('unknown command "constructor"'),
  ]);
});
