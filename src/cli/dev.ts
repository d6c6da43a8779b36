import { parseArgs } from "node:util";
import { createClient, type Transport } from "../chain/client";
import { type DevActionName, devActionNames, devActionWords, runDevAction } from "../chain/dev/devActions";
import { clientError } from "../chain/errors/clientError";
import { toChainError } from "../chain/errors/dictionary";
import { getGroupList } from "../chain/rpc/getGroupList";
import { stringifyExactJson } from "../chain/transport/exactJson";
import { createHttpTransport } from "../chain/transport/httpTransport";
import { argumentWords } from "../text/argumentTrouble";
import { t, text } from "../text/catalogue";
import { timeoutOf, tokenMeaning } from "./connection/connectionOptions";
import { complainOfError, errorJson } from "./connection/showError";
import { print, printJson } from "./print";
import { refuse, showUsage, type Usage } from "./usageText";

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
    ["--token TOKEN", tokenMeaning],
    ["--timeout MS", text("time limit of a request (default: 10000)")],
    ["--json", text("print one line of JSON")],
  ],
  exitCodes: text("Exit code: 0 done, 1 an error, 2 wrong command line."),
};

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: "string", default: "http://127.0.0.1:20200" },
      group: { type: "string" },
      token: { type: "string" },
      timeout: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
}

type Arguments = ReturnType<typeof readArguments>["values"];

const isAction = (name: string | undefined): name is DevActionName => devActionNames.some((each) => each === name);

async function groupOf(asked: string | undefined, transport: Transport): Promise<string> {
  if (asked !== undefined) return asked;
  const groups = await getGroupList(createClient(transport, ""));
  const [only] = groups;
  if (only !== undefined && groups.length === 1) return only;
  throw clientError("unknownGroup", { group: "", groups: groups.join(", ") });
}

async function act(
  { url, group, token, json }: Arguments,
  action: DevActionName,
  words: readonly string[],
  timeoutMs: number,
): Promise<number> {
  const devToken = token ?? process.env["CHAINSIDE_DEV_TOKEN"];
  const transport = createHttpTransport({ url, timeoutMs, devToken });
  try {
    const client = createClient(transport, await groupOf(group, transport));
    const answer = await runDevAction(client, action, words);
    if (typeof answer === "string" && !json) print(answer);
    else printJson(stringifyExactJson(answer, json ? undefined : 2));
    return 0;
  } catch (thrown) {
    const error = toChainError(thrown);
    if (json) printJson(stringifyExactJson({ error: errorJson(error) }));
    else await complainOfError("dev", error);
    return error.kind === "usage" ? 2 : 1;
  } finally {
    await transport.close();
  }
}

/** `chainside dev`: what an embedded chain does beyond a node. */
export async function runDev(args: readonly string[]): Promise<number> {
  let parsed: ReturnType<typeof readArguments>;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return refuse("dev", argumentWords(error), usage);
  }
  const { values, positionals } = parsed;
  if (values.help) return showUsage(usage);
  const [action, ...words] = positionals;
  const timeoutMs = timeoutOf(values.timeout);
  if (timeoutMs === undefined) return refuse("dev", t("--timeout must be a number of milliseconds"), usage);
  return isAction(action) ? act(values, action, words, timeoutMs) : refuse("dev", t("specify an action"), usage);
}
