import { afterEach, describe, expect, it, vi } from "vitest";
import { commandNames, runCommand } from "../../../src/cli/commands";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function messageOf(locale: string, ...args: string[]): Promise<string> {
  for (const name of ["LC_ALL", "LC_MESSAGES", "LANG"]) vi.stubEnv(name, locale);
  let words = "";
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => {
    words += `${line}\n`;
  });
  expect(await runCommand(args, useSources)).toBe(0);
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
    const english = await messageOf("en_US.UTF-8", name, "--help");
    const chinese = await messageOf("zh_CN.UTF-8", name, "--help");
    expect(english).toMatch(new RegExp(`^usage: chainside ${name}`));
    expect(han.test(english)).toBe(false);
    const lines = chinese.trimEnd().split("\n");
    expect(lines[0]).toBe(english.split("\n")[0]?.replace("usage: ", "用法："));
    expect(lines.slice(1).filter((line) => !typed(line) && !han.test(line))).toEqual([]);
    expect(flags(chinese).map((flag) => flag.split(" ")[0])).toEqual(flags(english).map((flag) => flag.split(" ")[0]));
    expect(flags(english).length).toBeGreaterThan(1);
    expect(lines.at(-1)).toContain("退出码：");
  });
});
