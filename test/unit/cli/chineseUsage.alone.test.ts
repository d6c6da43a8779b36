import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { commandNames } from "../../../src/cli/commands";

const folder = resolve(import.meta.dirname, "../../../l10n/zh-cn");
let runCommand: typeof import("../../../src/cli/commands").runCommand;
const bundle = new Map<string, string>();

/** The sentences from their sources: unit tests run without a build. */
beforeAll(async () => {
  for (const file of readdirSync(folder)) {
    const pairs = JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>;
    for (const [english, chinese] of Object.entries(pairs)) bundle.set(english, chinese);
  }
  vi.resetModules();
  vi.doMock("../../../src/cli/translation", async (original) => {
    const real = await original<typeof import("../../../src/cli/translation")>();
    return {
      ...real,
      loadTranslation: async (locale: string) =>
        real.isChinese(locale) ? (english: string) => bundle.get(english) : () => undefined,
    };
  });
  ({ runCommand } = await import("../../../src/cli/commands"));
});
afterAll(() => {
  vi.doUnmock("../../../src/cli/translation");
  vi.resetModules();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function said(locale: string, ...args: string[]): Promise<string> {
  for (const name of ["LC_ALL", "LC_MESSAGES", "LANG"]) vi.stubEnv(name, locale);
  let words = "";
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => {
    words += `${line}\n`;
  });
  expect(await runCommand(args)).toBe(0);
  log.mockRestore();
  return words;
}

const han = /\p{Script=Han}/u;
const flags = (usage: string): string[] =>
  usage.split("\n").flatMap((line) => /^ {2}(-\S+(?: \S+)*?)(?= {2,}| [\p{Script=Han}a-z(])/u.exec(line)?.[1] ?? []);
/** Paragraphs that are typed as they stand: the ways to call a command, and the actions of `dev`. */
const typed = (line: string): boolean =>
  line === "" || line.startsWith("       ") || /^ {2}[a-z][\w-]+(?: |$)/i.test(line);

describe("every command says how it is called in Chinese", () => {
  it.each(commandNames)("%s", async (name) => {
    const english = await said("en_US.UTF-8", name, "--help");
    const chinese = await said("zh_CN.UTF-8", name, "--help");
    expect(english).toMatch(new RegExp(`^usage: chainside ${name}`));
    expect(han.test(english)).toBe(false);
    const lines = chinese.trimEnd().split("\n");
    expect(lines[0]).toBe(english.split("\n")[0]?.replace("usage: ", "用法："));
    expect(lines.slice(1).filter((line) => !typed(line) && !han.test(line))).toEqual([]);
    expect(flags(chinese).map((flag) => flag.split(" ")[0])).toEqual(flags(english).map((flag) => flag.split(" ")[0]));
    expect(flags(english).length).toBeGreaterThan(2);
    expect(lines.at(-1)).toContain("退出码：");
  });
});
