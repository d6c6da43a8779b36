import { createClient } from "../chain/client";
import { type DevActionName, devActionNames, devActionWords, runDevAction } from "../chain/dev/devActions";
import { t, text } from "../text/catalogue";
import { groupOf, withTransport } from "./connection/connect";
import {
  type Connection,
  connectionOf,
  jsonUsage,
  timeoutUsage,
  tokenArgument,
  tokenOf,
  tokenUsage,
  urlArgument,
} from "./connection/connectionOptions";
import { printAnswer } from "./connection/showError";
import { type CommandLine, runCommandLine, WrongCommandLine } from "./options/commandLine";
import type { Usage } from "./usageText";

const actions = devActionNames.map((name) => `  ${[name, ...devActionWords[name]].join(" ")}`).join("\n");

const usage: Usage = {
  synopsis: "chainside dev ACTION [WORD…] [options]",
  summary: [
    text(
      "Does to an embedded chain what no node can: reverts it, moves its time, sends in anyone's name, and breaks it on purpose.",
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
    timeoutUsage,
    jsonUsage,
  ],
  exitCodes: text("Exit code: 0 done, 1 an error, 2 wrong command line."),
};

const devArguments = {
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
    const client = createClient(transport, await groupOf(connection, transport));
    printAnswer(await runDevAction(client, action, words), json);
    return 0;
  });
}

/** `chainside dev`: what an embedded chain does beyond a node. */
export function runDev(args: readonly string[]): Promise<number> {
  return runCommandLine(commandLine, args, act);
}
