import { parseArgs } from "node:util";
import { createClient } from "../chain/client";
import { toChainError } from "../chain/errors/dictionary";
import { stringifyExactJson } from "../chain/transport/exactJson";
import { createHttpTransport } from "../chain/transport/httpTransport";
import { gasByLine } from "../debugger/inspect/gasByLine";
import { stateChanges } from "../debugger/inspect/inspectState";
import { callTree, callTreeLines } from "../debugger/program/callTree";
import { CannotDebug } from "../debugger/program/cannotDebug";
import type { ForkDoor } from "../debugger/program/forkDoor";
import { closeCompiler, startDebuggee } from "../debugger/program/startDebuggee";
import { argumentWords } from "../text/argumentTrouble";
import { t, text, useCatalogue } from "../text/catalogue";
import { visibleLine } from "../text/visibleText";
import {
  connectionArguments,
  connectionUsage,
  timeoutOf,
  tlsOf,
  tokenMeaning,
  urlUsage,
} from "./connection/connectionOptions";
import { complainOfError } from "./connection/showError";
import { gasLines, stateLines } from "./inspectionLines";
import { complain, print, printJson } from "./print";
import { refuse, showUsage, type Usage } from "./usageText";

const usage: Usage = {
  synopsis: "chainside trace HASH [options]",
  summary: text(
    "Runs a transaction again and prints what it did: messages with decoded arguments and results, storage writes, events, and gas. Contracts that compile from the folder's sources are named, built-in contracts always.",
  ),
  options: [
    urlUsage,
    ["--token TOKEN", tokenMeaning],
    ["--folder FOLDER", text("project with the contracts (default: this folder)")],
    ["--state", text("print what it changed instead: variables by name, other slots, rows of tables")],
    ["--gas", text("print the gas of each source line instead")],
    ["--fork", text("re-execute the blocks before it, even if the chain can replay the transaction itself")],
    ["--blocks N", text("maximum number of blocks to re-execute (default: 20000)")],
    ["--web3 URL", text("Ethereum port of the same node; with more blocks than that, storage is read there")],
    ...connectionUsage.filter(([name]) => !name.startsWith("--timeout")),
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

const options = {
  ...connectionArguments,
  url: { type: "string", default: "http://127.0.0.1:20200" },
  token: { type: "string" },
  folder: { type: "string", default: "." },
  state: { type: "boolean", default: false },
  gas: { type: "boolean", default: false },
  fork: { type: "boolean", default: false },
  blocks: { type: "string" },
  web3: { type: "string" },
} as const;

type TraceValues = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>["values"];

const mostBlocks = 10_000_000;

/** Between two lines that say how far it is. */
const progressMs = 3000;

/** Says on standard error what is done before it begins, and now and then how far it is. */
function terminalDoor(client: ForkDoor["client"]): ForkDoor {
  let shown = performance.now();
  return {
    client,
    begin: async (lines) => {
      for (const line of lines) complain(line);
      return true;
    },
    report: ({ doing, done, total }) => {
      if (performance.now() - shown < progressMs) return;
      shown = performance.now();
      complain(`${doing}: ${done}/${total}`);
    },
  };
}

/** The chain that the options name. */
async function clientOf(values: TraceValues, timeoutMs: number): Promise<NonNullable<ForkDoor["client"]>> {
  const devToken = values.token ?? process.env["CHAINSIDE_DEV_TOKEN"];
  const url = (values.url ?? "").split(",");
  const transport = createHttpTransport({ url, tls: await tlsOf(values), timeoutMs, devToken });
  return createClient(transport, values.group ?? "", values.node ?? "");
}

async function trace(transaction: string, values: TraceValues, timeoutMs: number): Promise<number> {
  const { url = "", group = "", folder = ".", json, fork, blocks, web3 } = values;
  const started = await startDebuggee(
    {
      url,
      group,
      folder,
      transaction,
      asDeployed: true,
      ...(fork ? { fork } : {}),
      ...(blocks === undefined ? {} : { blocks: Number(blocks) }),
      ...(web3 === undefined ? {} : { web3 }),
    },
    terminalDoor(await clientOf(values, timeoutMs)),
  );
  try {
    const { debuggee, notes, verdict, verdictLines } = started;
    const code = verdict?.certainty === "differs" ? 3 : 0;
    if (values.state || values.gas) {
      const said = [...verdictLines, ...notes];
      if (values.state && verdict?.state === "fetched") {
        said.push(t("Slots that are written without being read appear with the previous value 0, which isn't known."));
      }
      const result = values.state ? stateChanges(debuggee, said) : gasByLine(debuggee, said);
      if (json) printJson(stringifyExactJson({ ...result, certainty: verdict?.certainty ?? "recorded" }));
      else {
        for (const line of "accounts" in result ? stateLines(result) : gasLines(result)) print(line);
        for (const note of result.notes) complain(note);
      }
      return code;
    }
    const { status, gasUsed, output } = debuggee.recording;
    const call = callTree(debuggee);
    const certainty = verdict?.certainty ?? "recorded";
    if (json) {
      const fork = verdict ? { ...verdict, lines: verdictLines } : null;
      printJson(
        stringifyExactJson({ transaction, status, gasUsed, output, certainty, fork, notes, call: call ?? null }),
      );
    } else {
      print(t("Status {0}, {1} gas", status, gasUsed));
      for (const line of verdictLines) print(visibleLine(line));
      for (const line of call ? callTreeLines(call) : []) print(line);
      for (const note of notes) complain(note);
    }
    return code;
  } finally {
    await started.close();
  }
}

/** `chainside trace`: the call tree of a transaction. */
export async function runTrace(args: readonly string[]): Promise<number> {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return refuse("trace", argumentWords(error), usage);
  }
  const { values, positionals } = parsed;
  if (values.help) return showUsage(usage);
  const [transaction = ""] = positionals;
  if (positionals.length !== 1 || !/^0x[0-9a-fA-F]{64}$/.test(transaction))
    return refuse("trace", t("specify a transaction hash"), usage);
  if (values.state && values.gas) return refuse("trace", t("specify --state or --gas, not both"), usage);
  const timeoutMs = timeoutOf(values.timeout ?? "120000");
  const { blocks } = values;
  if (
    timeoutMs === undefined ||
    (blocks !== undefined && !(/^[0-9]{1,8}$/.test(blocks) && Number(blocks) <= mostBlocks))
  )
    return refuse("trace", t("enter integers for --timeout and --blocks"), usage);
  // What programs read is in English.
  if (values.json) useCatalogue("en");
  try {
    return await trace(transaction, values, timeoutMs);
  } catch (thrown) {
    if (thrown instanceof CannotDebug) complain(`chainside trace: ${thrown.message}`);
    else await complainOfError("trace", toChainError(thrown));
    return 1;
  } finally {
    closeCompiler();
  }
}
