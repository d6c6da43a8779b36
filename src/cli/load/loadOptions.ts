import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import {
  accountConnectionOf,
  accountNodeArguments,
  accountNodeUsage,
  type Connection,
} from "../connection/connectionOptions";
import { requireOwnKey } from "../connection/requireSigning";
import { type CommandLine, type Given, WrongCommandLine } from "../options/commandLine";
import { compilerArguments, compilerUsage } from "../options/compilerOptions";
import { foreignHosts } from "../options/foreignHosts";
import { integerOf, severalTexts } from "../options/optionValues";
import { type PasswordSource, passwordArguments, passwordOf, passwordUsage } from "../options/signingOptions";
import type { Usage } from "../output/usageText";
import { readTemplates } from "./argumentTemplate";
import { type OwnContract, type WorkloadName, workloadNames } from "./workloads";

/** What a number can be, and its default. */
const limits = {
  count: { default: 1000, max: 1_000_000 },
  time: { default: 60, max: 3600 },
  rate: { default: 0, max: 10_000 },
  senders: { default: 4, max: 100 },
  connections: { default: 16, max: 256 },
} as const;

/** A command line of `chainside load` that makes sense. */
export interface LoadOptions extends PasswordSource {
  readonly connection: Connection;
  readonly workload: WorkloadName;
  readonly own: OwnContract | undefined;
  readonly count: number;
  readonly seconds: number;
  /** Undefined: as fast as the chain takes them. */
  readonly rate: number | undefined;
  readonly connections: number;
  /** Accounts made for the run; 0 when key files sign. */
  readonly freshAccounts: number;
  readonly keyFiles: readonly string[];
  /** Hosts other than this machine, and those that were named. */
  readonly foreignHosts: readonly string[];
  readonly namedHosts: readonly string[];
  readonly jsonFile: string | undefined;
  readonly htmlFile: string | undefined;
  readonly json: boolean;
}

const usage: Usage = {
  synopsis: [
    "chainside load transfer|hello|table [options]",
    "chainside load --contract ADDRESS|FILE.sol:NAME --function 'set(string)' --args '[\"{i}\"]' [options]",
  ],
  summary: text(
    "Sends signed transactions to a chain, at a rate or as fast as the chain takes them, and measures throughput and latency. transfer: transfers in the node's test contract DagTransfer, or in a contract that it deploys where the chain has no table for that one. hello: set of a HelloWorld contract. table: inserts rows into a new table. The contracts and tables that a run creates stay on the chain.",
  ),
  options: [
    ["--rate N", text("transactions per second, at most 10000 (default: as fast as the chain takes them)")],
    ["--count N", text("transactions in total, at most 1000000 (default: 1000)")],
    ["--time SECONDS", text("maximum sending time in seconds, at most 3600 (default: 60)")],
    ["--senders N", text("new accounts that sign, at most 100 (default: 4)")],
    ["--key FILE", text("key file of an account that signs instead of new accounts; repeat for several")],
    ...passwordUsage,
    ["--connections N", text("connections, each with one transaction at a time, at most 256 (default: 16)")],
    ["--contract TARGET", text("your own contract: an address, a BFS path, or a Solidity file to deploy first")],
    ["--function NAME", text("its function, as a name or a signature")],
    [
      "--args JSON",
      text("its arguments as a JSON list; filled in: {0} (default: [])", "{i}, {sender}, {run}, {random}"),
    ],
    ["--abi FILE", text("ABI of the contract (default: the one the chain keeps)")],
    ...compilerUsage,
    ["--report FILE", text("write the report as JSON")],
    ["--html FILE", text("write the report as an HTML page")],
    [
      "--yes-i-may-load HOST",
      text("required for a host other than this machine, which you're otherwise asked to type; repeat for several"),
    ],
    ...accountNodeUsage,
  ],
  exitCodes: text(
    "Exit code: 0 all transactions succeeded, 1 one failed or the run couldn't start, 2 wrong command line or the host wasn't confirmed, 130 interrupted.",
  ),
};

const loadArguments = {
  ...accountNodeArguments,
  ...passwordArguments,
  key: severalTexts,
  rate: { type: "string" },
  count: { type: "string" },
  time: { type: "string" },
  senders: { type: "string" },
  connections: { type: "string" },
  contract: { type: "string" },
  function: { type: "string" },
  args: { type: "string" },
  abi: { type: "string" },
  ...compilerArguments,
  report: { type: "string" },
  html: { type: "string" },
  "yes-i-may-load": severalTexts,
} as const;

type Typed = Given<typeof loadArguments>;

const number = ({ values }: Typed, name: keyof typeof limits): number =>
  integerOf(name, values[name], limits[name]) ?? limits[name].default;

function workloadOf({ values, positionals }: Typed): Pick<LoadOptions, "workload" | "own"> {
  const { contract, function: functionName, args, abi, solc } = values;
  const [word] = positionals;
  if (positionals.length > 1) throw new WrongCommandLine(t("specify one workload: {0}", listed(workloadNames)));
  if (contract !== undefined) {
    if (word !== undefined && word !== "contract") throw new WrongCommandLine(t("--contract replaces the workload"));
    if (functionName === undefined) throw new WrongCommandLine(t("specify the function with --function"));
    const own = { target: contract, functionName, args: readTemplates(args ?? "[]"), abi, solc };
    return { workload: "contract", own };
  }
  if (functionName !== undefined || args !== undefined || abi !== undefined || solc !== undefined)
    throw new WrongCommandLine(t("--function, --args, --abi, and --solc require --contract"));
  const workload = workloadNames.find((name) => name === word && name !== "contract");
  if (workload === undefined)
    throw new WrongCommandLine(t("specify a workload: transfer, hello, or table; or --contract"));
  return { workload, own: undefined };
}

function read(typed: Typed): LoadOptions {
  const { values } = typed;
  const { key: keyFiles, senders } = values;
  const connection = accountConnectionOf(values);
  integerOf("senders", keyFiles.length === 0 ? undefined : String(keyFiles.length), limits.senders);
  if (keyFiles.length > 0 && senders !== undefined)
    throw new WrongCommandLine(t("--senders creates accounts, and --key replaces them"));
  for (const keyFile of keyFiles) requireOwnKey(keyFile, connection);
  return {
    ...workloadOf(typed),
    connection,
    count: number(typed, "count"),
    seconds: number(typed, "time"),
    rate: values.rate === undefined ? undefined : number(typed, "rate"),
    connections: number(typed, "connections"),
    freshAccounts: keyFiles.length > 0 ? 0 : number(typed, "senders"),
    keyFiles,
    ...passwordOf(values),
    foreignHosts: foreignHosts(connection.urls),
    namedHosts: values["yes-i-may-load"],
    jsonFile: values.report,
    htmlFile: values.html,
    json: values.json,
  };
}

/** The command line of `chainside load`. */
export const loadLine: CommandLine<typeof loadArguments, LoadOptions> = {
  name: "load",
  usage,
  options: loadArguments,
  read,
};
