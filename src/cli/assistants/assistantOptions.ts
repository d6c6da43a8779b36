import { resolve } from "node:path";
import { type AssistantProgram, assistantPrograms } from "../../assistants/setup/assistantPrograms";
import type { Permit } from "../../assistants/signing/permit";
import type { Access } from "../../chain/profile/connectionSetting";
import { t, text } from "../../text/catalogue";
import {
  accountConnectionArguments,
  accountConnectionOf,
  accountConnectionUsage,
  type Connection,
  tokenArgument,
  tokenOf,
  tokenUsage,
  urlArgument,
  urlUsage,
} from "../connection/connectionOptions";
import { requireOwnKey } from "../connection/requireSigning";
import { keyUsage } from "../contract/contractOptions";
import { type IndexLocation, placeOf } from "../history/indexFile";
import type { Given } from "../options/commandLine";
import { requireNoArguments, WrongCommandLine } from "../options/commandLine";
import { integerOf, oneOf } from "../options/optionValues";
import { accountArguments, devAccountNumber, type PasswordSource, passwordOf } from "../options/signingOptions";
import type { Usage } from "../output/usageText";

const { json: _json, yes: _yes, workspace: _workspace, ...connecting } = accountConnectionArguments;

/** For `util.parseArgs`. */
export const assistantArguments = {
  ...connecting,
  ...urlArgument,
  ...tokenArgument,
  ...accountArguments,
  access: { type: "string" },
  budget: { type: "string" },
  name: { type: "string" },
  workspace: { type: "string" },
  log: { type: "string" },
  db: { type: "string" },
  "db-password-file": { type: "string" },
  logs: { type: "string" },
  "no-tools": { type: "boolean", default: false },
  "set-up": { type: "string", multiple: true },
} as const;

export const assistantUsage: Usage["options"] = [
  urlUsage,
  ...keyUsage,
  [
    "--access readOnly|confirm|full",
    text(
      "sign nothing, ask you each time, or ask only for what can't be undone (default: confirm with --key, otherwise readOnly)",
    ),
  ],
  ["--budget NUMBER", text("most transactions that are signed (default: 200)")],
  ["--name NAME", text("what the connection is called in questions and addresses (default: chain)")],
  ["--workspace FOLDER", text("the only folder whose contracts and config.ini files may be read (default: none)")],
  [
    "--log FILE",
    text("where what was asked, shown, and signed is written (default: assistants.log in your state folder)"),
  ],
  [
    "--db DATABASE",
    text("an index of the chain that may be asked: a file, postgres://…, mysql://…, or env:NAME (default: none)"),
  ],
  ["--db-password-file FILE", text("file with the database's password (default: CHAINSIDE_DATABASE_PASSWORD)")],
  ["--logs FOLDER", text("a chain's, a node's, or a log folder whose logs may be analyzed (default: none)")],
  tokenUsage,
  ["--no-tools", text("offer resources and prompts only")],
  [
    "--set-up PROGRAMS",
    text(
      "start nothing: write these options and skills into the project's files of assistants (claude, vscode, cursor, trae, kiro, codex)",
    ),
  ],
  ...accountConnectionUsage.filter(([option]) => !/^--(?:json|yes|workspace)\b|^-y/.test(option)),
];

/** What a person allows when they start the tools. */
export interface AssistantOrder extends PasswordSource {
  readonly connection: Connection;
  readonly name: string;
  readonly keyFile: string | undefined;
  readonly permit: Permit;
  readonly workspace: string | undefined;
  readonly log: string | undefined;
  readonly index: IndexLocation | undefined;
  readonly databasePasswordFile: string | undefined;
  /** The folder of logs. */
  readonly logs: string | undefined;
  readonly tools: boolean;
  /** The programs into whose files the server is written; it isn't started then. */
  readonly setUp: readonly AssistantProgram[];
}

const usualBudget = 200;
const maxBudget = 1_000_000;
const accesses = ["readOnly", "confirm", "full"] as const satisfies readonly Access[];

const min = (one: Access, other: Access): Access =>
  accesses[Math.min(accesses.indexOf(one), accesses.indexOf(other))] ?? "readOnly";

/**
 * Whether to ask is decided by what the person typed alone: with a development account, whose key is public and which signs only on this
 * machine, only where that says so. A connection by name gives no more than its access, and `full` only where it is typed, too.
 */
function permitOf(
  keyFile: string | undefined,
  typed: Access | undefined,
  connection: Connection,
  budget: number,
): Permit {
  const max = connection.access ?? "full";
  if (keyFile === undefined) return { access: min(typed ?? "readOnly", max), free: false, budget };
  const free = typed === undefined && max === "full" && devAccountNumber(keyFile) !== undefined;
  return { access: min(typed ?? (free ? "full" : "confirm"), max), free, budget };
}

const isName = (name: string): boolean => /^[\w.-]{1,40}$/.test(name) && name !== "docs" && name !== "workspace";

/** @throws WrongCommandLine for a name of none */
const programsOf = (given: readonly string[]): readonly AssistantProgram[] =>
  given
    .flatMap((list) => list.split(","))
    .map((id) =>
      oneOf(
        "set-up",
        id.trim(),
        assistantPrograms.map((program) => program.id),
      ),
    )
    .flatMap((id) => assistantPrograms.filter((program) => program.id === id));

/** @throws WrongCommandLine; ChainError usage `badUrl`, of a connection that can't be read */
export function readAssistantOrder({ values, positionals }: Given<typeof assistantArguments>): AssistantOrder {
  requireNoArguments(positionals);
  const { key: keyFile, workspace, log, name } = values;
  // The folder that may be read names no connection: a repository chooses none.
  const connection = { ...accountConnectionOf({ ...values, workspace: false }), token: tokenOf(values) };
  if (name !== undefined && !isName(name)) {
    throw new WrongCommandLine(
      t("--name must be up to 40 letters, digits, dots, and hyphens, but not docs or workspace"),
    );
  }
  const typed = values.access === undefined ? undefined : oneOf("access", values.access, accesses);
  const budget = integerOf("budget", values.budget, { min: 0, max: maxBudget }) ?? usualBudget;
  const permit = permitOf(keyFile, typed, connection, budget);
  if (keyFile !== undefined && permit.access !== "readOnly") requireOwnKey(keyFile, connection);
  return {
    connection,
    name: name ?? (connection.name !== undefined && isName(connection.name) ? connection.name : "chain"),
    keyFile,
    permit,
    workspace: workspace === undefined ? undefined : resolve(workspace),
    log: log === undefined ? undefined : resolve(log),
    index: values.db === undefined ? undefined : placeOf(values.db),
    databasePasswordFile: values["db-password-file"],
    logs: values.logs === undefined ? undefined : resolve(values.logs),
    tools: !values["no-tools"],
    setUp: programsOf(values["set-up"] ?? []),
    ...passwordOf(values),
  };
}
