// The command line where a person sits: the console's keys, and completion in each shell, on a real pseudo-terminal.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { programArguments } from "../../scripts/test/programArguments";
import { completionScripts } from "../../src/cli/commands/completion";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { hasProgram, PseudoTerminal } from "../support/pseudoTerminal";

const root = resolve(import.meta.dirname, "../..");
const account = `0x${"ab".repeat(20)}`;

let folder: string;
let chain: DevChain;
let terminal: PseudoTerminal | undefined;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-terminal-"));
  chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "account/ecdsa"), { recursive: true });
  writeFileSync(join(folder, `account/ecdsa/${account}.pem`), "");
  writeFileSync(join(folder, "Voting.sol"), "");
  writeFileSync(
    join(folder, "connections.json"),
    JSON.stringify([{ name: "production", endpoints: ["http://127.0.0.1:1"] }]),
  );
  const program = join(folder, "bin/chainside");
  const [first = "", ...rest] = programArguments(join(root, "dist/cli.js"), join(root, "src/cli/main.ts"));
  const words =
    first === "--import" ? [first, join(root, "node_modules/tsx/dist/loader.mjs"), ...rest.slice(1)] : [first];
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" ${words.map((word) => `"${word}"`).join(" ")} "$@"\n`);
  chmodSync(program, 0o755);
  environment = {
    PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    TERM: "screen-256color",
    LC_ALL: "C.UTF-8",
    CHAINSIDE_CONNECTIONS: join(folder, "connections.json"),
    PS1: "% ",
  };
});
afterEach(() => {
  terminal?.close();
  terminal = undefined;
});
afterAll(async () => {
  await chain?.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(...command: readonly string[]): PseudoTerminal {
  terminal = new PseudoTerminal(command, folder, environment);
  return terminal;
}

const prompt = "[group0]: /apps>";
/** What every request has at its end, with the page that shows its bytes. */
const signQuestion = /^Sign and send\? \[y\/N\]/;

describe.skipIf(!hasProgram("tmux"))("chainside shell on a terminal", () => {
  async function shell(...options: readonly string[]): Promise<PseudoTerminal> {
    const opened = open("chainside", "shell", "--url", chain.url, ...options);
    await opened.shows("[?]: /apps>");
    opened.type("getBlockNumber\n");
    await opened.shows(prompt);
    return opened;
  }

  it("completes names by Tab, and verbs of a noun; two of them are listed", async () => {
    const console = await shell();
    console.type("getSealer");
    console.press("Tab");
    await console.shows(`${prompt} getSealerList`);
    console.press("Enter");
    await console.says(/[0-9a-f]{64}/);
    await console.shows(prompt);
    console.type("node add-");
    console.press("Tab", "Tab");
    await console.says(/add-sealer +add-observer/);
    console.type("o");
    console.press("Tab");
    await console.shows(`${prompt} node add-observer`);
  });

  it("gives earlier lines back, in the next shell too, and keeps them from others", async () => {
    const first = await shell();
    first.type("pwd\n");
    await first.says(`${prompt} pwd\n/apps`);
    await first.shows(prompt);
    first.press("Up");
    await first.shows(`${prompt} pwd`);
    first.press("Up");
    await first.shows(`${prompt} getBlockNumber`);
    first.press("Down");
    await first.shows(`${prompt} pwd`);
    first.press("C-u");
    await first.shows(prompt);
    first.type("quit\n");
    const history = join(folder, "history");
    await expect.poll(() => readFileSync(history, "utf8")).toBe("getBlockNumber\npwd\nquit\n");
    expect(statSync(history).mode & 0o777).toBe(0o600);
    first.close();
    const second = open("chainside", "shell", "--url", chain.url);
    await second.shows("[?]: /apps>");
    second.press("Up", "Up");
    await second.shows("[?]: /apps> pwd");
  });

  it("drops a half-typed line at Ctrl-C and goes on; ends at Ctrl-D", async () => {
    const console = await shell();
    console.type("config set tx_count");
    await console.shows(`${prompt} config set tx_count`);
    console.press("C-c");
    await console.says("^C");
    await console.shows(prompt);
    console.type("pwd\n");
    await console.says(`${prompt} pwd\n/apps`);
    await console.shows(prompt);
    console.press("C-d");
    await expect.poll(() => isOver(console)).toBe(true);
  });

  it("shows a change before it is signed, signs nothing without a yes, and signs with one", async () => {
    const console = await shell("--key", "dev0");
    console.type("setSystemConfigByKey tx_count_limit 1500\n");
    await console.shows(signQuestion);
    expect(console.screen()).toContain("1500");
    console.type("n\n");
    await console.says("Nothing was signed or sent.");
    await console.shows(prompt);
    console.press("Up");
    await console.shows(`${prompt} setSystemConfigByKey tx_count_limit 1500`);
    console.press("Enter");
    await console.says(/Nothing was signed[\s\S]*Sign and send/);
    await console.shows(signQuestion);
    console.type("y\n");
    await console.shows(prompt);
    console.press("C-l");
    console.type("getSystemConfigByKey tx_count_limit\n");
    await console.says(/tx_count_limit[\s\S]*1500/);
  });

  it("knows how wide Chinese letters are: one is put between others where the cursor stands", async () => {
    const console = await shell();
    console.type("# 查看共识节点");
    await console.shows(`${prompt} # 查看共识节点`);
    expect(console.cursorColumn()).toBe(prompt.length + 3 + 12);
    console.press("Left", "Left");
    await expect.poll(() => console.cursorColumn()).toBe(prompt.length + 3 + 8);
    console.type("的");
    await console.shows(`${prompt} # 查看共识的节点`);
    expect(console.cursorColumn()).toBe(prompt.length + 3 + 10);
    console.press("BSpace", "BSpace");
    await console.shows(`${prompt} # 查看共节点`);
  });
});

/** Whether the program has ended, and tmux with it. */
function isOver(console: PseudoTerminal): boolean {
  try {
    console.screen();
    return false;
  } catch {
    return true;
  }
}

/** How each shell is started without a person's own settings, and how it takes the script. */
const shells = {
  bash: { command: ["bash", "--norc", "--noprofile", "-i"], load: "source <(chainside completion bash)" },
  zsh: {
    command: ["zsh", "-f", "-i"],
    load: "autoload -Uz compinit && compinit -D && source <(chainside completion zsh)",
  },
  fish: {
    command: ["fish", "--no-config"],
    load: "function fish_prompt; echo '% '; end; chainside completion fish | source",
  },
} as const;

describe.each(Object.entries(shells))("completion in %s", (name, { command, load }) => {
  it.skipIf(!hasProgram("tmux") || !hasProgram(name))("completes what the program says may come next", async () => {
    const console = open(...command);
    console.type(
      `${load}; echo ready-$((1 + 1))\n`.replace("$((1 + 1))", name === "fish" ? "(math 1 + 1)" : "$((1 + 1))"),
    );
    await console.says("ready-2");
    const completed = async (typed: string, line: string): Promise<void> => {
      console.press("C-u");
      console.clear();
      await expect.poll(() => console.screen()).not.toContain("chainside");
      console.type(typed);
      await console.says(typed);
      console.press("Tab");
      await console.says(line);
    };
    await completed("chainside nod", "chainside node");
    await completed("chainside node add-se", "chainside node add-sealer");
    await completed("chainside node list-sealers --connection pro", "--connection production");
    await completed("chainside account freeze 0xab", `chainside account freeze ${account}`);
    await completed("chainside config set --key account/ec", `--key account/ecdsa/${account}.pem`);
    await completed("chainside deploy Vot", "chainside deploy Voting.sol");
  });
});

it("has a script for PowerShell that registers the program, whose words it hands on", () => {
  // There is no PowerShell here to run it: brackets and quotes are what can be looked at.
  const script = completionScripts.powershell;
  const open = [...script.replaceAll(/'[^']*'|"[^"]*"/g, "")].reduce((depth, letter) => {
    if ("({[".includes(letter)) return depth + 1;
    return ")}]".includes(letter) ? depth - 1 : depth;
  }, 0);
  expect(open).toBe(0);
  expect(script).toContain("Register-ArgumentCompleter -Native -CommandName chainside");
  expect(script).toContain("chainside complete -- @words");
});
