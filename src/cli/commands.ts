import { type LocalizableText, say, t, text } from "../text/catalogue";
import { terminalLocale, useLocale } from "../text/catalogueFile";
import { complain, print } from "./print";

/** A command of the `chainside` program: takes its arguments, gives the exit code. */
type Command = (args: readonly string[]) => Promise<number>;

/** Each is loaded when it is asked for: `chainside lint` needs no EVM. */
const commands: Readonly<Record<string, { summary: LocalizableText; load: () => Promise<Command> }>> = {
  account: {
    summary: text("create, import, export, and list account key files"),
    load: async () => (await import("./account")).runAccount,
  },
  devchain: {
    summary: text("run an embedded FISCO BCOS chain"),
    load: async () => (await import("./devchain")).runDevchain,
  },
  dev: {
    summary: text("revert an embedded chain, move its time, break it on purpose"),
    load: async () => (await import("./dev")).runDev,
  },
  compile: {
    summary: text("compile Solidity for either kind of chain"),
    load: async () => (await import("./compile")).runCompile,
  },
  test: {
    summary: text("run tests of contracts (*.t.sol) on an embedded chain"),
    load: async () => (await import("./test")).runTest,
  },
  run: {
    summary: text("run scenarios (*.chain.yaml) on embedded chains or a real one"),
    load: async () => (await import("./run")).runRun,
  },
  trace: {
    summary: text("print what a transaction did, call by call"),
    load: async () => (await import("./trace")).runTrace,
  },
  storage: {
    summary: text("print the state variables of a contract by name"),
    load: async () => (await import("./storage")).runStorage,
  },
  verify: {
    summary: text("compare a contract on a chain with its sources"),
    load: async () => (await import("./verify")).runVerify,
  },
  deploy: {
    summary: text("deploy a contract, compiled or from its source"),
    load: async () => (await import("./deploy")).runDeploy,
  },
  send: {
    summary: text("sign and send a call of a contract's function"),
    load: async () => (await import("./send")).runSend,
  },
  call: {
    summary: text("call a contract function without a transaction"),
    load: async () => (await import("./call")).runCall,
  },
  load: {
    summary: text("send many signed transactions to a chain and measure"),
    load: async () => (await import("./load")).runLoad,
  },
  rpc: {
    summary: text("call a JSON-RPC method of a node"),
    load: async () => (await import("./rpc")).runRpc,
  },
  probe: {
    summary: text("try a connection step by step"),
    load: async () => (await import("./probe")).runProbe,
  },
  lint: {
    summary: text("check config.ini, config.genesis, and nodes.json"),
    load: async () => (await import("./lint")).runLint,
  },
  archive: {
    summary: text("archive blocks of a node, and look up archived ones"),
    load: async () => (await import("./archive")).runArchive,
  },
  access: {
    summary: text("print which node folders accept each other"),
    load: async () => (await import("./access")).runAccess,
  },
};

/** @public What there is, for the test that asks every command for its usage. */
export const commandNames: readonly string[] = Object.keys(commands);

/** The commands in the terminal's language. */
function usage(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${say(summary)}`);
  return [t("usage: {0}", "chainside <command> [arguments]"), "", ...lines].join("\n");
}

/** Takes `--locale` out of a command line: every command has it. What comes after `--` is not ours. */
function takeLocale(argv: readonly string[]): {
  readonly locale: string | undefined;
  readonly rest: readonly string[];
} {
  const rest: string[] = [];
  let locale: string | undefined;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") return { locale, rest: [...rest, ...argv.slice(at)] };
    if (word === "--locale" && argv[at + 1] !== undefined) locale = argv[++at];
    else if (word.startsWith("--locale=")) locale = word.slice("--locale=".length);
    else rest.push(word);
  }
  return { locale, rest };
}

/**
 * Runs `chainside NAME …`. Exit code 2 for a wrong command line, as each command gives for its own arguments.
 * @param useLanguage chooses the language of what is said
 */
export async function runCommand(
  argv: readonly string[],
  useLanguage: (locale: string) => void = useLocale,
): Promise<number> {
  const { locale, rest } = takeLocale(argv);
  useLanguage(locale ?? terminalLocale(process.env));
  const [name, ...args] = rest;
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return (await command.load())(args);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    print(usage());
    return name === undefined ? 2 : 0;
  }
  complain(`chainside: ${t('unknown command "{0}"', name)}\n\n${usage()}`);
  return 2;
}
