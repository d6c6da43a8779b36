import { parseArgs } from "node:util";
import { toChainError } from "../chain/errors/dictionary";
import { stringifyExactJson } from "../chain/transport/exactJson";
import { gasByLine } from "../debugger/inspect/gasByLine";
import { stateChanges } from "../debugger/inspect/inspectState";
import { callTree, callTreeLines } from "../debugger/program/callTree";
import { CannotDebug } from "../debugger/program/cannotDebug";
import { startDebuggee } from "../debugger/program/startDebuggee";
import { argumentWords } from "../text/argumentTrouble";
import { t, text, useCatalogue } from "../text/catalogue";
import { tokenMeaning } from "./connection/connectionOptions";
import { complainOfError } from "./connection/showError";
import { gasLines, stateLines } from "./inspectionLines";
import { complain, print, printJson } from "./print";
import { refuse, showUsage, type Usage } from "./usageText";

const usage: Usage = {
  synopsis: "chainside trace HASH [options]",
  summary: text(
    "Runs a transaction of an embedded chain again and prints what it did: messages with decoded arguments and results, storage writes, events, and gas. Contracts that compile from the folder's sources are named, built-in contracts always.",
  ),
  options: [
    ["--url URL", text("endpoint (default: http://127.0.0.1:20200)")],
    ["--group GROUP", text("group (default: the chain's only group)")],
    ["--token TOKEN", tokenMeaning],
    ["--folder FOLDER", text("project with the contracts (default: this folder)")],
    ["--state", text("print what it changed instead: variables by name, other slots, rows of tables")],
    ["--gas", text("print the gas of each source line instead")],
    ["--json", text("print JSON instead of text")],
  ],
  exitCodes: text("Exit code: 0 traced, 1 an error, 2 wrong command line."),
};

const options = {
  url: { type: "string", default: "http://127.0.0.1:20200" },
  group: { type: "string", default: "" },
  token: { type: "string" },
  folder: { type: "string", default: "." },
  state: { type: "boolean", default: false },
  gas: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

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
  const { url, group, token, folder, json, state, gas } = values;
  if (state && gas) return refuse("trace", t("specify --state or --gas, not both"), usage);
  // What programs read is in English.
  if (json) useCatalogue("en");
  try {
    const started = await startDebuggee({
      url,
      group,
      folder,
      transaction,
      asDeployed: true,
      ...(token === undefined ? {} : { token }),
    });
    const { debuggee, notes } = started;
    if (state || gas) {
      const result = state ? stateChanges(debuggee, notes) : gasByLine(debuggee, notes);
      if (json) printJson(stringifyExactJson(result));
      else {
        for (const line of "accounts" in result ? stateLines(result) : gasLines(result)) print(line);
        for (const note of result.notes) complain(note);
      }
      await started.close();
      return 0;
    }
    const { status, gasUsed, output } = debuggee.recording;
    const call = callTree(debuggee);
    if (json) printJson(stringifyExactJson({ transaction, status, gasUsed, output, notes, call: call ?? null }));
    else {
      print(t("Status {0}, {1} gas", status, gasUsed));
      for (const line of call ? callTreeLines(call) : []) print(line);
      for (const note of notes) complain(note);
    }
    await started.close();
    return 0;
  } catch (thrown) {
    if (thrown instanceof CannotDebug) complain(`chainside trace: ${thrown.message}`);
    else await complainOfError("trace", toChainError(thrown));
    return 1;
  }
}
