import { text } from "../../text/catalogue";
import {
  accountConnectionOf,
  accountConnectionUsage,
  accountNodeArguments,
  type Connection,
  jsonUsage,
  tokenArgument,
  tokenOf,
  urlArgument,
  urlUsage,
} from "../connection/connectionOptions";
import { ownKeyOf } from "../connection/requireSigning";
import { keyUsage } from "../contract/contractOptions";
import type { CommandLine, Given, Options } from "../options/commandLine";
import { requireNoArguments } from "../options/commandLine";
import { accountArguments, type PasswordSource, passwordOf } from "../options/signingOptions";
import type { Usage } from "../output/usageText";

const shellArguments = {
  ...accountNodeArguments,
  ...tokenArgument,
  ...accountArguments,
  "keep-going": { type: "boolean", default: false },
} as const;

type Values = Given<typeof shellArguments>["values"];

/** What a shell begins with. */
export interface ShellOptions extends PasswordSource {
  readonly connection: Connection;
  /** The options of the connection as they were typed, for the commands that the shell runs. */
  readonly typed: readonly (readonly [string, string | true])[];
  readonly keyFile: string | undefined;
  /** A line that fails doesn't end what a pipe gives. */
  readonly keepGoing: boolean;
}

const usage: Usage = {
  synopsis: ["chainside shell [options]", "chainside shell [options] < FILE"],
  summary: [
    text(
      "Opens a console on a chain: operations of chainside, commands of the official console, and SQL, a line each.",
    ),
    text("In a pipe it does one line after the other and ends at the first that fails."),
  ],
  options: [
    ...keyUsage,
    ["--keep-going", text("in a pipe: go on after a line that failed")],
    urlUsage,
    ...accountConnectionUsage.filter((each) => each !== jsonUsage),
  ],
  exitCodes: text("Exit code: 0 done, 1 a line failed, 2 wrong command line."),
};

/** Of a connection's options those that are of one line, or change in a shell, are not passed on. */
const ownOfLine = new Set([
  "group",
  "node",
  "confirm",
  "force",
  "json",
  "key",
  "keep-going",
  "password-env",
  "password-file",
]);

const typedOf = (values: Values): ShellOptions["typed"] =>
  Object.entries(values).flatMap(([name, value]): [string, string | true][] =>
    value === undefined || value === false || ownOfLine.has(name) ? [] : [[name, value]],
  );

/** Whether a command works on the chain of a shell: its line takes the very option that names endpoints. */
const onChain = (options: Options): boolean => Object.values(options).includes(urlArgument.url);

/** Whether a command does something as the account of a shell. */
export const asAccount = (options: Options): boolean => onChain(options) && options["key"] === accountArguments.key;

/**
 * What a shell passes on to a command: the options that the command's line takes, too, by the name that they have there. The key of a
 * certificate, which is `--cert-key` here, is `--key` where a command has no account.
 * @param typed options of a shell, with their values
 */
export function passedOn(typed: ShellOptions["typed"], options: Options): string[] {
  if (!onChain(options)) return [];
  const own: Options = shellArguments;
  return typed.flatMap(([option, value]) => {
    const [name] = Object.entries(options).find(([, each]) => each === own[option]) ?? [];
    if (name === undefined) return [];
    return value === true ? [`--${name}`] : [`--${name}`, value];
  });
}

/** The command line of `chainside shell`. */
export const shellLine: CommandLine<typeof shellArguments, ShellOptions> = {
  name: "shell",
  usage,
  options: shellArguments,
  read: ({ values, positionals }) => {
    requireNoArguments(positionals);
    const connection = { ...accountConnectionOf(values), token: tokenOf(values) };
    const keyFile = ownKeyOf(values.key, connection, "asksAs");
    return { connection, typed: typedOf(values), keyFile, keepGoing: values["keep-going"], ...passwordOf(values) };
  },
};
