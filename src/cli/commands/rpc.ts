import { type ChainClient, createClient } from "../../chain/client/client";
import { chooseNode } from "../../chain/openSession";
import { changesChain } from "../../chain/profile/guardedTransport";
import { getGroupInfo } from "../../chain/rpc/groups";
import { methodNamed, nodeMethods } from "../../chain/rpc/methodTable";
import { callMethod, type WireMethod } from "../../chain/rpc/wireMethod";
import { parameterNames, readParameters } from "../../chain/rpc/wireParameter";
import { actOfSigned } from "../../signing/sentBytes";
import { t, text } from "../../text/catalogue";
import { groupOf, withTransport } from "../connection/connect";
import {
  type Connection,
  connectionOf,
  nodeArguments,
  nodeUsage,
  signingArguments,
  signingUsage,
} from "../connection/connectionOptions";
import { requireSigning } from "../connection/requireSigning";
import { requireAgreement, terminalAsk } from "../connection/terminalConsent";
import { nameOf, printEnvelope, printFailure } from "../operations/envelope";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { print, printJson } from "../output/print";
import { printAnswer } from "../output/showError";
import { terminalQuestion } from "../output/terminalQuestion";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: ["chainside rpc METHOD [PARAMETER…] [options]", "chainside rpc --list"],
  summary: text(
    "Calls one JSON-RPC method of a node and prints the decoded response. Group and node are added where the method requires them.",
  ),
  options: [...nodeUsage, ...signingUsage, ["--list", text("print the methods with their parameters")]],
  exitCodes: text("Exit code: 0 a response, 1 an error, 2 wrong command line."),
};

/** Whose envelope `--json` prints. */
const operation = nameOf({ noun: "rpc", verb: "call" });

const rpcArguments = { ...nodeArguments, ...signingArguments, list: { type: "boolean", default: false } } as const;

interface RpcOrder {
  readonly connection: Connection;
  readonly method: string;
  readonly words: readonly string[];
  readonly json: boolean;
}

type ListOrder = Pick<RpcOrder, "json"> & { readonly method?: undefined };

const commandLine: CommandLine<typeof rpcArguments, RpcOrder | ListOrder> = {
  name: "rpc",
  usage,
  failed: (thrown) => printFailure(thrown, { operation }, "json"),
  options: rpcArguments,
  read: ({ values, positionals: [method, ...words] }) => {
    if (values.list) return { json: values.json };
    const connection = connectionOf(values);
    if (method === undefined) throw new WrongCommandLine(t("specify a method"));
    return { connection, method, words, json: values.json };
  },
};

const methodLine = (method: WireMethod): string => [method.name, ...parameterNames(method)].join(" ");

/** The methods with their parameters; those in brackets can be left out. */
function printMethods(json: boolean): void {
  if (json) {
    const methods = nodeMethods.map((method) => ({ name: method.name, parameters: parameterNames(method) }));
    printJson(JSON.stringify(methods));
  } else print(nodeMethods.map(methodLine).join("\n"));
}

/** A wrong group or node name would be taken for the default by many nodes. */
async function checkNode(client: ChainClient): Promise<void> {
  const info = await getGroupInfo(client);
  if (info) chooseNode(info, client);
}

/** Agreement to send what was signed elsewhere: to what it does, where that is more than an ordinary act. */
async function requireSending(connection: Connection, signed: unknown): Promise<void> {
  const act = actOfSigned(signed);
  if (!act) return void (await requireSigning(connection));
  const { name = "", access = "full", agreed = false, confirm } = connection;
  const terms = { access, connection: name, before: { yes: agreed, confirm } };
  await requireAgreement(act, terms, terminalAsk(terminalQuestion(), true));
}

async function ask({ connection, method: name, words }: RpcOrder): Promise<unknown> {
  const method = methodNamed(name);
  const parameters = readParameters(words, method);
  if (changesChain(method.name)) await requireSending(connection, parameters[0]);
  return withTransport(connection, async (transport) => {
    const group = method.leading === "none" ? "" : await groupOf(connection, transport);
    const client = createClient(transport, group, connection.node);
    if (client.node !== "" && method.leading === "groupAndNode") await checkNode(client);
    return callMethod(client, method, parameters);
  });
}

/** `chainside rpc`: one JSON-RPC method from the command line. */
export const runRpc = commandOf(commandLine, async (order) => {
  if (order.method === undefined) printMethods(order.json);
  else if (order.json) await printEnvelope({ ok: true, operation, result: await ask(order) }, "json");
  else printAnswer(await ask(order));
  return 0;
});
