import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { chosenLanguage } from "../../text/catalogue";
import { useLocale } from "../../text/catalogueFile";
import { mentionsSecret } from "../../text/redacted";
import { userFile } from "../connection/profiles";
import { type Command, commandOf } from "../options/commandLine";
import { writeOwnFile } from "../output/outputFile";
import { complain } from "../output/print";
import { keepDeployments } from "../shell/deployments";
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

const maxLines = 1000;
/** Beside the user's connections. */
const file = (): string => join(dirname(userFile()), "history");

/** What may hold a secret is never kept: what is called one, addresses of webhooks, and what looks like a private key. */
const secret = /webhook|^\s*(?:new|load)Account\s+\S+\s+\S|(?:^|[^0-9a-zA-Zx])[0-9a-fA-F]{64}(?![0-9a-fA-F])/i;

/**
 * Whether an option, a setting or a field in a line is called a secret: `--token x`, `password=x`, `{"secret": …}`. A plain word or
 * path isn't: `call Token …`, `deploy contracts/Token.sol`.
 */
const givesSecret = (line: string): boolean =>
  line.split(/\s+/).some((word) => mentionsSecret(word) && !/^[\w.][\w./@-]*$/.test(word));

/** Whether an address in a line may have a name and a password in it. */
function hasCredentials(line: string): boolean {
  const at = line.indexOf("://");
  return at >= 0 && line.includes("@", at);
}

/** The lines to keep, the newest first, as a terminal has them. */
export const keptLines = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !secret.test(line) && !givesSecret(line) && !hasCredentials(line) && line.trim() !== "")
    .slice(0, maxLines);

/** The newest first; none where there is no such file. */
async function readHistory(): Promise<string[]> {
  const text = await readGivenText(file(), maxBytes.configuration).catch(() => "");
  return keptLines(text.split("\n").reverse());
}

/** Readable by its owner alone. What can't be written isn't kept. */
async function writeHistory(lines: readonly string[]): Promise<void> {
  try {
    await writeOwnFile(file(), `${[...keptLines(lines)].reverse().join("\n")}\n`);
  } catch {
    // a home that can't be written to keeps no history
  }
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
