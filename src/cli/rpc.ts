import { parseArgs } from "node:util";
import { type ChainClient, createClient, type Transport } from "../chain/client";
import { ChainError } from "../chain/errors/chainError";
import { clientError } from "../chain/errors/clientError";
import { toChainError } from "../chain/errors/dictionary";
import { chooseNode } from "../chain/openSession";
import { getGroupInfo } from "../chain/rpc/getGroupInfo";
import { getGroupList } from "../chain/rpc/getGroupList";
import { findMethod, nodeMethods } from "../chain/rpc/methodTable";
import { callMethod, type WireMethod } from "../chain/rpc/wireMethod";
import { readParameter } from "../chain/rpc/wireParameter";
import { stringifyExactJson } from "../chain/transport/exactJson";
import { createHttpTransport } from "../chain/transport/httpTransport";
import { argumentWords } from "../text/argumentTrouble";
import { t, text } from "../text/catalogue";
import { connectionArguments, connectionUsage, timeoutOf, tlsOf, urlUsage } from "./connection/connectionOptions";
import { complainOfError, errorJson } from "./connection/showError";
import { print, printJson } from "./print";
import { refuse, showUsage, type Usage } from "./usageText";

const usage: Usage = {
  synopsis: ["chainside rpc METHOD [PARAMETER…] [options]", "chainside rpc --list"],
  summary: text(
    "Calls one JSON-RPC method of a node and prints the decoded response. Group and node are added where the method requires them.",
  ),
  options: [urlUsage, ...connectionUsage, ["--list", text("print the methods with their parameters")]],
  exitCodes: text("Exit code: 0 a response, 1 an error, 2 wrong command line."),
};

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...connectionArguments,
      url: { type: "string", default: "http://127.0.0.1:20200" },
      list: { type: "boolean", default: false },
    },
  });
}

type Arguments = ReturnType<typeof readArguments>;

function methodLine({ name, parameters }: WireMethod): string {
  return [name, ...parameters.map((each) => (each.optional ? `[${each.name}]` : each.name))].join(" ");
}

/** The group asked for, the only one of the node, or none where the method takes none. */
async function groupFor(method: WireMethod, asked: string | undefined, transport: Transport): Promise<string> {
  if (method.leading === "none") return "";
  const groups = await getGroupList(createClient(transport, ""));
  const group = asked ?? (groups.length === 1 ? groups[0] : undefined);
  if (group !== undefined && groups.includes(group)) return group;
  throw clientError("unknownGroup", { group: asked ?? "", groups: groups.join(", ") });
}

/** A wrong group or node name would be taken for the default by many nodes. */
async function checkNode(client: ChainClient): Promise<void> {
  const info = await getGroupInfo(client);
  if (info) chooseNode(info, client);
}

async function ask({ values, positionals }: Arguments, timeoutMs: number): Promise<unknown> {
  const [name = "", ...words] = positionals;
  const method = findMethod(name);
  if (!method) {
    throw clientError("unknownMethod", { method: name, methods: nodeMethods.map((each) => each.name).join(", ") });
  }
  const parameters = words.map((word, position) => readParameter(word, method.parameters[position]));
  const transport = createHttpTransport({ url: values.url.split(","), tls: await tlsOf(values), timeoutMs });
  try {
    const client = createClient(transport, await groupFor(method, values.group, transport), values.node);
    if (client.node !== "" && method.leading === "groupAndNode") await checkNode(client);
    return await callMethod(client, method, parameters);
  } finally {
    await transport.close();
  }
}

/** `chainside rpc`: one JSON-RPC method from the command line. */
export async function runRpc(args: readonly string[]): Promise<number> {
  let parsed: Arguments;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return refuse("rpc", argumentWords(error), usage);
  }
  const { values, positionals } = parsed;
  const timeoutMs = timeoutOf(values.timeout);
  if (values.help) return showUsage(usage);
  if (values.list) {
    print(nodeMethods.map(methodLine).join("\n"));
    return 0;
  }
  if (timeoutMs === undefined) return refuse("rpc", t("--timeout must be a number of milliseconds"), usage);
  if (positionals.length === 0) return refuse("rpc", t("specify a method"), usage);
  try {
    const answer = await ask(parsed, timeoutMs);
    const plain = typeof answer === "string" && !values.json;
    if (plain) print(answer);
    else printJson(stringifyExactJson(answer, values.json ? undefined : 2));
    return 0;
  } catch (thrown) {
    const error = toChainError(thrown);
    if (values.json) printJson(stringifyExactJson({ error: errorJson(error) }));
    else await complainOfError("rpc", error);
    return error instanceof ChainError && error.kind === "usage" ? 2 : 1;
  }
}
