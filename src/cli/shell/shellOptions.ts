import { text } from "../../text/catalogue";
import {
  accountConnectionOf,
  accountConnectionUsage,
  accountNodeArguments,
  type Connection,
  jsonUsage,
  tokenArgument,
  tokenOf,
  urlUsage,
} from "../connection/connectionOptions";
import { ownKeyOf } from "../connection/requireSigning";
import { keyUsage } from "../contract/contractOptions";
import type { CommandLine, Given } from "../options/commandLine";
import { requireNoArguments } from "../options/commandLine";
import { type PasswordSource, passwordArguments, passwordOf } from "../options/signingOptions";
import type { Usage } from "../output/usageText";

const shellArguments = {
  ...accountNodeArguments,
  ...tokenArgument,
  ...passwordArguments,
  key: { type: "string" },
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

/** Options of a connection that commands take. */
const passedOn = [
  "url",
  "connection",
  "workspace",
  "yes",
  "sdk",
  "ca",
  "cert",
  "cert-key",
  "en-cert",
  "en-key",
  "timeout",
  "token",
] as const;

const typedOf = (values: Values): ShellOptions["typed"] =>
  passedOn.flatMap((name): [string, string | true][] => {
    const value = values[name];
    return value === undefined || value === false ? [] : [[name, value]];
  });

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
