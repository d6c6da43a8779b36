import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ChainError } from "../chain/errors/chainError";
import type { DevChainOptions } from "./options";
import { isLoopback } from "./rpc/reach";
import { type DevChain, startDevChain } from "./startDevChain";

const help = `usage: chainside devchain [options]

  --port N                port of JSON-RPC and WebSocket (default: any free port)
  --host ADDRESS          interface to listen on (default: 127.0.0.1, this machine only)
  --chain-id ID           chain ID (default: chainside, which no chain generator makes)
  --allow-origin ORIGIN   let pages of this origin use the chain, as http://localhost:3000; repeat for several, * for all
  --allow-host NAME       answer under this host name too; repeat for several, * for any (default: localhost and loopback addresses)
  --open-dev              let everybody who reaches the port use the dev_ methods without the token of the ready line
  --group ID              group; repeat for several (default: group0)
  --sealers N             nodes that take part in consensus (default: 4)
  --observers N           nodes that only follow (default: 1)
  --consensus pbft|rpbft  all sealers take part, or some of them in turn (default: pbft)
  --epoch-sealers N       sealers that take part at a time, for rpbft (default: 4)
  --epoch-blocks N        blocks until one of them is exchanged, for rpbft (default: 1000)
  --accounts N            development accounts (default: 10)
  --fund N                balance of each development account, in units of 10^18 wei (default: 0)
  --seed TEXT             keys and hashes follow from it (default: chainside)
  --sm                    SM2 and SM3 instead of secp256k1 and keccak256
  --auth                  governance on from the first block
  --admin ADDRESS         first governor (default: the first account)
  --executor 0|1          classic or baseline executor (default: 1; 0 when a version before 3.15.3 is imitated)
  --node-version 3.x.y    program version to imitate (default: 3.16.4)
  --compatibility 3.x.y   data version at genesis (default: 3.16.0, or the imitated version when that is older)
  --block-interval MS     wait before a block is sealed (default: 0)
  --feature NAME          feature flag switched on at genesis; repeat for several
  --data DIR              folder that keeps the chain (default: memory only)
  --durability process|disk  what an acknowledged block survives: the process' end, or a loss of power too
                          (default: process)
  --tls DIR               TLS with client certificates; files are made in DIR (its sdk folder is for clients)
  --sm-tls DIR            SM TLS (TLCP) instead, with SM2 certificates; files are made in DIR in the same way
  --web3-port N           port of the Ethereum reads (default: none)
  --archive-port N        port of the archive delete service (default: none)
  --archive-query-port N  port of the archive query service (default: none)
  --config FILE           options in a JSON file, by their names in docs/devchain.md; the command line wins
  --json                  print one line of JSON instead of a table
  --help                  show this text`;

/** A wrong command line. */
class UsageError extends Error {}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} needs a whole number, not "${text}".`);
  return Number(text);
}

interface CommandLine {
  readonly options: DevChainOptions;
  readonly json: boolean;
  readonly help: boolean;
}

/** @throws UsageError for a file that is not there or no JSON object. */
function readConfig(path: string): object {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`--config ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`--config ${path}: the file holds no JSON object.`);
  }
  return value;
}

/** @throws UsageError */
function readCommandLine(args: readonly string[]): CommandLine {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values } = parsed;
  const executor = number("executor", values.executor);
  if (executor !== undefined && executor !== 0 && executor !== 1) throw new UsageError("--executor is 0 or 1.");
  const given = {
    port: number("port", values.port),
    host: values.host,
    chainId: values["chain-id"],
    allowOrigins: values["allow-origin"],
    allowHosts: values["allow-host"],
    openDev: values["open-dev"] ?? (process.env["CHAINSIDE_OPEN_DEV"] === "1" ? true : undefined),
    groups: values.group,
    sealers: number("sealers", values.sealers),
    observers: number("observers", values.observers),
    consensus: values.consensus,
    epochSealers: number("epoch-sealers", values["epoch-sealers"]),
    epochBlocks: number("epoch-blocks", values["epoch-blocks"]),
    accounts: number("accounts", values.accounts),
    fund: number("fund", values.fund),
    seed: values.seed,
    suite: values.sm ? "sm" : undefined,
    auth: values.auth,
    admin: values.admin,
    executorVersion: executor,
    nodeVersion: values["node-version"],
    compatibilityVersion: values.compatibility,
    blockIntervalMs: number("block-interval", values["block-interval"]),
    features: values.feature,
    data: values.data,
    durability: values.durability,
    tls: values.tls,
    smTls: values["sm-tls"],
    web3Port: number("web3-port", values["web3-port"]),
    archivePort: number("archive-port", values["archive-port"]),
    archiveQueryPort: number("archive-query-port", values["archive-query-port"]),
  };
  const asked = Object.entries(given).filter(([, value]) => value !== undefined);
  const options = { ...(values.config === undefined ? {} : readConfig(values.config)), ...Object.fromEntries(asked) };
  return { options: options as DevChainOptions, json: values.json ?? false, help: values.help ?? false };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      host: { type: "string" },
      "chain-id": { type: "string" },
      "allow-origin": { type: "string", multiple: true },
      "allow-host": { type: "string", multiple: true },
      "open-dev": { type: "boolean" },
      group: { type: "string", multiple: true },
      sealers: { type: "string" },
      observers: { type: "string" },
      consensus: { type: "string" },
      "epoch-sealers": { type: "string" },
      "epoch-blocks": { type: "string" },
      accounts: { type: "string" },
      fund: { type: "string" },
      seed: { type: "string" },
      sm: { type: "boolean" },
      auth: { type: "boolean" },
      admin: { type: "string" },
      executor: { type: "string" },
      "node-version": { type: "string" },
      compatibility: { type: "string" },
      "block-interval": { type: "string" },
      feature: { type: "string", multiple: true },
      data: { type: "string" },
      durability: { type: "string" },
      tls: { type: "string" },
      "sm-tls": { type: "string" },
      "web3-port": { type: "string" },
      "archive-port": { type: "string" },
      "archive-query-port": { type: "string" },
      config: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}

function summary(chain: DevChain): object {
  const { url, port, web3Url, archiveUrl, archiveQueryUrl, chainId, groups, accounts, devToken } = chain;
  return { type: "ready", url, port, web3Url, archiveUrl, archiveQueryUrl, chainId, groups, accounts, devToken };
}

function table(chain: DevChain): string {
  const lines = [
    `FISCO BCOS embedded chain at ${chain.url}`,
    ...(chain.web3Url === undefined ? [] : [`Ethereum reads at ${chain.web3Url}`]),
    ...(chain.archiveUrl === undefined ? [] : [`archive delete service at ${chain.archiveUrl}`]),
    ...(chain.archiveQueryUrl === undefined ? [] : [`archive query service at ${chain.archiveQueryUrl}`]),
    `chain ${chain.chainId}, ${chain.groups.length > 1 ? "groups" : "group"} ${chain.groups.join(", ")}`,
    ...(chain.devToken === undefined ? [] : [`token of the dev_ methods: ${chain.devToken}`]),
    "",
    "Development accounts: their keys are public, never use them elsewhere.",
    ...chain.accounts.map(({ label, address, privateKey }) => `  ${label.padEnd(6)} ${address}  ${privateKey}`),
  ];
  return lines.join("\n");
}

/** After a stop, what is still being executed does not keep the process alive for longer. */
const endLimitMs = 2000;

/** Ends when somebody asks for it: a signal, a message of the parent, or the parent's end. Asked for before the start, so that none is missed. */
function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
    process.once("disconnect", resolve);
    process.on("message", (message) => {
      if (typeof message === "object" && message !== null && "type" in message && message.type === "stop") resolve();
    });
  });
}

/** Whoever listens to the parent's channel is kept alive by it. */
function letParentGo(): void {
  if (process.connected) process.disconnect();
}

/**
 * Runs the embedded chain until it is told to stop. Prints its address and accounts, or sends them to the parent
 * process over the message channel. Gives the exit code: 0 stopped, 1 could not start, 2 wrong command line.
 */
export async function devChainProcess(args: readonly string[]): Promise<number> {
  let chain: DevChain;
  let commandLine: CommandLine = { options: {}, json: false, help: false };
  let stopped: Promise<void>;
  try {
    commandLine = readCommandLine(args);
    if (commandLine.help) {
      console.log(help);
      return 0;
    }
    const { host } = commandLine.options;
    if (host !== undefined && !isLoopback(host)) {
      console.error(
        `WARNING: listening on ${host}: every machine that reaches it can use this chain and its open keys.`,
      );
    }
    stopped = stopRequest();
    chain = await startDevChain(commandLine.options);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`chainside devchain: ${error.message}\n\n${help}`);
      return 2;
    }
    if (error instanceof ChainError) {
      console.error(`chainside devchain: ${error.message} ${error.advice ?? ""}`);
      process.send?.({ type: "failed", code: error.code });
      letParentGo();
      return error.kind === "usage" ? 2 : 1;
    }
    console.error(`chainside devchain: ${startFailure(error, commandLine.options)}`);
    if (errorCode(error) === "EADDRINUSE") {
      const { port, web3Port } = commandLine.options;
      const other = web3Port !== undefined && web3Port !== port && takenPort(error) === web3Port;
      process.send?.({ type: "failed", code: other ? "web3PortInUse" : "portInUse" });
    }
    letParentGo();
    return 1;
  }
  if (process.send) process.send(summary(chain));
  else console.log(commandLine.json ? JSON.stringify(summary(chain)) : table(chain));
  await stopped;
  // a second signal, or work that does not come to its end, ends it the hard way: no block is lost by that
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  setTimeout(() => process.exit(0), endLimitMs).unref();
  await chain.close();
  letParentGo();
  return 0;
}

const errorCode = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** The port that the system's error is about. */
const takenPort = (error: unknown): unknown => (error instanceof Error && "port" in error ? error.port : undefined);

function startFailure(error: unknown, { web3Port }: DevChainOptions): string {
  const code = errorCode(error);
  if (code === "EADDRINUSE" && web3Port !== undefined && takenPort(error) === web3Port)
    return `port ${web3Port} for Ethereum tools is in use. Choose another with --web3-port.`;
  if (code === "EADDRINUSE") return "the port is in use. Choose another with --port, or leave it out for a free one.";
  if (code === "EACCES") return "the port may not be opened. Choose one above 1023.";
  return error instanceof Error ? error.message : String(error);
}
