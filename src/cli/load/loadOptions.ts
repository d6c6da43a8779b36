import { parseArgs } from "node:util";
import { explainError, toChainError } from "../../chain/errors/dictionary";
import { argumentTrouble } from "../../text/argumentTrouble";
import { t, text } from "../../text/catalogue";
import {
  accountConnectionUsage,
  type ConnectionTexts,
  connectionArguments,
  timeoutOf,
  urlUsage,
} from "../connection/connectionOptions";
import { devAccountNumber } from "../contract/contractOptions";
import type { Usage } from "../usageText";
import { readTemplates } from "./argumentTemplate";
import { foreignHosts } from "./permission";
import { type OwnContract, type WorkloadName, workloadNames } from "./workloads";

/** What a number can be, and what it is when nobody says. */
const limits = {
  count: { default: 1000, most: 1_000_000 },
  time: { default: 60, most: 3600 },
  rate: { default: 0, most: 10_000 },
  senders: { default: 4, most: 100 },
  connections: { default: 16, most: 256 },
} as const;

/** A command line of `chainside load` that makes sense. */
export interface LoadOptions {
  readonly connection: ConnectionTexts & { readonly urls: readonly string[]; readonly timeoutMs: number };
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
  readonly passwordFile: string | undefined;
  readonly passwordVariable: string;
  /** Hosts other than this machine, and those that were named. */
  readonly foreignHosts: readonly string[];
  readonly namedHosts: readonly string[];
  readonly jsonFile: string | undefined;
  readonly htmlFile: string | undefined;
  readonly json: boolean;
}

export const loadUsage: Usage = {
  synopsis: [
    "chainside load transfer|hello|table [options]",
    "chainside load --contract ADDRESS|FILE.sol:NAME --function 'set(string)' --args '[\"{i}\"]' [options]",
  ],
  summary: text(
    "Sends signed transactions to a chain, at a rate or as fast as the chain takes them, and measures throughput and latency. transfer: transfers in the node's test contract DagTransfer. hello: set of a HelloWorld contract. table: inserts rows into a new table. The contracts and tables that a run creates stay on the chain.",
  ),
  options: [
    ["--rate N", text("transactions per second, at most 10000 (default: as fast as the chain takes them)")],
    ["--count N", text("transactions in total, at most 1000000 (default: 1000)")],
    ["--time SECONDS", text("maximum sending time in seconds, at most 3600 (default: 60)")],
    ["--senders N", text("new accounts that sign, at most 100 (default: 4)")],
    ["--key FILE", text("key file of an account that signs instead of new accounts; repeat for several")],
    ["--password-env NAME", text("environment variable with the key file's password (default: CHAINSIDE_PASSWORD)")],
    ["--password-file FILE", text("file with the password; without either, you're asked for it at the terminal")],
    ["--connections N", text("connections, each with one transaction at a time, at most 256 (default: 16)")],
    ["--contract TARGET", text("your own contract: an address, a BFS path, or a Solidity file to deploy first")],
    ["--function NAME", text("its function, as a name or a signature")],
    [
      "--args JSON",
      text("its arguments as a JSON list; filled in: {0} (default: [])", "{i}, {sender}, {run}, {random}"),
    ],
    ["--abi FILE", text("ABI of the contract (default: the one the chain keeps)")],
    ["--solc VERSION|PATH", text("compiler (default: by the pragmas)")],
    ["--report FILE", text("write the report as JSON")],
    ["--html FILE", text("write the report as an HTML page")],
    [
      "--yes-i-may-load HOST",
      text("required for a host other than this machine, which you're otherwise asked to type; repeat for several"),
    ],
    urlUsage,
    ...accountConnectionUsage,
  ],
  exitCodes: text(
    "Exit code: 0 all transactions succeeded, 1 one failed or the run couldn't start, 2 wrong command line or the host wasn't confirmed, 130 interrupted.",
  ),
};

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...connectionArguments,
      "cert-key": { type: "string" },
      key: { type: "string", multiple: true, default: [] },
      url: { type: "string", default: "http://127.0.0.1:20200" },
      rate: { type: "string" },
      count: { type: "string" },
      time: { type: "string" },
      senders: { type: "string" },
      connections: { type: "string" },
      contract: { type: "string" },
      function: { type: "string" },
      args: { type: "string" },
      abi: { type: "string" },
      solc: { type: "string" },
      report: { type: "string" },
      html: { type: "string" },
      "yes-i-may-load": { type: "string", multiple: true, default: [] },
      "password-env": { type: "string" },
      "password-file": { type: "string" },
    },
  });
}

type Arguments = ReturnType<typeof readArguments>;

class Wrong extends Error {}

function number({ values }: Arguments, name: keyof typeof limits): number {
  const given = values[name];
  const { default: usual, most } = limits[name];
  if (given === undefined) return usual;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (value < 1 || value > most) throw new Wrong(t("--{0} must be an integer from 1 to {1}", name, most));
  return value;
}

function workloadOf({ values, positionals }: Arguments): Pick<LoadOptions, "workload" | "own"> {
  const { contract, function: functionName, args, abi, solc } = values;
  const [word] = positionals;
  if (positionals.length > 1) throw new Wrong(t("specify one workload: {0}", workloadNames.join(", ")));
  if (contract !== undefined) {
    if (word !== undefined && word !== "contract") throw new Wrong(t("--contract replaces the workload"));
    if (functionName === undefined) throw new Wrong(t("specify the function with --function"));
    const own = { target: contract, functionName, args: readTemplates(args ?? "[]"), abi, solc };
    return { workload: "contract", own };
  }
  if (functionName !== undefined || args !== undefined || abi !== undefined || solc !== undefined)
    throw new Wrong(t("--function, --args, --abi, and --solc require --contract"));
  const workload = workloadNames.find((name) => name === word && name !== "contract");
  if (workload === undefined) throw new Wrong(t("specify a workload: transfer, hello, or table; or --contract"));
  return { workload, own: undefined };
}

function options(parsed: Arguments): LoadOptions {
  const { values } = parsed;
  const timeoutMs = timeoutOf(values.timeout);
  if (timeoutMs === undefined) throw new Wrong(t("--timeout must be a number of milliseconds"));
  if (values.key.length > limits.senders.most)
    throw new Wrong(t("--{0} must be an integer from 1 to {1}", "senders", limits.senders.most));
  if (values.key.length > 0 && values.senders !== undefined)
    throw new Wrong(t("--senders creates accounts, and --key replaces them"));
  const urls = values.url.split(",").map((url) => url.trim());
  const foreign = foreignHosts(urls);
  const development = values.key.find((key) => devAccountNumber(key) !== undefined);
  if (development !== undefined && foreign.length > 0)
    throw new Wrong(t("{0} is a development account with a public key; it signs only on this machine", development));
  const { group, node, sdk, ca, cert } = values;
  const tls = { sdk, ca, cert, key: values["cert-key"], "en-cert": values["en-cert"], "en-key": values["en-key"] };
  return {
    ...workloadOf(parsed),
    connection: { urls, group, node, ...tls, timeoutMs },
    count: number(parsed, "count"),
    seconds: number(parsed, "time"),
    rate: values.rate === undefined ? undefined : number(parsed, "rate"),
    connections: number(parsed, "connections"),
    freshAccounts: values.key.length > 0 ? 0 : number(parsed, "senders"),
    keyFiles: values.key,
    passwordFile: values["password-file"],
    passwordVariable: values["password-env"] ?? "CHAINSIDE_PASSWORD",
    foreignHosts: foreign,
    namedHosts: values["yes-i-may-load"],
    jsonFile: values.report,
    htmlFile: values.html,
    json: values.json,
  };
}

/** Reads the command line of `chainside load`, or tells what is wrong with it. */
export async function parseLoadOptions(
  args: readonly string[],
): Promise<LoadOptions | { readonly help: true } | { readonly problem: string }> {
  try {
    const parsed = readArguments(args);
    return parsed.values.help ? { help: true } : options(parsed);
  } catch (error) {
    const own = error instanceof Wrong ? error.message : argumentTrouble(error);
    if (own !== undefined) return { problem: own };
    const { meaning, advice } = await explainError(toChainError(error));
    return { problem: [meaning, advice].join(" ").trim() };
  }
}
