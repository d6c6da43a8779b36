import type { Flavour } from "../../scenarios/language/scenario";
import { t, text } from "../../text/catalogue";
import {
  accountConnectionArguments,
  accountConnectionOf,
  accountConnectionUsage,
  type Connection,
  namedHereUsage,
  namesChain,
  requireNoChainOptions,
} from "../connection/connectionOptions";
import { requireOwnKey } from "../connection/requireSigning";
import { type CommandLine, type Given, WrongCommandLine } from "../options/commandLine";
import { consentArguments, consentUsage } from "../options/compilerConsent";
import { embeddedChainArguments, embeddedChainOf, embeddedChainUsage } from "../options/embeddedChainOptions";
import { severalTexts, suiteOf } from "../options/optionValues";
import { type PasswordSource, passwordArguments, passwordOf, passwordUsage } from "../options/signingOptions";
import type { Usage } from "../output/usageText";

/** A command line of `chainside run` that makes sense. */
export interface RunCommandOptions extends PasswordSource {
  readonly files: readonly string[];
  /** What every embedded chain is made like, whatever the scenario says. */
  readonly asked: Flavour;
  /** The chain to run on; undefined: embedded ones. */
  readonly connection: Connection | undefined;
  /** File of the key of `admin`. */
  readonly keyFile: string | undefined;
  readonly variables: ReadonlyMap<string, string>;
  readonly check: boolean;
  readonly junit: string | undefined;
  readonly json: boolean;
}

const usage: Usage = {
  synopsis: "chainside run SCENARIO… [options]",
  summary: text(
    "Runs scenarios (*.chain.yaml): each on a new embedded chain, on one of each kind in its matrix, or on the chain of --url.",
  ),
  options: [
    ["--url URL[,URL…]", text("run on this chain instead of embedded ones")],
    ["--key FILE", text('key file of the account "admin" of that chain; dev0 for an embedded chain on this machine')],
    ...passwordUsage,
    ["--suite standard|sm", text("only embedded chains with this crypto suite")],
    ...embeddedChainUsage,
    ["--set NAME=VALUE", text("value of a scenario variable; repeat for several")],
    ["--check", text("only check the scenarios and report errors")],
    ["--junit FILE", text("write a JUnit report")],
    ...consentUsage,
    ...namedHereUsage(accountConnectionUsage),
  ],
  exitCodes: text(
    "Exit code: 0 every step passed, 1 a scenario is wrong, a step failed or nothing was run, 2 wrong command line.",
  ),
};

const runArguments = {
  ...accountConnectionArguments,
  ...passwordArguments,
  ...embeddedChainArguments,
  ...consentArguments,
  url: { type: "string" },
  key: { type: "string" },
  suite: { type: "string" },
  set: severalTexts,
  check: { type: "boolean", default: false },
  junit: { type: "string" },
} as const;

type Values = Given<typeof runArguments>["values"];

function variablesOf(set: readonly string[]): Map<string, string> {
  const variables = new Map<string, string>();
  for (const each of set) {
    const equals = each.indexOf("=");
    if (equals < 1) throw new WrongCommandLine(t("--set must be NAME=VALUE, not {0}", each));
    variables.set(each.slice(0, equals), each.slice(equals + 1));
  }
  return variables;
}

function connectionOf(values: Values): Connection | undefined {
  const { key } = values;
  if (!namesChain(values)) {
    requireNoChainOptions(values);
    return undefined;
  }
  const connection = accountConnectionOf(values);
  if (key !== undefined) requireOwnKey(key, connection);
  return connection;
}

function read({ values, positionals: files }: Given<typeof runArguments>): RunCommandOptions {
  const { suite, key: keyFile, set, check, junit, json } = values;
  if (files.length === 0) throw new WrongCommandLine(t("specify at least one scenario"));
  const connection = connectionOf(values);
  const asked = { ...(suite === undefined ? {} : { suite: suiteOf(suite) }), ...embeddedChainOf(values) };
  if (connection && Object.keys(asked).length > 0) {
    throw new WrongCommandLine(
      t("--suite, --auth, --executor, --node-version, and --compatibility apply to embedded chains only"),
    );
  }
  return { files, asked, connection, keyFile, ...passwordOf(values), variables: variablesOf(set), check, junit, json };
}

/** The command line of `chainside run`. */
export const runLine: CommandLine<typeof runArguments, RunCommandOptions> = {
  name: "run",
  usage,
  options: runArguments,
  read,
};
