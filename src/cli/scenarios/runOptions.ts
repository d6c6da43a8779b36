import { adminName, type ChainVariant } from "../../scenarios/language/scenario";
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

/** A key that the person gives for an account of the scenario: a key file or a development account, and where its password is. */
interface RoleKey extends PasswordSource {
  readonly keyFile: string;
}

/** A command line of `chainside run` that makes sense. */
export interface RunCommandOptions {
  readonly files: readonly string[];
  /** What every embedded chain is made like, whatever the scenario says. */
  readonly asked: ChainVariant;
  /** The chain to run on; undefined: embedded ones. */
  readonly connection: Connection | undefined;
  /** Keys by account; without a name in front, that of `admin`. */
  readonly roles: ReadonlyMap<string, RoleKey>;
  readonly variables: ReadonlyMap<string, string>;
  /** Names of what grave and irreversible steps are done to: agreed to before. */
  readonly confirm: readonly string[];
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
    [
      "--key NAME=FILE",
      text("key file of another account of the scenario, which opens none by itself; repeat for several"),
    ],
    ["--password-env NAME=VARIABLE", text("environment variable with the password of that account's key file")],
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
  "password-env": severalTexts,
  ...embeddedChainArguments,
  ...consentArguments,
  url: { type: "string" },
  key: severalTexts,
  confirm: severalTexts,
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

/** `NAME=…` is of that account, anything else of `admin`. @throws WrongCommandLine for what is given twice */
function byRole(option: string, given: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const each of given) {
    const [, name = adminName, value = each] = /^([\p{L}_][\p{L}\p{N}_-]*)=(.+)$/su.exec(each) ?? [];
    if (found.has(name)) throw new WrongCommandLine(t("--{0} is given twice for {1}", option, name));
    found.set(name, value);
  }
  return found;
}

/** @throws WrongCommandLine */
function rolesOf(values: Values): Map<string, RoleKey> {
  const [files, variables] = [byRole("key", values.key), byRole("password-env", values["password-env"])];
  const common = variables.get(adminName);
  return new Map(
    [...files].map(([name, keyFile]) => {
      const variable = variables.get(name) ?? common;
      const given = { "password-file": values["password-file"], ...(variable ? { "password-env": variable } : {}) };
      return [name, { keyFile, ...passwordOf(given) }];
    }),
  );
}

function connectionOf(values: Values, roles: ReadonlyMap<string, RoleKey>): Connection | undefined {
  if (!namesChain(values)) {
    // the admin of an embedded chain is its first account
    requireNoChainOptions({ ...values, key: roles.get(adminName)?.keyFile });
    return undefined;
  }
  const connection = accountConnectionOf({ ...values, confirm: undefined });
  for (const { keyFile } of roles.values()) requireOwnKey(keyFile, connection);
  return connection;
}

function read({ values, positionals: files }: Given<typeof runArguments>): RunCommandOptions {
  const { suite, set, check, junit, json, confirm } = values;
  if (files.length === 0) throw new WrongCommandLine(t("specify at least one scenario"));
  const roles = rolesOf(values);
  const connection = connectionOf(values, roles);
  const asked = { ...(suite === undefined ? {} : { suite: suiteOf(suite) }), ...embeddedChainOf(values) };
  if (connection && Object.keys(asked).length > 0) {
    throw new WrongCommandLine(
      t("--suite, --auth, --executor, --node-version, and --compatibility apply to embedded chains only"),
    );
  }
  return { files, asked, connection, roles, variables: variablesOf(set), confirm, check, junit, json };
}

/** The command line of `chainside run`. */
export const runLine: CommandLine<typeof runArguments, RunCommandOptions> = {
  name: "run",
  usage,
  options: runArguments,
  read,
};
