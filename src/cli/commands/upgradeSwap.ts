import { resolve } from "node:path";
import * as v from "valibot";
import type { ChainSession } from "../../chain/session";
import type { OperationContext } from "../../operations/model/operation";
import { endLines, planSwap, swapLines, swapPlaces } from "../../operations/upgrade/swapPlan";
import { ProgramSwap, type SwapEnd, type SwapMachine, usualSwapLimits } from "../../operations/upgrade/swapProgram";
import { SwapWatch } from "../../operations/upgrade/swapWatch";
import { readUpgradeFacts, releaseNamed } from "../../operations/upgrade/upgradeFacts";
import { programOf, runFolderScript, sha256Of } from "../../processes/nodes/nodeProgram";
import { NodesHere } from "../../processes/nodes/nodesHere";
import { t, text } from "../../text/catalogue";
import { withSession } from "../connection/connect";
import {
  type Connection,
  connectionOf,
  nodeArguments,
  nodeUsage,
  signingArguments,
} from "../connection/connectionOptions";
import { terminalServices } from "../operations/cliServices";
import { type ReportedCommand, tellResult } from "../operations/tellResult";
import { type CommandLine, commandOf, type Given, runCommandLine, WrongCommandLine } from "../options/commandLine";
import { integerOf, severalTexts } from "../options/optionValues";
import { stoppable } from "../options/stoppable";
import { complain, print } from "../output/print";
import { requireYes } from "../output/terminalQuestion";
import type { Usage } from "../output/usageText";

const folderUsage: Usage["options"][number] = [
  "--folder NODE",
  text("folder of a node on this machine; several times"),
];

const usage: Usage = {
  synopsis: "chainside upgrade swap RELEASE --program FILE --folder NODE… [options]",
  summary: [
    text("Swaps the programs of nodes on this machine for that of a later release, one node after the other."),
    text(
      "Each node is stopped, its program kept under another name, the new one put in its place, and the node started. The next one follows when it has caught up and makes blocks again; else the old program comes back.",
    ),
  ],
  options: [
    ["--program FILE", text("the node program of that release")],
    folderUsage,
    ["--wait SECONDS", text("how long a node may take to catch up (default: {0})", usualSwapLimits.readyMs / 1000)],
    ["--dry-run", text("say what would be done, and stop nothing")],
    ["--yes, -y", text("swap without a question")],
    ...nodeUsage,
  ],
  exitCodes: text("Exit code: 0 swapped, 1 taken back or not begun, 2 wrong command line or not agreed to."),
};

const swapArguments = {
  ...nodeArguments,
  program: { type: "string" },
  folder: severalTexts,
  wait: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  yes: signingArguments.yes,
} as const;

interface Order {
  readonly to: string;
  readonly program: string;
  readonly folders: readonly string[];
  readonly readyMs: number;
  readonly connection: Connection;
  readonly values: Given<typeof swapArguments>["values"];
}

const swapped: ReportedCommand = {
  noun: "upgrade",
  verb: "swap",
  result: v.object({
    end: v.picklist(["planned", "done", "stopped", "takenBack"]),
    sha256: v.string(),
    lines: v.array(v.string()),
    swapped: v.array(v.string()),
    why: v.optional(v.string()),
    /** Nodes that don't run with the old program either. */
    down: v.array(v.string()),
    unproven: v.array(v.string()),
    /** Where old programs are kept. */
    kept: v.array(v.string()),
  }),
};

/** A node opens its port some seconds after start.sh has ended. */
const minStartMs = 10_000;
/** How long a script of a node folder may take: the generated stop.sh waits 10 s itself. */
const scriptMs = 60_000;

/** Runs a script of a node folder; whether it ended well. */
async function runs(path: string, script: string): Promise<boolean> {
  const { exitCode, message } = await runFolderScript(path, script, scriptMs);
  if (exitCode !== 0) complain(message);
  return exitCode === 0;
}

async function swap(order: Order, session: ChainSession, signal: AbortSignal) {
  const { to, program, folders, connection, readyMs, values } = order;
  const context: OperationContext = { session, services: terminalServices(session, connection) };
  const facts = await readUpgradeFacts(context, { to, folders });
  const places = facts.nodes.flatMap(({ folder }) => folder?.path ?? []);
  const programs = new Map(await Promise.all(places.map(async (path) => [path, await programOf(path)] as const)));
  const source = { path: resolve(program), sha256: await sha256Of(resolve(program)) };
  const plan = planSwap(facts, programs);
  const lines = swapLines(facts, plan, source);
  const nothing = { swapped: [], down: [], unproven: [], kept: [] };
  const planned = { end: "planned" as const, sha256: source.sha256, lines, ...nothing };
  if (values["dry-run"]) return { result: planned, lines };
  await requireYes(lines, values.yes);
  const here = new NodesHere({ source, ...swapPlaces(facts, programs), run: runs });
  const watch = new SwapWatch(() => context);
  const machine: SwapMachine = { ...here, sees: (node) => watch.see(node), begins: () => watch.begin() };
  const { scriptMs: comesUpMs, sealMs } = usualSwapLimits;
  const limits = {
    ...usualSwapLimits,
    readyMs,
    scriptMs: Math.min(comesUpMs, Math.max(readyMs, minStartMs)),
    sealMs: Math.min(sealMs, readyMs),
  };
  const end: SwapEnd = await new ProgramSwap(machine, { to, limits, signal, report: complain }).run(plan.batches);
  const messages = [
    ...endLines(end),
    ...here.kept.map((path) => t("The old program is kept as {0}.", path)),
    ...plan.left,
  ];
  return {
    result: {
      ...planned,
      end: end.kind,
      swapped: [...end.swapped],
      ...("why" in end ? { why: end.why } : {}),
      down: end.kind === "takenBack" ? [...end.down] : [],
      unproven: end.kind === "done" ? [...end.unproven] : [],
      kept: [...here.kept],
    },
    lines: messages,
    code: end.kind === "done" ? 0 : 1,
  };
}

const run = (order: Order): Promise<number> =>
  tellResult(swapped, order.values.json, () =>
    stoppable((signal) =>
      withSession(order.connection, async (session) => {
        const { result, lines, code = result.end === "stopped" ? 1 : 0 } = await swap(order, session, signal);
        return { result, show: () => print(lines.join("\n")), code };
      }),
    ),
  );

/** @throws WrongCommandLine for what names no release of 3.x */
function releaseWord([word, ...more]: readonly string[]): string {
  const release = more.length > 0 ? undefined : releaseNamed(word);
  if (release === undefined) throw new WrongCommandLine(t("specify one release, such as {0}", "3.17.1"));
  return release;
}

const commandLine: CommandLine<typeof swapArguments, Order> = {
  name: "upgrade swap",
  usage,
  options: swapArguments,
  read: ({ values, positionals }) => {
    const { program, folder: folders, wait } = values;
    if (program === undefined) throw new WrongCommandLine(t("specify --{0}", "program"));
    if (folders.length === 0) throw new WrongCommandLine(t("specify at least one folder"));
    const seconds = integerOf("wait", wait, { max: 86_400 });
    const readyMs = seconds === undefined ? usualSwapLimits.readyMs : seconds * 1000;
    return { to: releaseWord(positionals), program, folders, readyMs, connection: connectionOf(values), values };
  },
};

/** `chainside upgrade swap`: new programs for the nodes of this machine. */
export const runUpgradeSwap = commandOf(commandLine, run);

const runbookUsage: Usage = {
  synopsis: "chainside upgrade runbook RELEASE [--folder NODE…] [options]",
  summary: text("Prints the way to a later release as a page in Markdown: nodes, findings, and steps to tick off."),
  options: [folderUsage, ...nodeUsage.filter(([option]) => option !== "--json")],
  exitCodes: text("Exit code: 0 printed, 1 an error, 2 wrong command line."),
};

const runbookArguments = { ...nodeArguments, folder: severalTexts } as const;

/** `chainside upgrade runbook`: for machines that this program isn't on. */
export function runUpgradeRunbook(args: readonly string[]): Promise<number> {
  const line: CommandLine<typeof runbookArguments, () => Promise<number>> = {
    name: "upgrade runbook",
    usage: runbookUsage,
    options: runbookArguments,
    read: ({ values, positionals }) => {
      const [to, connection, folders] = [releaseWord(positionals), connectionOf(values), values.folder];
      return () =>
        withSession(connection, async (session) => {
          const { runbookMarkdown } = await import("../../operations/upgrade/runbookMarkdown");
          const context = { session, services: terminalServices(session, connection) };
          print(runbookMarkdown(await readUpgradeFacts(context, { to, folders })));
          return 0;
        });
    },
  };
  return runCommandLine(line, args, (work) => work());
}
