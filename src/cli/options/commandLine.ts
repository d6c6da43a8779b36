import { type ParseArgsConfig, parseArgs } from "node:util";
import { argumentTrouble, unknownOption } from "../../text/argumentTrouble";
import { t, useCatalogue } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { reportError } from "../output/showError";
import { refuse, showUsage, type Usage } from "../output/usageText";
import { takeConsent } from "./compilerConsent";

/** What is wrong with a command line, in words for the one who typed it. */
export class WrongCommandLine extends Error {}

/** Options of a line, for `util.parseArgs`. */
export type Options = NonNullable<ParseArgsConfig["options"]>;

/** A command line as it was typed: options by name, and the words beside them. */
export type Given<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known; allowPositionals: true }>>;

/** How the line of a command is read. */
export interface CommandLine<Known extends Options, Order> {
  /** As in `chainside NAME`. */
  readonly name: string;
  readonly usage: Usage;
  /** For `util.parseArgs`; every command has `--help` beside them. */
  readonly options: Known;
  /**
   * What the line asks for.
   * @throws WrongCommandLine; ChainError.
   */
  readonly read: (given: Given<Known>) => Order;
  /** Says what went wrong to a program, where that has a form of its own. Gives the exit code. */
  readonly failed?: (thrown: unknown, form: AnswerForm) => Promise<number>;
}

/** How a program wants an answer, and what went wrong in its place. */
type AnswerForm = "json" | "yaml";

/** Values of `--format` and `--output` that programs read. */
const programForms = ["json", "yaml", "sarif"];

/** `--output` says more than `--json`. */
function answerForm(json: boolean, output: string | undefined): AnswerForm | undefined {
  if (output === undefined) return json ? "json" : undefined;
  return output === "json" || output === "yaml" ? output : undefined;
}

const helpArgument = { help: { type: "boolean", short: "h" } } as const;

/** Says which option was probably meant; undefined where nothing is alike. */
function likelyOption(error: unknown, options: Options): string | undefined {
  const typed = unknownOption(error);
  const meant = typed && closestName(typed.replace(/^--?/, ""), Object.keys(options));
  return meant ? t("unknown option {0}. Did you mean {1}?", typed, `--${meant}`) : undefined;
}

/** @throws WrongCommandLine */
function given<Known extends Options>(options: Known, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, ...helpArgument },
    });
    return { values, positionals } as Given<Known> & {
      readonly values: {
        readonly help?: boolean;
        readonly json?: boolean;
        readonly format?: string;
        readonly output?: string;
      };
    };
  } catch (error) {
    const trouble = likelyOption(error, options) ?? argumentTrouble(error);
    throw trouble === undefined ? error : new WrongCommandLine(trouble);
  }
}

/** @throws WrongCommandLine for a word where a command takes none, or no more */
export function requireNoArguments([unexpected]: readonly string[]): void {
  if (unexpected !== undefined) throw new WrongCommandLine(t("unexpected argument {0}", unexpected));
}

/**
 * Does what a command line asks for, shows the usage, or says what is wrong. Gives the exit code: that of `run`, 2 for a wrong
 * command line, 1 for another error.
 */
export async function runCommandLine<Known extends Options, Order>(
  { name, usage, options, read, failed }: CommandLine<Known, Order>,
  args: readonly string[],
  run: (order: Order) => Promise<number>,
): Promise<number> {
  let form: AnswerForm | undefined;
  try {
    const typed = given(options, args);
    if (typed.values.help) return showUsage(usage);
    const { format = "", output } = typed.values;
    const json = typed.values.json === true;
    form = answerForm(json, output);
    const wrong = takeConsent(typed.values);
    if (wrong !== undefined)
      throw new WrongCommandLine(t("--allow-compiler must be a SHA-256 with 64 hex digits, not {0}", wrong));
    const order = read(typed);
    // What programs read is in English.
    if (json || [format, output ?? ""].some((each) => programForms.includes(each))) useCatalogue("en");
    return await run(order);
  } catch (thrown) {
    if (thrown instanceof WrongCommandLine) return refuse(name, thrown.message, usage);
    return form && failed ? failed(thrown, form) : reportError(name, thrown, form === "json");
  }
}

/** A command of the `chainside` program: takes its arguments, gives the exit code. */
export interface Command {
  (args: readonly string[]): Promise<number>;
  /** The options that its line takes, by the words behind its name; none where it isn't read by {@link runCommandLine}. */
  readonly options?: (words: readonly string[]) => Promise<Options>;
}

/**
 * A command that reads its line, and then does what it asks for.
 * @param shown what becomes of the arguments before they are read
 */
export const commandOf = <Known extends Options, Order>(
  line: CommandLine<Known, Order>,
  run: (order: Order, args: readonly string[]) => Promise<number>,
  shown: (args: readonly string[]) => readonly string[] = (args) => args,
): Command =>
  Object.assign((args: readonly string[]) => runCommandLine(line, shown(args), (order) => run(order, args)), {
    options: async () => line.options,
  });

/** A command whose first word may be that of another command, which is loaded when it is asked for. */
export function withWords(own: Command, others: Readonly<Record<string, () => Promise<Command>>>): Command {
  const other = async ([word = "", ...rest]: readonly string[]) => {
    const load = Object.hasOwn(others, word) ? others[word] : undefined;
    return load && { command: await load(), rest };
  };
  const run: Command = async (args) => {
    const found = await other(args);
    return found ? found.command(found.rest) : own(args);
  };
  return Object.assign(run, {
    options: async (words: readonly string[]) => {
      const found = await other(words);
      return (await (found ? found.command.options?.(found.rest) : own.options?.(words))) ?? {};
    },
  });
}
