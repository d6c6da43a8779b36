import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shell, shellLine, shellOf, shellWord } from "../../../src/text/shellLine";
import { visibleLine } from "../../../src/text/visibleText";

const hostile = [
  "it's",
  "",
  "$HOME `id` $(id) $IFS",
  "a\nb; touch ran",
  "\u0003touch ran\r",
  "\u001b[201~touch ran\n",
  "\u001b]52;c;cm0=\u0007",
  "\u009b31m",
  "\u202etxt.exe\u2066",
  "\u200b\ufeff",
  "!! !touch !$ it's !!",
  "'!!'\n!!",
  "-rf",
  "--",
  "--%",
  "=ls",
  "~",
  "*?[a-z]{b,c}",
  "@x",
  "%PATH% ^& | > ran",
  "\\",
  "end\\",
  "\\'",
  "\\x41\\u0041\\041",
  'say "hi"',
  "x’; touch ran; ‘y",
  "“”",
  "茶 合约 🙂 ❤️",
  "#",
  "a,b;c d",
  "\u{e0041}",
  "\u0085\u2028",
];
const anyWord = fc.oneof(
  fc.constantFrom(...hostile),
  fc
    .array(fc.constantFrom(..."'\"\\$`!\n\r\t\u001b\u0007\u0003\u007f\u009b\u202e ;&|<>(){}[]*?~#%^=@-,a0合’‘🙂"))
    .map((all) => all.join("")),
  fc.string({ unit: "binary" }),
);

const found = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(":")
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

describe.skipIf(process.platform === "win32")("a line for a terminal", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-shell-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A program that tells what it was given, each word with a zero byte behind it. */
  const listen = [found("printf") ?? "/usr/bin/printf", "%s\\0"];

  /** What arrives of the words; nothing else may run, which would leave a file behind. */
  function heard(program: string, options: readonly string[], words: readonly string[], shell: Shell): unknown {
    const line = shellLine([...listen, ...words], shell);
    expect(line).toBeDefined();
    expect(visibleLine(line ?? "")).toBe(line);
    const output = execFileSync(program, [...options, line ?? ""], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    expect(readdirSync(folder)).toEqual([]);
    return output.split("\0").slice(0, -1);
  }

  const shells: [Shell, string, readonly string[]][] = [
    ["bash", "bash", ["--norc", "-c"]],
    ["zsh", "zsh", ["-f", "-c"]],
    ["sh", "sh", ["-c"]],
    ["fish", "fish", ["--no-config", "-c"]],
    ["powershell", "pwsh", ["-NoProfile", "-NonInteractive", "-Command"]],
  ];

  describe.each(shells)("%s", (shell, name, options) => {
    const program = found(name);
    it.skipIf(program === undefined)("hears what was meant, and runs nothing else", () => {
      const writable = (word: string): boolean => shellWord(word, shell) !== undefined;
      expect(heard(program ?? "", options, hostile.filter(writable), shell)).toEqual(hostile.filter(writable));
      fc.assert(
        fc.property(fc.array(anyWord.filter(writable), { minLength: 1, maxLength: 8 }), (words) => {
          expect(heard(program ?? "", options, words, shell)).toEqual(words);
        }),
        { numRuns: 30 },
      );
    });
  });

  it("calls up nothing from the history of an interactive bash", () => {
    const words = hostile.filter((word) => word.includes("!"));
    const line = shellLine([...listen, ...words], "bash") ?? "";
    const env = { ...process.env, HISTFILE: "", LC_ALL: "C.UTF-8", PS1: "" };
    const { stdout } = spawnSync("bash", ["--norc", "--noediting", "-i"], {
      cwd: folder,
      encoding: "utf8",
      env,
      input: `set -o history -H\ntrue touch ran\n${line}\nexit\n`,
    });
    expect(stdout).toContain(`${words.join("\0")}\0`);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a word for a shell", () => {
  it.each<[Shell, string, string | undefined]>([
    ["bash", "a\u001b!'\\", "$'a\\033\\041\\'\\\\'"],
    ["bash", "\u202e1", "$'\\342\\200\\2561'"],
    ["zsh", "=ls", "'=ls'"],
    ["sh", "a\nb", undefined],
    ["fish", "it's\n\u{e0041}\\", "'it\\'s'\\u000a''\\U000e0041'\\\\'"],
    ["powershell", "it's $x", "'it''s $x'"],
    ["powershell", "x’; calc; ‘y", "'x’’; calc; ‘‘y'"],
    ["powershell", "a\u001bb", "(''+'a'+[char]0x1b+'b')"],
    ["powershell", "a,b", "'a,b'"],
    ["powershell", "--%", "'--%'"],
    ["powershell", 'a"b', undefined],
    ["cmd", "a & b | c^", '"a & b | c^"'],
    ["cmd", "C:\\a b\\", '"C:\\a b\\\\"'],
    ["cmd", "%PATH%", undefined],
    ["cmd", 'a" & calc "', undefined],
    ["cmd", "a\nb", undefined],
    ["bash", "a\0b", undefined],
    ["bash", "\ud800", undefined],
  ])("%s: %j", (shell, word, written) => {
    expect(shellWord(word, shell)).toBe(written);
  });

  it("is printable in every shell, or is not written", () => {
    for (const shell of ["bash", "zsh", "sh", "fish", "powershell", "cmd"] as const)
      fc.assert(
        fc.property(anyWord, (word) => {
          const written = shellWord(word, shell);
          if (written !== undefined) expect(visibleLine(written)).toBe(written);
        }),
      );
  });

  it.each([
    ["/bin/bash", "bash"],
    ["/usr/bin/zsh", "zsh"],
    ["/opt/homebrew/bin/fish", "fish"],
    ["/usr/bin/pwsh", "powershell"],
    ["C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe", "powershell"],
    ["C:\\Windows\\system32\\CMD.EXE", "cmd"],
    ["C:\\Program Files\\Git\\bin\\bash.exe", "bash"],
    ["/bin/dash", "sh"],
    ["/usr/bin/xonsh", "sh"],
  ])("knows the shell %s", (program, shell) => {
    expect(shellOf(program)).toBe(shell);
  });
});
