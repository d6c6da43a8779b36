// The debug adapter: speaks the Debug Adapter Protocol over standard input and output, with `--server` over sockets, and over the
// channel of an editor that started it with one.
import type { DebugProtocol } from "@vscode/debugprotocol";
import { errorMessage } from "../errors/errorMessage";
import { serveStarter } from "../processes/serveStarter";
import { useLocale } from "../text/catalogueFile";
import type { DebugAdapterProtocol } from "./adapter/messages";
import { FiscoDebugSession } from "./adapter/session";
import { serveSessions } from "./adapter/sessionServer";
import { closeCompiler } from "./program/startDebuggee";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");
if (process.argv.includes("--server")) {
  // several sessions, one after another or at once, at a path that is told on standard output
  const server = await serveSessions((input, output) => {
    const session = new FiscoDebugSession();
    session.setRunAsServer(true);
    session.start(input, output);
  });
  process.on("exit", () => server.close());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(0));
  process.stdout.write(`${server.path}\n`);
  process.stdin.on("end", () => process.exit(0)).resume();
} else if (process.send) {
  let session: FiscoDebugSession | undefined;
  serveStarter<DebugAdapterProtocol>(
    {
      session: (_, { ask, tell, signal }) =>
        new Promise((done) => {
          session = new FiscoDebugSession(ask);
          session.onDidSendMessage((message) => tell(message as DebugProtocol.ProtocolMessage));
          signal.addEventListener("abort", () => done());
        }),
      message: (message) => session?.handleMessage(message),
    },
    { report: errorMessage, ended: closeCompiler },
  );
} else {
  const session = new FiscoDebugSession();
  process.on("SIGTERM", () => session.shutdown());
  session.start(process.stdin, process.stdout);
}
