import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import type { NodeTransport } from "../../chain/client/client";
import { guardedTransport } from "../../chain/profile/guardedTransport";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import { errorSentence } from "../../errors/errorText";
import { stateFolder } from "../../files/userFolders";
import { blocksWithLogs } from "../../history/query/logBlocks";
import { t, text } from "../../text/catalogue";
import { isLoopback } from "../../text/loopback";
import { visibleLine } from "../../text/visibleText";
import type { LogIndex } from "../../web3/blocks/logs";
import type { OpenedProxy } from "../../web3/openProxy";
import type { ConfirmationSetting } from "../../web3/proxy/confirmations";
import { transactionText } from "../../web3/sending/queueFile";
import type { QueueEvent } from "../../web3/sending/transactionQueue";
import type { AnswerNote } from "../../web3/server/web3Server";
import { clientOf, transportOf } from "../connection/connect";
import {
  type Connection,
  connectionOf,
  connectionUsage,
  namesChain,
  nodeArguments,
  tokenArgument,
  tokenOf,
  tokenUsage,
} from "../connection/connectionOptions";
import { type IndexLocation, placeOf } from "../history/indexFile";
import { openQueries } from "../history/openIndex";
import { type CommandLine, commandOf, requireNoArguments, WrongCommandLine } from "../options/commandLine";
import { addressAndPort, integerOf, severalTexts } from "../options/optionValues";
import { blocksArgument, blocksOf, blocksUsage } from "../options/reexecution";
import { stoppable } from "../options/stoppable";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";

/** The events of an index that was made by `chainside index`; opened for each question, so that the newest one is asked. */
const logIndexOf = (place: IndexLocation): LogIndex => ({
  async blocksWith(range) {
    const queries = await openQueries(place, undefined);
    try {
      return await blocksWithLogs(queries, range);
    } finally {
      await queries.close();
    }
  },
});

const usualListen = "127.0.0.1:8546";

const usage: Usage = {
  synopsis: [
    "chainside web3-proxy --web3 URL [--url URL] [options]",
    "chainside web3-proxy --connection NAME [options]",
  ],
  summary: text(
    "Stands in front of a node's web3 port, or of its FISCO BCOS interface, and answers as Ethereum's tools expect: Hardhat, Foundry, ethers, viem, MetaMask, and others. It signs nothing and holds no key.",
  ),
  options: [
    ["--web3 URL", text("the node's web3 port, such as http://127.0.0.1:8545; without it, only reads are possible")],
    [
      "--url URL",
      text("the FISCO BCOS interface of the same node: for traces, access lists, and the state of older blocks"),
    ],
    tokenUsage,
    ["--listen ADDRESS:PORT", text("where it listens (default: 127.0.0.1:8546)")],
    ["--allow-origin ORIGIN", text("let pages of this origin use it; repeat for several, * for all")],
    [
      "--allow-host NAME",
      text(
        "also accept requests under this host name; repeat for several, * for any (default: localhost and loopback addresses)",
      ),
    ],
    [
      "--confirmations N|auto",
      text(
        "empty blocks that are shown on top of the latest one, for tools that wait for confirmations (default: auto, 5 for Hardhat and none for others)",
      ),
    ],
    ["--hold SECONDS", text("how long a transaction waits for those before it (default: 120)")],
    [
      "--state FILE|off",
      text("file that keeps waiting transactions over a restart (default: one for the node in a folder of your own)"),
    ],
    [
      "--log-blocks N",
      text(
        "how many blocks the node looks at for logs at once: filter_max_process_block of its config.ini (default: 10)",
      ),
    ],
    ["--index FILE", text("index made by chainside index, which finds logs in long ranges")],
    blocksUsage,
    ["--verbose", text("print each request, and what of its answer isn't the node's")],
    ...connectionUsage.filter(([name]) => !/^--node/.test(name)),
  ],
  notes: [
    text(
      "What of an answer isn't the node's is named in its header Chainside-Made-Up. A read-only connection passes on no transaction.",
    ),
  ],
  exitCodes: text("Exit code: 0 stopped, 1 an error, 2 wrong command line."),
};

const { node: _node, ...proxyConnection } = nodeArguments;

const proxyArguments = {
  ...proxyConnection,
  ...tokenArgument,
  ...blocksArgument,
  web3: { type: "string" },
  listen: { type: "string", default: usualListen },
  "allow-origin": severalTexts,
  "allow-host": severalTexts,
  confirmations: { type: "string", default: "auto" },
  hold: { type: "string" },
  state: { type: "string" },
  "log-blocks": { type: "string" },
  index: { type: "string" },
  verbose: { type: "boolean", default: false },
} as const;

interface ProxyCommandOrder {
  /** The FISCO BCOS interface; undefined where only the web3 port is named. */
  readonly connection: Connection | undefined;
  readonly web3: string | undefined;
  readonly timeoutMs: number;
  readonly host: string;
  readonly port: number;
  readonly allowHosts: readonly string[];
  readonly allowOrigins: readonly string[];
  readonly confirmations: ConfirmationSetting;
  readonly holdSeconds: number | undefined;
  readonly state: string | undefined;
  readonly logBlocks: number | undefined;
  readonly index: IndexLocation | undefined;
  readonly blocks: number | undefined;
  readonly verbose: boolean;
  readonly json: boolean;
}

/** @throws WrongCommandLine */
function confirmationsOf(given: string): ConfirmationSetting {
  return given === "auto" ? "auto" : (integerOf("confirmations", given, { min: 0, max: 100 }) ?? "auto");
}

const commandLine: CommandLine<typeof proxyArguments, ProxyCommandOrder> = {
  name: "web3-proxy",
  usage,
  options: proxyArguments,
  read: ({ values, positionals }) => {
    requireNoArguments(positionals);
    const named = namesChain(values) || (process.env["CHAINSIDE_CONNECTION"] ?? "") !== "";
    if (!named && values.web3 === undefined)
      throw new WrongCommandLine(t("specify the node with --web3, --url, or --connection"));
    const connection = connectionOf(values);
    return {
      connection: named ? { ...connection, token: tokenOf(values) } : undefined,
      web3: values.web3,
      timeoutMs: connection.timeoutMs,
      ...addressAndPort(values.listen, usualListen),
      allowHosts: values["allow-host"],
      allowOrigins: values["allow-origin"],
      confirmations: confirmationsOf(values.confirmations),
      holdSeconds: integerOf("hold", values.hold, { max: 86_400 }),
      state: values.state,
      logBlocks: integerOf("log-blocks", values["log-blocks"], { max: 100_000 }),
      index: values.index === undefined ? undefined : placeOf(values.index),
      blocks: blocksOf(values),
      verbose: values.verbose,
      json: values.json,
    };
  },
};

/** A file for the node that is asked: chains of the same chain ID don't share one. */
function usualStateFile(label: string, chainId: string): string {
  const digest = createHash("sha256").update(label).digest("hex").slice(0, 12);
  return join(stateFolder(process.env), "web3-proxy", `${chainId}-${digest}.json`);
}

/** The web3 port under the access of the connection, where one is named. */
function web3Transport({ web3, connection, timeoutMs }: ProxyCommandOrder): NodeTransport | undefined {
  if (web3 === undefined) return undefined;
  const transport = createHttpTransport({ url: web3, timeoutMs });
  const { access, name = "" } = connection ?? {};
  return access === undefined ? transport : guardedTransport(transport, name, () => access);
}

async function serve(order: ProxyCommandOrder): Promise<number> {
  const { openProxy, usualOrder } = await import("../../web3/openProxy");
  const { connection, json, verbose } = order;
  const web3 = web3Transport(order);
  const native = connection && (await transportOf(connection));
  const known = new Set<string>();
  /** What is made up is said once for each method, or each time. */
  const onAnswer = ({ method, error, madeUp }: AnswerNote): void => {
    const words = madeUp.join(", ");
    const failed = error instanceof Error ? error.message : "";
    const isNew = words !== "" && !known.has(`${method} ${words}`);
    if (isNew && known.size < 1000) known.add(`${method} ${words}`);
    if (!verbose && !isNew) return;
    if (json) printJson(JSON.stringify({ method, madeUp, ...(failed ? { error: failed } : {}) }));
    else print(visibleLine([method, failed, words && t("made up: {0}", words)].filter(Boolean).join(" – ")));
  };
  const onTransaction = (event: QueueEvent): void => {
    if (json) printJson(JSON.stringify({ ...event, nonce: String(event.nonce) }));
    else if (event.kind === "held" || event.kind === "dropped" || verbose) print(transactionText(event));
  };
  const { access, name = "" } = connection ?? {};
  try {
    const proxy = await openProxy({
      ...order,
      blocks: order.blocks ?? usualOrder.blocks,
      logBlocks: order.logBlocks ?? usualOrder.logBlocks,
      heldMs: order.holdSeconds === undefined ? usualOrder.heldMs : 1000 * order.holdSeconds,
      client: connection && native ? clientOf(connection, native) : undefined,
      web3,
      index: order.index && logIndexOf(order.index),
      ...(order.state === "off"
        ? {}
        : {
            stateFile: (chainId: string) =>
              order.state === undefined
                ? usualStateFile(web3?.label ?? native?.label ?? "", chainId)
                : resolve(order.state),
          }),
      ...(access === "readOnly"
        ? { refusesTransactions: () => t("The connection {0} is read-only, so no transaction is passed on.", name) }
        : {}),
      onAnswer,
      onTransaction,
    });
    await printReady(order, proxy);
    await stoppable((signal) => new Promise<void>((stopped) => signal.addEventListener("abort", () => stopped())));
    await proxy.close();
    return 0;
  } finally {
    await Promise.all([web3?.close(), native?.close()]);
  }
}

async function printReady({ json, host }: ProxyCommandOrder, proxy: OpenedProxy): Promise<void> {
  const { url, chainId, over, sm, restored, portTrouble } = proxy;
  if (json) printJson(JSON.stringify({ type: "ready", url, chainId, over, sm, restored }));
  else {
    print(t("Ethereum's tools reach the chain at {0}, chain ID {1}. Ctrl+C ends this.", url, chainId));
    if (sm)
      print(t("Only reads are possible: this chain verifies SM2 signatures, and Ethereum's tools sign by secp256k1."));
    else if (over === "fisco")
      print(t("Only reads are possible: only a node's web3 port accepts transactions of Ethereum (--web3)."));
    if (restored > 0) print(t("Transactions that still wait from last time: {0}", restored));
  }
  if (portTrouble) complain(await errorSentence(portTrouble));
  if (!isLoopback(host)) complain(t("Other machines can use it: {0} isn't this machine alone.", host));
}

/** `chainside web3-proxy`: what Ethereum's tools expect, in front of a node. */
export const runWeb3Proxy = commandOf(commandLine, serve);
