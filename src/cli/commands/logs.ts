import type { AnalyzeOptions } from "../../nodeLogs/report/analyzeLogs";
import { t, text } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import { mebibyte } from "../../text/limits/sizes";
import { logSpan } from "../logs/logSpan";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { namedFiles } from "../options/filePatterns";
import { integerOf } from "../options/optionValues";
import { complain, print, printJson, showStatus } from "../output/print";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: "chainside logs analyze DIR|FILE… [options]",
  summary: [
    text(
      "Reads logs of nodes where they lie and says what became of blocks: how long each stage took, where the bottleneck is, which blocks were slow, why views changed, and which connections broke.",
    ),
    text(
      "DIR is a chain's folder, a node's folder, or a folder of logs; FILE is a log, plain or .gz. Logs of several nodes are joined.",
    ),
  ],
  options: [
    ["--from TIME", text("begin here, as the nodes write it: YYYY-MM-DD HH:MM[:SS]")],
    ["--to TIME", text("end with this second, minute, or day. Of large files only what lies between is read")],
    ["--slow MS", text("milliseconds from which on a block is slow (default: what is unusual among these)")],
    ["--blocks", text("list each block with its stages")],
    ["--json", text("print one line of JSON")],
  ],
  exitCodes: text("Exit code: 0 analyzed, 1 an error or no log, 2 wrong command line."),
};

const logsArguments = {
  from: { type: "string" },
  to: { type: "string" },
  slow: { type: "string" },
  blocks: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

interface LogsOrder {
  readonly paths: readonly string[];
  readonly options: AnalyzeOptions;
  readonly blocks: boolean;
  readonly json: boolean;
}

const commandLine: CommandLine<typeof logsArguments, LogsOrder> = {
  name: "logs",
  usage,
  options: logsArguments,
  read: ({ values, positionals: [action, ...paths] }) => {
    if (action !== "analyze") throw new WrongCommandLine(t("which action: {0}?", "analyze"));
    if (paths.length === 0) throw new WrongCommandLine(t("which folder or log?"));
    const slowMs = integerOf("slow", values.slow, { max: 86_400_000 });
    const options = { ...logSpan(values.from, values.to), ...(slowMs === undefined ? {} : { slowMs }) };
    return { paths, options, blocks: values.blocks, json: values.json };
  },
};

/** `chainside logs analyze`: what the logs of nodes tell. */
export const runLogs = commandOf(commandLine, async ({ paths, options, blocks, json }) => {
  const { analyzeLogs } = await import("../../nodeLogs/report/analyzeLogs");
  let bytes = 0;
  const analysis = await analyzeLogs(await namedFiles(paths, "both"), {
    ...options,
    onProgress: (more, node) => {
      bytes += more;
      showStatus(t("{0}: {1} MB read", node, numberText(Math.round(bytes / mebibyte))));
    },
  });
  showStatus("");
  if (json) printJson(JSON.stringify(analysis));
  else if (analysis.nodes.length === 0) complain(t("No log of a node lies there in this time."));
  else {
    const { analysisText } = await import("../logs/analysisText");
    print(analysisText(analysis, blocks).join("\n"));
  }
  return analysis.nodes.length === 0 ? 1 : 0;
});
