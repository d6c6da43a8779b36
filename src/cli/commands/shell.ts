import { createInterface } from "node:readline";
import { chosenLanguage } from "../../text/catalogue";
import { useLocale } from "../../text/catalogueFile";
import { type Command, commandOf } from "../options/commandLine";
import { complain } from "../output/print";
import { keepDeployments } from "../shell/deployments";
import { readHistory, writeHistory } from "../shell/history";
import { type LineOutcome, Shell, type ShellProgram } from "../shell/shell";
import { shellArguments } from "../shell/shellArguments";
import { type ShellOptions, shellLine } from "../shell/shellOptions";

interface Program extends ShellProgram {
  /** What words may go on with. */
  readonly complete: (words: readonly string[]) => Promise<string[]>;
}

/** A line of a program may choose English for its JSON: the next one is said in the terminal's language again. */
function speaking(): () => void {
  const language = chosenLanguage();
  return () => {
    if (chosenLanguage() !== language) useLocale(language === "zh" ? "zh-cn" : "en");
  };
}

async function fromPipe(shell: Shell, keepGoing: boolean): Promise<number> {
  const speakAgain = speaking();
  let code = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const outcome = await shell.line(line);
    speakAgain();
    if (outcome === "quit") break;
    if (outcome === 0) continue;
    code = outcome;
    if (!keepGoing) break;
  }
  return code;
}

/** One line of the terminal; undefined at its end. Questions of what a line does have the terminal for themselves. */
function ask(shell: Shell, { complete }: Program, prompt: string, history: string[]): Promise<string | undefined> {
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
    history,
    historySize: 1000,
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: null, found: [string[], string]) => void) => {
      void completed(shell, complete, line).then(
        (found) => done(null, found),
        () => done(null, [[], line]),
      );
    },
  });
  return new Promise((resolve) => {
    terminal.on("history", (lines: string[]) => {
      history.splice(0, history.length, ...lines);
    });
    terminal.on("SIGINT", () => {
      complain("^C");
      resolve("");
      terminal.close();
    });
    terminal.on("close", () => resolve(undefined));
    terminal.question(prompt, (line) => {
      resolve(line);
      terminal.close();
    });
  });
}

async function completed(shell: Shell, complete: Program["complete"], line: string): Promise<[string[], string]> {
  const words = shellArguments(line);
  if (line === "" || /\s$/.test(line)) words.push("");
  const last = words.at(-1) ?? "";
  const more = words.length === 1 ? await shell.names() : await complete(words);
  return [more.filter((name) => name.startsWith(last)).map((name) => `${name} `), last];
}

async function fromTerminal(shell: Shell, program: Program): Promise<number> {
  const speakAgain = speaking();
  const history = await readHistory();
  for (;;) {
    const line = await ask(shell, program, await shell.prompt(), history);
    if (line === undefined) break;
    const outcome: LineOutcome = await shell.line(line);
    speakAgain();
    if (outcome === "quit") break;
  }
  await writeHistory(history);
  return 0;
}

async function open(options: ShellOptions, program: Program): Promise<number> {
  keepDeployments();
  const shell = new Shell(options, program);
  try {
    return process.stdin.isTTY ? await fromTerminal(shell, program) : await fromPipe(shell, options.keepGoing);
  } finally {
    await shell.close();
  }
}

/** `chainside shell`: a console on a chain, interactive or fed by a pipe. */
export const shellOf = (program: Program): Command => commandOf(shellLine, (options) => open(options, program));
