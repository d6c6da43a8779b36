import { spawn } from "node:child_process";
import { UserFacingError } from "../../errors/userFacingError";
import { hostsFile, readHostsFile } from "../../processes/nodes/remoteHosts";
import {
  type RemoteAction,
  type RemoteCommand,
  type RemoteHost,
  remoteActions,
  remoteCommand,
} from "../../processes/nodes/remoteNodes";
import { t, text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { listed } from "../../text/joining";
import { codeOfThrown } from "../../text/thrownText";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { integerOf } from "../options/optionValues";
import { complain, print } from "../output/print";
import { WrongInput } from "../output/showError";
import { isYes, terminalQuestion } from "../output/terminalQuestion";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: ["chainside remote start|stop|status|logs HOST/NODE [options]", "chainside remote list"],
  summary: [
    text(
      "Starts and stops nodes on other hosts, and shows their logs, by the ssh of this system. Hosts and the folders of their nodes stand in a file of your own, never in a project.",
    ),
    text("The command is shown before it runs; start and stop ask first."),
  ],
  options: [
    ["--lines N", text("lines of the log at first (default: 200)")],
    ["--follow", text("go on with new lines of the log until Ctrl+C")],
    ["--yes, -y", text("start or stop without a question")],
    ["--show", text("only show the command")],
  ],
  notes: [
    text(
      'The file is hosts.json beside your connections, or what the variable CHAINSIDE_HOSTS names: {"hosts": [{"name": "a", "ssh": "ops@10.0.0.1", "port": 22, "identity": "FILE", "nodes": {"node0": "/data/nodes/10.0.0.1/node0"}}]}',
    ),
  ],
  exitCodes: text("Exit code: that of ssh, 1 an error or an answer of no, 2 wrong command line or file."),
};

const remoteArguments = {
  lines: { type: "string" },
  follow: { type: "boolean", short: "f", default: false },
  yes: { type: "boolean", short: "y", default: false },
  show: { type: "boolean", default: false },
} as const;

interface RemoteOrder {
  readonly action: RemoteAction | "list";
  readonly place: string;
  readonly lines: number | undefined;
  readonly follow: boolean;
  readonly yes: boolean;
  readonly show: boolean;
}

const actions = [...remoteActions, "list"] as const;

const commandLine: CommandLine<typeof remoteArguments, RemoteOrder> = {
  name: "remote",
  usage,
  options: remoteArguments,
  read: ({ values, positionals }) => {
    const [word, place, unexpected] = positionals;
    const action = actions.find((each) => each === word);
    if (action === undefined) throw new WrongCommandLine(t("specify {0}", listed(actions)));
    if (unexpected !== undefined || (action === "list" && place !== undefined))
      throw new WrongCommandLine(t("unexpected argument {0}", unexpected ?? place ?? ""));
    if (action !== "list" && place === undefined) throw new WrongCommandLine(t("specify {0}", "HOST/NODE"));
    const lines = integerOf("lines", values.lines, { max: 100_000 });
    return { action, place: place ?? "", lines, follow: values.follow, yes: values.yes, show: values.show };
  },
};

/** The person's hosts. @throws WrongInput where their file can't be used */
async function hosts(): Promise<readonly RemoteHost[]> {
  try {
    return await readHostsFile(hostsFile());
  } catch (error) {
    throw error instanceof UserFacingError ? new WrongInput(error.code, error.message) : error;
  }
}

function commandFor(known: readonly RemoteHost[], order: RemoteOrder, action: RemoteAction): RemoteCommand {
  const slash = order.place.indexOf("/");
  const [hostName, nodeName] = [order.place.slice(0, Math.max(0, slash)), order.place.slice(slash + 1)];
  const host = known.find(({ name }) => name === hostName);
  const folder = host?.nodes.get(nodeName);
  if (host && folder !== undefined) {
    const lines = order.lines === undefined ? {} : { lines: order.lines };
    return remoteCommand(host, folder, action, { ...lines, follow: order.follow });
  }
  const places = known.flatMap(({ name, nodes }) => [...nodes.keys()].map((node) => `${name}/${node}`));
  const meant = closestName(order.place, places);
  const problem = t("{0} names no node {1}.", hostsFile(), order.place);
  throw new WrongCommandLine(meant === undefined ? problem : `${problem} ${t("Did you mean {0}?", meant)}`);
}

/** Runs it without a shell of this machine; what it writes is shown as text. */
function run({ program, args }: RemoteCommand): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], shell: false });
    const show = (stream: NodeJS.ReadableStream, write: (line: string) => void): void => {
      let rest = "";
      stream.setEncoding("utf8");
      stream.on("data", (piece: string) => {
        const lines = `${rest}${piece}`.split("\n");
        rest = (lines.pop() ?? "").slice(-65_536);
        for (const line of lines) write(line);
      });
      stream.on("end", () => {
        if (rest !== "") write(rest);
      });
    };
    show(child.stdout, print);
    show(child.stderr, complain);
    const stop = (): void => {
      child.kill("SIGINT");
    };
    process.once("SIGINT", stop);
    child.once("error", (error) => {
      process.off("SIGINT", stop);
      if (codeOfThrown(error) === "ENOENT") fail(new WrongInput("noSsh", t("There is no ssh on this system.")));
      else fail(error);
    });
    child.once("close", (code) => {
      process.off("SIGINT", stop);
      done(code ?? 1);
    });
  });
}

/** `chainside remote`: nodes on other hosts. */
export const runRemote = commandOf(commandLine, async (order) => {
  const known = await hosts();
  const { action } = order;
  if (action === "list") {
    for (const { name, ssh, nodes } of known)
      for (const [node, folder] of nodes) print(`${name}/${node}  ${ssh}:${folder}`);
    return 0;
  }
  const command = commandFor(known, order, action);
  print(command.shown);
  if (order.show) return 0;
  if ((action === "start" || action === "stop") && !order.yes) {
    const question = terminalQuestion();
    if (!question) throw new WrongCommandLine(t("--yes is required where no one can be asked"));
    if (!isYes(await question(`${t("Run this?")} [y/N]`))) return 1;
  }
  return run(command);
});
