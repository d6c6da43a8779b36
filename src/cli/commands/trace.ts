import * as v from "valibot";
import type { ChainClient } from "../../chain/client/client";
import { isHash } from "../../crypto/bytes/hex";
import { inspected } from "../../debugger/inspect/inspect";
import { callTree, callTreeLines } from "../../debugger/program/callTree";
import { startDebuggee } from "../../debugger/program/startDebuggee";
import { anyObject } from "../../operations/kit/plain";
import { t, text } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { clientOf, withTransport } from "../connection/connect";
import {
  type Connection,
  connectionOf,
  connectionUsage,
  nodeArguments,
  timeoutUsage,
  tokenArgument,
  tokenOf,
  tokenUsage,
  urlUsage,
} from "../connection/connectionOptions";
import { operationNamed } from "../operations/envelope";
import { type ReportedCommand, type Telling, tellResult } from "../operations/tellResult";
import { type CommandLine, commandOf, type Given, WrongCommandLine } from "../options/commandLine";
import { consentArguments, consentUsage } from "../options/compilerConsent";
import { blocksArgument, blocksOf, blocksUsage } from "../options/reexecution";
import { gasLines, stateLines } from "../output/inspectionLines";
import { complain, print } from "../output/print";
import { terminalForkConsent } from "../output/terminalForkConsent";
import type { Usage } from "../output/usageText";
import { withCompilers } from "../solidity/withCompilers";

const usage: Usage = {
  synopsis: "chainside trace HASH [options]",
  summary: text(
    "Runs a transaction again and prints what it did: messages with decoded arguments and results, storage writes, events, and gas. Contracts that compile from the folder's sources are named, built-in contracts always.",
  ),
  options: [
    urlUsage,
    tokenUsage,
    ["--folder FOLDER", text("project with the contracts (default: this folder)")],
    ["--state", text("print what it changed instead: variables by name, other slots, rows of tables")],
    ["--gas", text("print the gas of each source line instead")],
    ["--fork", text("re-execute the blocks before it, even if the chain can replay the transaction itself")],
    blocksUsage,
    ["--web3 URL", text("Ethereum port of the same node; with more blocks than that, storage is read there")],
    ...consentUsage,
    ...connectionUsage.filter((each) => each !== timeoutUsage),
    ["--timeout MS", text("time limit of a request (default: 120000)")],
  ],
  notes: [
    text(
      "An embedded chain can replay the transactions of its latest 256 blocks. For any other transaction, the state before it is rebuilt, and the result is compared with the receipt. Nothing is written to the chain.",
    ),
  ],
  exitCodes: text(
    "Exit code: 0 traced, 1 an error, 2 wrong command line, 3 traced, but the result differs from the receipt.",
  ),
};

const traceArguments = {
  ...nodeArguments,
  ...tokenArgument,
  folder: { type: "string", default: "." },
  state: { type: "boolean", default: false },
  gas: { type: "boolean", default: false },
  fork: { type: "boolean", default: false },
  ...blocksArgument,
  web3: { type: "string" },
  ...consentArguments,
} as const;

type Debuggee = Awaited<ReturnType<typeof startDebuggee>>;

interface TraceOrder extends Pick<Given<typeof traceArguments>, "values"> {
  readonly connection: Connection;
  readonly transaction: string;
  readonly blocks: number | undefined;
}

const commandLine: CommandLine<typeof traceArguments, TraceOrder> = {
  name: "trace",
  usage,
  options: traceArguments,
  read: ({ values, positionals }) => {
    const [transaction = ""] = positionals;
    if (positionals.length !== 1 || !isHash(transaction)) throw new WrongCommandLine(t("specify a transaction hash"));
    if (values.state && values.gas) throw new WrongCommandLine(t("specify --state or --gas, not both"));
    const connection = { ...connectionOf(values, 120_000), token: tokenOf(values) };
    return {
      values,
      connection,
      transaction,
      blocks: blocksOf(values),
    };
  },
};

/** The gas of lines is no operation of its own: editors show it beside the sources. */
const gas: ReportedCommand = {
  noun: "tx",
  verb: "gas",
  result: v.looseObject({ lines: v.array(anyObject), notes: v.array(v.string()), certainty: v.string() }),
};

function tracedInput({ state, gas: ofLines }: TraceOrder["values"]): Promise<ReportedCommand> | ReportedCommand {
  return ofLines ? gas : operationNamed("tx", state ? "changes" : "trace");
}

const trace = async (order: TraceOrder): Promise<number> =>
  tellResult(await tracedInput(order.values), order.values.json, () =>
    withTransport(order.connection, (transport) => traceOn(clientOf(order.connection, transport), order)),
  );

/** What was executed again, as it was asked for. */
function tellingOf({ values, transaction }: TraceOrder, started: Debuggee): Telling {
  const { debuggee, notes, verdict, verdictLines } = started;
  const certainty = verdict?.certainty ?? "recorded";
  const code = certainty === "differs" ? 3 : 0;
  if (values.state || values.gas) {
    const result = inspected(started, values.state ? "state" : "gas", transaction);
    const show = (): void => {
      for (const line of "accounts" in result ? stateLines(result) : gasLines(result)) print(line);
      for (const note of result.notes) complain(note);
    };
    return { result: { ...result, certainty }, show, code };
  }
  const result = inspected(started, "trace", transaction);
  const show = (): void => {
    print(t("Status {0}, {1} gas", result.status, result.gasUsed));
    for (const line of verdictLines) print(visibleLine(line));
    const call = callTree(debuggee);
    for (const line of call ? callTreeLines(call) : []) print(line);
    for (const note of notes) complain(note);
  };
  return { result: { ...result, fork: verdict ? { ...verdict, lines: verdictLines } : null }, show, code };
}

async function traceOn(client: ChainClient, order: TraceOrder): Promise<Telling> {
  const { values, connection, transaction, blocks } = order;
  const { folder, fork, web3 } = values;
  const { url, group = "" } = connection;
  const started = await startDebuggee(
    {
      url,
      group,
      folder,
      transaction,
      asDeployed: true,
      ...(fork ? { fork } : {}),
      ...(blocks === undefined ? {} : { blocks }),
      ...(web3 === undefined ? {} : { web3 }),
    },
    terminalForkConsent(client),
  );
  try {
    return tellingOf(order, started);
  } finally {
    await started.close();
  }
}

/** `chainside trace`: the call tree of a transaction. */
export const runTrace = commandOf(commandLine, (order) => withCompilers(() => trace(order)));
