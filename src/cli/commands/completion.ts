import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import bash from "../completion/chainside.bash.eta";
import fish from "../completion/chainside.fish.eta";
import powershell from "../completion/chainside.ps1.eta";
import zsh from "../completion/chainside.zsh.eta";
import { type CommandLine, commandOf, requireNoArguments, WrongCommandLine } from "../options/commandLine";
import { print } from "../output/print";
import type { Usage } from "../output/usageText";

export const completionScripts = { bash: bash({}), zsh: zsh({}), fish: fish({}), powershell: powershell({}) } as const;

type ShellName = keyof typeof completionScripts;
const shellNames = Object.keys(completionScripts) as ShellName[];

const usage: Usage = {
  synopsis: "chainside completion bash|zsh|fish|powershell",
  summary: text("Prints a script that lets a terminal complete names, operations, fields, connections, and accounts."),
  options: [],
  notes: [text("The first line of the script says how it is loaded.")],
  exitCodes: text("Exit code: 0 done, 2 wrong command line."),
};

const commandLine: CommandLine<Record<never, never>, ShellName> = {
  name: "completion",
  usage,
  options: {},
  read: ({ positionals: [name, ...more] }) => {
    const shell = shellNames.find((each) => each === name);
    if (!shell) throw new WrongCommandLine(t("specify one of {0}", listed(shellNames)));
    requireNoArguments(more);
    return shell;
  },
};

/** `chainside completion`: a script for a shell. */
export const runCompletion = commandOf(commandLine, async (shell) => {
  print(completionScripts[shell].trimEnd());
  return 0;
});
