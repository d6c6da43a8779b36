import { afterEach, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";

vi.mock("../../../src/cli/translation", async (original) => ({
  ...(await original<typeof import("../../../src/cli/translation")>()),
  loadTranslation: async (locale: string) => (english: string) =>
    locale.startsWith("zh") && english === "try a connection step by step" ? "逐步检测连接" : undefined,
}));

afterEach(() => vi.restoreAllMocks());

const output = async (locale: string, ...args: string[]): Promise<[number, string]> => {
  let text = "";
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((line: string) => {
      text += `${line}\n`;
    });
  return [await runCommand(args, { LANG: locale }), text];
};

it("lists its commands in the terminal's language", async () => {
  expect(await output("zh_CN.UTF-8", "--help")).toEqual([0, expect.stringContaining("probe      逐步检测连接")]);
  expect(await output("en_US.UTF-8", "--help")).toEqual([
    0,
    expect.stringMatching(/^usage: chainside <command>.*probe {6}try a connection/s),
  ]);
});

it("refuses a command that it doesn't have", async () => {
  expect(await output("en", "constructor")).toEqual([2, expect.stringContaining('unknown command "constructor"')]);
});
