import { createClient } from "../../chain/client/client";
import { type DevActionName, devActionNames, devActionWords, runDevAction } from "../../chain/dev/devActions";
import { t, text } from "../../text/catalogue";
import { groupOf, withTransport } from "../connection/connect";
import {
  type Connection,
  connectionOf,
  jsonUsage,
  profileArguments,
  profileUsage,
  timeoutUsage,
  tokenArgument,
  tokenOf,
  tokenUsage,
  urlArgument,
} from "../connection/connectionOptions";
import { requireSigning } from "../connection/requireSigning";
import { type CommandLine, runCommandLine, WrongCommandLine } from "../options/commandLine";
import { printAnswer } from "../output/showError";
import type { Usage } from "../output/usageText";

const actions = devActionNames.map((name) => `  ${[name, ...devActionWords[name]].join(" ")}`).join("\n");

const usage: Usage = {
  synopsis: "chainside dev ACTION [WORD…] [options]",
  summary: [
    text(
      "Controls an embedded chain as no node allows: reverts it, changes its time, sends as any account, and causes faults.",
    ),
    { text: actions, args: [] },
  ],
  options: [
    ["TIME", text("+2d (s, m, h, d) after the chain's time, real, a date, or milliseconds")],
    ["AMOUNT", text("wei, or with a unit: 1.5ether")],
    ["TO", text("- for a deployment")],
    [
      "KIND",
      text("one of: {0}", "peerLost node=1 | lag node=1 blocks=5 | viewChange times=3 | poolFull | slow ms=2000"),
    ],
    ["--url URL", text("endpoint (default: http://127.0.0.1:20200)")],
    ["--group GROUP", text("group (default: the chain's only group)")],
    tokenUsage,
    ...profileUsage,
    timeoutUsage,
    jsonUsage,
  ],
  exitCodes: text("Exit code: 0 done, 1 an error, 2 wrong command line."),
};

const devArguments = {
  ...profileArguments,
  ...urlArgument,
  ...tokenArgument,
  group: { type: "string" },
  timeout: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

interface DevOrder {
  readonly connection: Connection;
  readonly action: DevActionName;
  readonly words: readonly string[];
  readonly json: boolean;
}

const commandLine: CommandLine<typeof devArguments, DevOrder> = {
  name: "dev",
  usage,
  options: devArguments,
  read: ({ values, positionals: [name, ...words] }) => {
    const connection = { ...connectionOf(values), token: tokenOf(values) };
    const action = devActionNames.find((each) => each === name);
    if (action === undefined) throw new WrongCommandLine(t("specify an action"));
    return { connection, action, words, json: values.json };
  },
};

function act({ connection, action, words, json }: DevOrder): Promise<number> {
  return withTransport(connection, async (transport) => {
    await requireSigning(connection);
    const client = createClient(transport, await groupOf(connection, transport));
    printAnswer(await runDevAction(client, action, words), json);
    return 0;
  });
}

/** `chainside dev`: what an embedded chain does beyond a node. */
export function runDev(args: readonly string[]): Promise<number> {
  return runCommandLine(commandLine, args, act);
}
