import { afterEach, describe, expect, it, vi } from "vitest";
import { commandNames, runCommand } from "../../../src/cli/commands";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();
afterEach(() => vi.restoreAllMocks());

const han = /\p{Script=Han}/u;

/** What a command says of a wrong command line, without the usage that follows. */
async function complaint(locale: string, ...args: readonly string[]): Promise<string> {
  let words = "";
  for (const name of ["log", "error"] as const) {
    vi.spyOn(console, name).mockImplementation((line: string) => {
      words += `${line}\n`;
    });
  }
  expect(await runCommand([...args, "--locale", locale], useSources)).toBe(2);
  vi.restoreAllMocks();
  return words.split("\n\n")[0] ?? "";
}

describe("every command complains about its arguments in the language that was asked for", () => {
  it.each(commandNames)("%s, about an option that it doesn't have", async (name) => {
    expect(await complaint("en", name, "--nonsense")).toBe(`chainside ${name}: unknown option --nonsense`);
    expect(await complaint("zh-cn", name, "--nonsense")).toBe(`chainside ${name}: 未知选项 --nonsense`);
  });

  it("about a command that there isn't", async () => {
    expect(await complaint("zh-cn", "nonsense")).toMatch(/^chainside: 未知命令/);
  });

  it.each([
    [["account"]],
    [["account", "new", "x"]],
    [["account", "import"]],
    [["account", "export"]],
    [["account", "new", "--suite", "x"]],
    [["account", "new", "--format", "x"]],
    [["account", "new", "--out"]],
    [["account", "new", "--json=x"]],
    [["access"]],
    [["access", "x", "--format", "x"]],
    [["access", "x", "--node-version", "x"]],
    [["archive"]],
    [["archive", "run"]],
    [["archive", "run", "archive", "1", "2"]],
    [["archive", "run", "reimport", "1", "2"]],
    [["archive", "get"]],
    [["archive", "get", "x", "--timeout", "soon"]],
    [["archive", "status", "x", "--url", "http://127.0.0.1:1"]],
    [["call"]],
    [["call", "0x1", "f", "--data", "0x"]],
    [["call", "0x1", "f", "--value", "1"]],
    [["compile", "--suite", "x"]],
    [["completion", "bash", "x"]],
    [["compile", "--evm", "x"]],
    [["deploy"]],
    [["deploy", "a.sol"]],
    [["deploy", "a.sol", "--key", "k", "--library", "x"]],
    [["dev"]],
    [["dev", "mine", "--timeout", "soon"]],
    [["devchain", "x"]],
    [["devchain", "--port", "x"]],
    [["devchain", "--executor", "7"]],
    [["format", "--style", "x"]],
    [["graph", "a.sol", "--of", "x"]],
    [["graph", "a.sol", "--format", "x"]],
    [["index", "--from", "0x1"]],
    [["lint"]],
    [["lint", "x", "--format", "x"]],
    [["lint", "no-such-file"]],
    [["load"]],
    [["load", "hello", "--rate", "0"]],
    [["load", "hello", "--url", "ftp://x"]],
    [["load", "hello", "--contract", "0x1"]],
    [["load", "--contract", "0x1"]],
    [["load", "--contract", "0x1", "--function", "f", "--args", "{i}"]],
    [["load", "--contract", "0x1", "--function", "f", "--args", '["{x}"]']],
    [["load", "hello", "--key", "a", "--senders", "2"]],
    [["load", "hello", "--key", "dev0", "--url", "http://node.example"]],
    [["probe"]],
    [["probe", "x", "--timeout", "soon"]],
    [["rpc"]],
    [["rpc", "x", "--timeout", "soon"]],
    [["run"]],
    [["run", "no-such-file"]],
    [["run", "x", "--suite", "x"]],
    [["run", "x", "--compatibility", "x"]],
    [["run", "x", "--executor", "7"]],
    [["run", "x", "--set", "x"]],
    [["run", "x", "--group", "x"]],
    [["run", "x", "--timeout", "5"]],
    [["run", "x", "--url", "http://127.0.0.1:1", "--auth"]],
    [["run", "x", "--url", "http://node.example", "--key", "dev0"]],
    [["query", "SELECT 1", "--rows", "0"]],
    [["query", "SELECT 1", "--seconds", "1e3"]],
    [["send"]],
    [["send", "0x1"]],
    [["send", "0x1", "f"]],
    [["send", "0x1", "f", "--data", "0x"]],
    [["shell", "x"]],
    [["test", "no-such-file"]],
    [["test", "--suite", "x"]],
    [["test", "--coverage", "x"]],
    [["test", "--fuzz-runs", "x"]],
    [["test", "--executor", "7"]],
    [["trace"]],
    [["trace", `0x${"1".repeat(64)}`, "--blocks", "many"]],
    [["storage"]],
    [["verify"]],
    [["verify", "0x1", "x"]],
    [["watch", "--rules", "x", "--interval", "0"]],
  ])("%j", async (args) => {
    const english = await complaint("en", ...args);
    expect(han.test(english)).toBe(false);
    expect(english).not.toMatch(/---/);
    expect(await complaint("zh-cn", ...args)).toMatch(han);
  });
});
