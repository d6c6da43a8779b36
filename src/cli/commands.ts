import { complain, print } from "./print";

/** A command of the `chainside` program: takes its arguments, gives the exit code. */
type Command = (args: readonly string[]) => Promise<number>;

/** Each is loaded when it is asked for: `chainside lint` needs no EVM. */
const commands: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  account: {
    summary: "create, import, export and list account key files",
    load: async () => (await import("./account")).runAccount,
  },
  devchain: {
    summary: "run an embedded FISCO BCOS chain",
    load: async () => (await import("./devchain")).runDevchain,
  },
  dev: {
    summary: "set an embedded chain back, move its time, break it on purpose",
    load: async () => (await import("./dev")).runDev,
  },
  compile: {
    summary: "compile Solidity for either kind of chain",
    load: async () => (await import("./compile")).runCompile,
  },
  test: {
    summary: "run tests of contracts (*.t.sol) on an embedded chain",
    load: async () => (await import("./test")).runTest,
  },
  trace: {
    summary: "print what a transaction of an embedded chain did, call by call",
    load: async () => (await import("./trace")).runTrace,
  },
  verify: {
    summary: "compare a contract on a chain with its sources",
    load: async () => (await import("./verify")).runVerify,
  },
  deploy: {
    summary: "deploy a contract, compiled or from its source",
    load: async () => (await import("./deploy")).runDeploy,
  },
  send: {
    summary: "sign and send a call of a contract's function",
    load: async () => (await import("./send")).runSend,
  },
  call: {
    summary: "ask a function of a contract, without a transaction",
    load: async () => (await import("./call")).runCall,
  },
  rpc: {
    summary: "ask a node one JSON-RPC method",
    load: async () => (await import("./rpc")).runRpc,
  },
  probe: {
    summary: "try a connection step by step",
    load: async () => (await import("./probe")).runProbe,
  },
  lint: {
    summary: "check config.ini, config.genesis and nodes.json",
    load: async () => (await import("./lint")).runLint,
  },
  archive: {
    summary: "archive blocks of a node, and look up archived ones",
    load: async () => (await import("./archive")).runArchive,
  },
  access: {
    summary: "print which node folders accept each other",
    load: async () => (await import("./access")).runAccess,
  },
};

function usage(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return ["usage: chainside <command> [arguments]", "", ...lines].join("\n");
}

/** Runs `chainside NAME …`. Exit code 2 for a wrong command line, as each command gives for its own arguments. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    print(usage());
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    complain(`chainside: there is no command "${name}".\n\n${usage()}`);
    return 2;
  }
  return (await command.load())(args);
}
