import { parseArgs } from "node:util";
import { createClient, type Transport } from "../chain/client";
import { type DevActionName, devActionNames, devActionWords, runDevAction } from "../chain/dev/devActions";
import { clientError } from "../chain/errors/clientError";
import { toChainError } from "../chain/errors/dictionary";
import { getGroupList } from "../chain/rpc/getGroupList";
import { stringifyExactJson } from "../chain/transport/exactJson";
import { createHttpTransport } from "../chain/transport/httpTransport";
import { timeoutOf } from "./connection/connectionOptions";
import { errorJson, errorLines } from "./connection/showError";
import { complain, print, printJson } from "./print";

const actions = devActionNames.map((name) => `  ${[name, ...devActionWords[name]].join(" ")}`).join("\n");

const usage = `usage: chainside dev ACTION [WORD…] [options]

Does to an embedded chain what no node could: set it back, move its time, send in anybody's name, break it on purpose.

${actions}

  TIME      +2d (s, m, h, d) after the chain's time, real, a date, or milliseconds
  AMOUNT    wei, or with a unit: 1.5ether
  TO        - for a deployment
  KIND      peerLost node=1 | lag node=1 blocks=5 | viewChange times=3 | poolFull | slow ms=2000

  --url URL        endpoint (default: http://127.0.0.1:20200)
  --group GROUP    group (default: the only one of the chain)
  --token TOKEN    the token that the chain's ready line tells (default: the environment variable CHAINSIDE_DEV_TOKEN);
                   none is needed with --open-dev
  --timeout MS     time limit (default: 10000)
  --json           print one line of JSON

Exit code: 0 done, 1 an error, 2 wrong command line.`;

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
    else complain((await errorLines(error)).map((line, at) => (at === 0 ? `chainside dev: ${line}` : line)).join("\n"));
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
    complain(`chainside dev: ${error instanceof Error ? error.message : error}\n\n${usage}`);
    return 2;
  }
  const { values, positionals } = parsed;
  if (values.help) {
    print(usage);
    return 0;
  }
  const [action, ...words] = positionals;
  const timeoutMs = timeoutOf(values.timeout);
  if (!isAction(action) || timeoutMs === undefined) {
    const problem = timeoutMs === undefined ? "--timeout must be a number of milliseconds" : "name an action";
    complain(`chainside dev: ${problem}\n\n${usage}`);
    return 2;
  }
  return act(values, action, words, timeoutMs);
}
