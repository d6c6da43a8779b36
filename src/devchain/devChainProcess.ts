import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ChainError } from "../errors/chainError";
import { explainError } from "../errors/dictionary";
import { defaultRpcPort } from "../facts/ports";
import { isOfThisMachine } from "../http/reach";
import { requireOwnFile } from "../processes/exclusive/ownFile";
import { argumentText } from "../text/argumentTrouble";
import { t } from "../text/catalogue";
import { thrownText } from "../text/thrownText";
import { plainDevChainUsage } from "./devChainUsage";
import { type DevChainOptions, devChainSettings, usualSeed } from "./settings/options";
import { type DevChain, startDevChain } from "./startDevChain";

const errorCode = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** The port that the system's error is about. */
const takenPort = (error: unknown): unknown => (error instanceof Error && "port" in error ? error.port : undefined);

/**
 * Starts the chain on the port that is asked for; where none is, on the one that other commands ask by themselves, or, where that is in
 * use, on any free one.
 * @param warn is given what a person has to know then
 * @throws as `startDevChain`
 */
export async function startOnPort(options: DevChainOptions, warn: (text: string) => void): Promise<DevChain> {
  if (options.port !== undefined) return startDevChain(options);
  try {
    return await startDevChain({ ...options, port: defaultRpcPort });
  } catch (error) {
    if (errorCode(error) !== "EADDRINUSE" || takenPort(error) !== defaultRpcPort) throw error;
    const chain = await startDevChain({ ...options, port: 0 });
    warn(t("Port {0} is in use. Use --url {1} with other commands.", defaultRpcPort, chain.url));
    return chain;
  }
}

/** Chain IDs are letters and digits: the name, and what tells it from every other. */
const named = (digits: string): string => `chainside${digits.slice(0, 12)}`;

/** The ID that a data directory was begun with; undefined where there is none, or no chain yet. */
function keptChainId(data: string | undefined): string | undefined {
  if (data === undefined) return undefined;
  const path = join(data, "chain.json");
  requireOwnFile(path);
  if (!existsSync(path)) return undefined;
  return /"chainId": "([0-9a-zA-Z]{1,64})"/.exec(readFileSync(path, "utf8"))?.[1];
}

/**
 * The chain ID of a chain that was given none. A signature is good on every chain of the same ID and group, so each has its own: that of
 * its data directory, one that follows from a seed that was given, or a random one.
 * @throws ChainError code `strangeFile` for a data directory whose chain.json is a link.
 */
export function ownChainId({ chainId, seed, data }: Pick<DevChainOptions, "chainId" | "seed" | "data">): string {
  const known = chainId ?? keptChainId(data);
  if (known !== undefined) return known;
  if (seed === undefined) return named(randomBytes(6).toString("hex"));
  return seed === usualSeed ? usualSeed : named(createHash("sha256").update(`chain ID of ${seed}`).digest("hex"));
}

/** A wrong command line. */
class UsageError extends Error {}

/** How an option is written on a command line: `--FLAG`, `--FLAG N`, `--FLAG TEXT`, or that several times. */
type Flag = readonly [name: string, takes: "nothing" | "number" | "text" | "texts"];

/** Those options that have a flag of the same meaning. */
const flags = {
  port: ["port", "number"],
  host: ["host", "text"],
  chainId: ["chain-id", "text"],
  allowOrigins: ["allow-origin", "texts"],
  allowHosts: ["allow-host", "texts"],
  openDev: ["open-dev", "nothing"],
  groups: ["group", "texts"],
  sealers: ["sealers", "number"],
  observers: ["observers", "number"],
  consensus: ["consensus", "text"],
  epochSealers: ["epoch-sealers", "number"],
  epochBlocks: ["epoch-blocks", "number"],
  accounts: ["accounts", "number"],
  fund: ["fund", "number"],
  seed: ["seed", "text"],
  suite: ["suite", "text"],
  auth: ["auth", "nothing"],
  admin: ["admin", "text"],
  executorVersion: ["executor", "number"],
  nodeVersion: ["node-version", "text"],
  compatibilityVersion: ["compatibility", "text"],
  blockIntervalMs: ["block-interval", "number"],
  order: ["order", "text"],
  features: ["feature", "texts"],
  data: ["data", "text"],
  durability: ["durability", "text"],
  tls: ["tls", "text"],
  smTls: ["sm-tls", "text"],
  web3Port: ["web3-port", "number"],
  web3ProxyPort: ["web3-proxy", "number"],
  archivePort: ["archive-port", "number"],
  archiveQueryPort: ["archive-query-port", "number"],
} as const satisfies Partial<Record<keyof DevChainOptions, Flag>>;

/** @throws UsageError for what is no number where one belongs. */
function flagValue([name, takes]: Flag, value: unknown): unknown {
  if (takes !== "number") return value;
  if (!/^\d+$/.test(String(value))) throw new UsageError(t("--{0} must be an integer, not {1}", name, String(value)));
  return Number(value);
}

interface CommandLine {
  readonly options: DevChainOptions;
  /** Options that were given by their flags. */
  readonly flagged: readonly string[];
  readonly json: boolean;
  readonly help: boolean;
}

/** @throws UsageError for a file that is not there or no JSON object. */
function readConfig(path: string): object {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`--config ${path}: ${thrownText(error)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`--config ${path}: ${t("the file doesn't contain a JSON object")}`);
  }
  return value;
}

/** @throws UsageError */
function readCommandLine(args: readonly string[]): CommandLine {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new UsageError(argumentText(error));
  }
  const values = parsed.values as Readonly<Record<string, unknown>>;
  const given = Object.entries(flags).flatMap(([option, flag]): [string, unknown][] =>
    values[flag[0]] === undefined ? [] : [[option, flagValue(flag, values[flag[0]])]],
  );
  const { config, sm, suite } = values;
  if (sm && suite !== undefined && suite !== "sm")
    throw new UsageError(t("--{0} and --{1} can't be used together", "sm", `suite ${String(suite)}`));
  const options = {
    ...(typeof config === "string" ? readConfig(config) : {}),
    ...(process.env["CHAINSIDE_OPEN_DEV"] === "1" ? { openDev: true } : {}),
    ...Object.fromEntries(given),
    ...(sm ? { suite: "sm" } : {}),
  };
  const flagged = given.map(([option]) => option);
  return {
    options: options as DevChainOptions,
    flagged,
    json: values["json"] === true,
    help: values["help"] === true,
  };
}

function parse(args: readonly string[]) {
  const own = Object.values(flags).map(([name, takes]) => [
    name,
    takes === "nothing" ? { type: "boolean" as const } : { type: "string" as const, multiple: takes === "texts" },
  ]);
  return parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(own),
      sm: { type: "boolean" },
      config: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}

/** An option that was given by its flag is called by that in what is said of it. */
function asWritten(words: string, option: unknown, { flagged }: CommandLine): string {
  if (typeof option !== "string" || !flagged.includes(option)) return words;
  return words.replace(option, `--${flags[option as keyof typeof flags][0]}`);
}

function summary(chain: DevChain): object {
  const { url, port, web3Url, web3ProxyUrl, archiveUrl, archiveQueryUrl, chainId, groups, accounts, devToken } = chain;
  const services = { web3Url, web3ProxyUrl, archiveUrl, archiveQueryUrl };
  return { type: "ready", url, port, ...services, chainId, groups, accounts, devToken };
}

function table(chain: DevChain): string {
  const lines = [
    t("FISCO BCOS embedded chain: {0}", chain.url),
    ...(chain.web3Url === undefined ? [] : [t("Ethereum reads: {0}", chain.web3Url)]),
    ...(chain.web3ProxyUrl === undefined ? [] : [t("Proxy for Ethereum's tools: {0}", chain.web3ProxyUrl)]),
    ...(chain.archiveUrl === undefined ? [] : [t("Archive delete service: {0}", chain.archiveUrl)]),
    ...(chain.archiveQueryUrl === undefined ? [] : [t("Archive query service: {0}", chain.archiveQueryUrl)]),
    chain.groups.length > 1
      ? t("Chain {0}, groups {1}", chain.chainId, chain.groups)
      : t("Chain {0}, group {1}", chain.chainId, chain.groups),
    ...(chain.devToken === undefined ? [] : [t("Token of the dev_ methods: {0}", chain.devToken)]),
    "",
    t("Development accounts. Their keys are public; never use them elsewhere."),
    ...chain.accounts.map(({ label, address, privateKey }) => `  ${label.padEnd(6)} ${address}  ${privateKey}`),
  ];
  return lines.join("\n");
}

/** After a stop, what is still being executed does not keep the process alive for longer. */
const endLimitMs = 2000;

/**
 * Ends when the user asks for it: a signal, a message of the parent, or the parent's end. Asked for before the start, so that none is
 * missed.
 */
function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
    process.once("disconnect", resolve);
    // a parent that ended while this program was loaded says so no more
    if (process.send && !process.connected) resolve();
    process.on("message", (message) => {
      if (typeof message === "object" && message !== null && "type" in message && message.type === "stop") resolve();
    });
  });
}

/** A process that listens to the parent's channel is kept alive by it. */
function letParentGo(): void {
  if (process.connected) process.disconnect();
}

/** A parent that has gone meanwhile hears nothing: the chain ends with it a moment later. */
function tellParent(message: object): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

/**
 * Runs the embedded chain until it is told to stop. Prints its address and accounts, or sends them to the parent
 * process over the message channel. Gives the exit code: 0 stopped, 1 could not start, 2 wrong command line.
 * @param help says how it is called, in the language of the terminal
 */
export async function devChainProcess(
  args: readonly string[],
  help: () => string = plainDevChainUsage,
): Promise<number> {
  let chain: DevChain;
  let commandLine: CommandLine = { options: {}, flagged: [], json: false, help: false };
  let stopped: Promise<void>;
  try {
    commandLine = readCommandLine(args);
    if (commandLine.help) {
      console.log(help());
      return 0;
    }
    const { options } = commandLine;
    devChainSettings(options); // what a file says is of any type
    const { host } = options;
    if (host !== undefined && !isOfThisMachine(host)) {
      console.error(
        t("Warning: listening on {0}. Every machine that reaches it can use this chain and its public keys.", host),
      );
    }
    stopped = stopRequest();
    chain = await startOnPort({ ...options, chainId: ownChainId(options) }, console.error);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`chainside devchain: ${error.message}\n\n${help()}`);
      return 2;
    }
    if (error instanceof ChainError) {
      const { meaning, advice } = await explainError(error);
      const message = asWritten(meaning, error.details["option"], commandLine);
      console.error(`chainside devchain: ${message}\n${advice}`.trimEnd());
      tellParent({ type: "failed", code: error.code });
      letParentGo();
      return error.kind === "usage" ? 2 : 1;
    }
    console.error(`chainside devchain: ${startFailure(error, commandLine.options)}`);
    if (errorCode(error) === "EADDRINUSE") {
      const { port, web3Port } = commandLine.options;
      const other = web3Port !== undefined && web3Port !== port && takenPort(error) === web3Port;
      tellParent({ type: "failed", code: other ? "web3PortInUse" : "portInUse" });
    }
    letParentGo();
    return 1;
  }
  if (process.send) tellParent(summary(chain));
  else console.log(commandLine.json ? JSON.stringify(summary(chain)) : table(chain));
  await stopped;
  // a second signal, or work that does not come to its end, ends it the hard way: no block is lost by that
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  setTimeout(() => process.exit(0), endLimitMs).unref();
  await chain.close();
  letParentGo();
  return 0;
}

function startFailure(error: unknown, { web3Port }: DevChainOptions): string {
  const code = errorCode(error);
  if (code === "EADDRINUSE" && web3Port !== undefined && takenPort(error) === web3Port)
    return t("Port {0} for Ethereum tools is in use. Select another one with --web3-port.", web3Port);
  if (code === "EADDRINUSE") return t("The port is in use. Select another one with --port, or omit it for a free one.");
  if (code === "EACCES") return t("No permission to open the port. Select one above 1023.");
  return thrownText(error);
}
