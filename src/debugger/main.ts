// The debug adapter: speaks the Debug Adapter Protocol over standard input and output, with `--server` over sockets.
import { createServer } from "node:net";
import { useLocale } from "../text/catalogueFile";
import { FiscoDebugSession } from "./adapter/session";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");
if (process.argv.includes("--server")) {
  // several sessions, one after another or at once, on a port of loopback that is told on standard output
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    const session = new FiscoDebugSession();
    session.setRunAsServer(true);
    session.start(socket, socket);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
  });
  process.stdin.on("end", () => process.exit(0)).resume();
} else {
  const session = new FiscoDebugSession();
  process.on("SIGTERM", () => session.shutdown());
  session.start(process.stdin, process.stdout);
}
