// The debug adapter: speaks the Debug Adapter Protocol over standard input and output, with `--server` over sockets.
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as l10n from "@vscode/l10n";
import { FiscoDebugSession } from "./adapter/session";

if (/^zh/i.test(process.env["CHAINSIDE_LOCALE"] ?? "")) {
  try {
    const bundle = join(dirname(fileURLToPath(import.meta.url)), "l10n/bundle.l10n.zh-cn.json");
    l10n.config({ contents: readFileSync(bundle, "utf8") });
  } catch {
    // English stands in
  }
}
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
