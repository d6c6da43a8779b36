import { version } from "../../package.json";
import { findOperation, nouns } from "../operations/catalogue";
import { expectBriefLife } from "../processes/briefLife";
import { type LocalizableText, say, t, text } from "../text/catalogue";
import { terminalLocale, useLocale } from "../text/catalogueFile";
import { closestName } from "../text/closestName";
import { timeZoneNamed, useTimeZone } from "../text/formats";
import { visibleLine } from "../text/visibleText";
import type { localText } from "./operations/localText";
import type { Command, Options } from "./options/commandLine";
import { complain, print } from "./output/print";
import type { ShellProgram } from "./shell/shell";

interface CommandEntry {
  readonly summary: LocalizableText;
  readonly load: () => Promise<Command>;
  /** Its own first words, where it has some: a noun of the catalogue may have the same name. */
  readonly words?: readonly string[];
  /** Asks a node a few things and ends, as operations do. */
  readonly brief?: true;
}

type Loads<Words> = { readonly [Word in keyof Words]: () => Promise<Command> };

/** What nouns of the catalogue also do on this machine. */
const local: { readonly [Noun in keyof typeof localText]: Loads<(typeof localText)[Noun]> } = {
  node: { "renew-certificates": async () => (await import("./commands/renewCertificates")).runRenewCertificates },
  upgrade: {
    swap: async () => (await import("./commands/upgradeSwap")).runUpgradeSwap,
    runbook: async () => (await import("./commands/upgradeSwap")).runUpgradeRunbook,
  },
};

function localCommand(noun: string, word: string | undefined): (() => Promise<Command>) | undefined {
  const table: Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>> = local;
  const own = Object.hasOwn(table, noun) ? table[noun] : undefined;
  return own && word !== undefined && Object.hasOwn(own, word) ? own[word] : undefined;
}

/** Each is loaded when it is asked for: `chainside lint` needs no EVM. */
const commands: Readonly<Record<string, CommandEntry>> = {
  account: {
    summary: text("create, import, export, and list account key files"),
    brief: true,
    words: ["new", "import", "export", "list"],
    load: async () => (await import("./commands/account")).runAccount,
  },
  devchain: {
    summary: text("run an embedded FISCO BCOS chain"),
    load: async () => (await import("./commands/devchain")).runDevchain,
  },
  compile: {
    summary: text("compile Solidity for either kind of chain"),
    load: async () => (await import("./commands/compile")).runCompile,
  },
  format: {
    summary: text("format Solidity as its project writes it"),
    load: async () => (await import("./commands/format")).runFormat,
  },
  flatten: {
    summary: text("print a Solidity file and its imports as one"),
    load: async () => (await import("./commands/flatten")).runFlatten,
  },
  graph: {
    summary: text("draw inheritance or calls of Solidity as SVG"),
    load: async () => (await import("./commands/graph")).runGraph,
  },
  layout: {
    summary: text("print where a contract keeps its variables, and what an upgrade does to them"),
    load: async () => (await import("./commands/layout")).runLayout,
  },
  generate: {
    summary: text("write clients of contracts for Java, TypeScript, Go, and Python"),
    load: async () => (await import("./commands/generate")).runGenerate,
  },
  new: {
    summary: text("write a project with a contract and its test, or an application that calls contracts"),
    words: ["application", "project"],
    load: async () => (await import("./commands/newApplication")).runNew,
  },
  test: {
    summary: text("run tests of contracts (*.t.sol) on an embedded chain"),
    load: async () => (await import("./commands/test")).runTest,
  },
  run: {
    summary: text("run scenarios (*.chain.yaml) on embedded chains or a real one"),
    load: async () => (await import("./commands/run")).runRun,
  },
  trace: {
    summary: text("print what a transaction did, call by call"),
    brief: true,
    load: async () => (await import("./commands/trace")).runTrace,
  },
  storage: {
    summary: text("print the state variables of a contract by name"),
    brief: true,
    load: async () => (await import("./commands/storage")).runStorage,
  },
  verify: {
    summary: text("compare a contract on a chain with its sources"),
    brief: true,
    load: async () => (await import("./commands/verify")).runVerify,
  },
  abi: {
    summary: text("encode and decode call data, and find selectors, without a chain"),
    words: ["encode", "decode", "selector", "sig", "lookup", "4byte"],
    load: async () => (await import("./commands/abi")).runAbi,
  },
  deploy: {
    summary: text("deploy a contract, compiled or from its source"),
    brief: true,
    load: async () => (await import("./commands/deploy")).runDeploy,
  },
  send: {
    summary: text("sign and send a call of a contract's function"),
    brief: true,
    load: async () => (await import("./commands/send")).runSend,
  },
  call: {
    summary: text("call a contract function without a transaction"),
    brief: true,
    load: async () => (await import("./commands/call")).runCall,
  },
  load: {
    summary: text("send many signed transactions to a chain and measure"),
    load: async () => (await import("./commands/load")).runLoad,
  },
  rpc: {
    summary: text("call a JSON-RPC method of a node"),
    brief: true,
    load: async () => (await import("./commands/rpc")).runRpc,
  },
  index: {
    summary: text("bring the blocks of a group into a database"),
    load: async () => (await import("./commands/indexGroup")).runIndex,
  },
  query: {
    summary: text("ask such a database in SQL, and export"),
    load: async () => (await import("./commands/query")).runQuery,
  },
  logs: {
    summary: text("say from logs of nodes what blocks took, and what was wrong"),
    words: ["analyze"],
    load: async () => (await import("./commands/logs")).runLogs,
  },
  exporter: {
    summary: text("serve metrics of nodes and groups to Prometheus"),
    load: async () => (await import("./commands/exporter")).runExporter,
  },
  watch: {
    summary: text("watch nodes and groups by rules, and tell what goes wrong"),
    load: async () => (await import("./commands/watch")).runWatch,
  },
  monitor: {
    summary: text("watch, alert, index, and serve metrics and pages as a service"),
    words: ["init"],
    load: async () => (await import("./commands/monitor")).runMonitor,
  },
  remote: {
    summary: text("start and stop nodes on other hosts by ssh, and show their logs"),
    words: ["start", "stop", "status", "logs", "list"],
    load: async () => (await import("./commands/remote")).runRemote,
  },
  mcp: {
    summary: text("serve a chain's operations to assistants (Model Context Protocol)"),
    load: async () => (await import("./commands/mcp")).runMcp,
  },
  request: {
    summary: text("show, sign, and send a transaction that was written to a file"),
    brief: true,
    words: ["show", "sign", "send"],
    load: async () => (await import("./commands/request")).runRequest,
  },
  signer: {
    summary: text("sign for other machines, by a policy and with your consent"),
    load: async () => (await import("./commands/signer")).runSigner,
  },
  probe: {
    summary: text("try a connection step by step"),
    brief: true,
    load: async () => (await import("./commands/probe")).runProbe,
  },
  "web3-proxy": {
    summary: text("answer Ethereum's tools as they expect, in front of a node"),
    load: async () => (await import("./commands/web3Proxy")).runWeb3Proxy,
  },
  lint: {
    summary: text("check config.ini, config.genesis, nodes.json, and Solidity"),
    load: async () => (await import("./commands/lint")).runLint,
  },
  lsp: {
    summary: text("answer an editor about config.ini, Solidity, and scenarios (Language Server Protocol)"),
    load: async () => (await import("./commands/lsp")).runLsp,
  },
  audit: {
    summary: text("show and check what was signed by this user, and who agreed"),
    brief: true,
    words: ["show", "verify"],
    load: async () => (await import("./commands/audit")).runAudit,
  },
  archive: {
    summary: text("archive blocks of a node, and look up archived ones"),
    words: ["run", "get"],
    load: async () => (await import("./commands/archive")).runArchive,
  },
  shell: {
    summary: text("open a console on a chain, which takes the official console's commands too"),
    load: async () => (await import("./commands/shell")).shellOf({ ...shellProgram, complete: completeHere }),
  },
  completion: {
    summary: text("print a script that completes command lines in a terminal"),
    load: async () => (await import("./commands/completion")).runCompletion,
  },
  access: {
    summary: text("print which node folders accept each other"),
    load: async () => (await import("./commands/access")).runAccess,
  },
};

/** @public What there is, for the test that asks every command for its usage. */
export const commandNames: readonly string[] = Object.keys(commands);

/** The options that the line of a command takes, by the words behind its name; none where it has no table of them. */
async function optionsOf(name: string, words: readonly string[]): Promise<Options> {
  const command = Object.hasOwn(commands, name) ? await commands[name]?.load() : undefined;
  return (await command?.options?.(words)) ?? {};
}

/** @public The program as a shell has it, which runs a line in the language that is chosen already. */
export const shellProgram: ShellProgram = {
  run: (argv) => runCommand(argv, () => undefined),
  names: commandNames,
  optionsOf,
};

async function completeHere(words: readonly string[]): Promise<string[]> {
  return (await import("./completion/complete")).complete(words, commands, optionsOf);
}

/** The commands in the terminal's language. */
function usage(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${say(summary)}`);
  const nounLines = Object.entries(nouns).map(([noun, { summary }]) => `  ${noun.padEnd(10)} ${say(summary)}`);
  return [
    t("usage: {0}", t("chainside <command> [arguments]")),
    "",
    ...lines,
    "",
    t("Operations on a chain: {0}", t("chainside <noun> <verb> [fields]")),
    "",
    ...nounLines,
  ].join("\n");
}

/**
 * Whether a noun's word is meant. A command of the same name has the first say: what it takes as its own first word is its own, and so is
 * its line without one.
 */
async function namesOperation(noun: string, word: string | undefined): Promise<boolean> {
  if (!Object.hasOwn(commands, noun)) return true;
  if (commands[noun]?.words?.includes(word ?? "")) return false;
  return word !== undefined && (await findOperation(noun, word)) !== undefined;
}

/** What every command has: how it speaks. */
const everywhere = ["locale", "time-zone"] as const;
type Everywhere = Partial<Record<(typeof everywhere)[number], string>>;

/** Takes these out of a command line. What comes after `--` is not ours. */
function takeEverywhere(argv: readonly string[]): { readonly reported: Everywhere; readonly rest: readonly string[] } {
  const rest: string[] = [];
  const reported: Everywhere = {};
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") return { reported, rest: [...rest, ...argv.slice(at)] };
    const name = everywhere.find((each) => word === `--${each}` || word.startsWith(`--${each}=`));
    const next = argv[at + 1];
    if (name !== undefined && word.includes("=")) reported[name] = word.slice(word.indexOf("=") + 1);
    else if (name !== undefined && next !== undefined) {
      reported[name] = next;
      at++;
    } else rest.push(word);
  }
  return { reported, rest };
}

/**
 * Runs `chainside NAME …`. Exit code 2 for a wrong command line, as each command gives for its own arguments.
 * @param useLanguage chooses the language of what is said
 */
export async function runCommand(
  argv: readonly string[],
  useLanguage: (locale: string) => void = useLocale,
): Promise<number> {
  const { reported, rest } = takeEverywhere(argv);
  useLanguage(reported.locale ?? terminalLocale(process.env));
  const zone = reported["time-zone"];
  if (zone !== undefined) {
    const found = timeZoneNamed(zone);
    if (found === undefined) {
      complain(
        `chainside: ${t("--time-zone must be a zone such as Asia/Shanghai, UTC, or +08:00, not {0}", visibleLine(zone))}`,
      );
      return 2;
    }
    useTimeZone(found);
  }
  // `help node add-sealer` is `node add-sealer --help`
  const [name, ...args] = rest[0] === "help" && rest.length > 1 ? [...rest.slice(1), "--help"] : rest;
  const here = name === undefined ? undefined : localCommand(name, args[0]);
  if (here) return (await here())(args.slice(1));
  if (name !== undefined && Object.hasOwn(nouns, name) && (await namesOperation(name, args[0]))) {
    expectBriefLife();
    return (await import("./operations/runOperation")).runOperation(name, args);
  }
  if (name === "complete") {
    // asked by the scripts of `chainside completion`, with the words behind `--`
    const found = await completeHere(args[0] === "--" ? args.slice(1) : args);
    if (found.length > 0) print(found.join("\n"));
    return 0;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command?.brief) expectBriefLife();
  if (command) return (await command.load())(args);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    print(usage());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    print(version);
    return 0;
  }
  const meant = closestName(name, [...commandNames, ...Object.keys(nouns)]);
  const trouble = meant ? t('unknown command "{0}". Did you mean {1}?', name, meant) : t('unknown command "{0}"', name);
  complain(`chainside: ${trouble}\n\n${usage()}`);
  return 2;
}
