import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a program that stands in for a node does after it has printed its release. */
export type Behavior = "runs" | "dies" | "ignores SIGTERM";

const listens = (stubborn: boolean): string => `import { createServer } from "node:net";
import { readFileSync } from "node:fs";
const port = Number(/listen_port=(\\d+)/.exec(readFileSync("config.ini", "utf8"))[1]);
createServer((socket) => socket.end()).listen(port, "127.0.0.1");
process.on("SIGHUP", () => undefined);
${stubborn ? 'process.on("SIGTERM", () => undefined);' : ""}
setTimeout(() => process.exit(), 300_000);
`;

/**
 * Writes a program that prints a release as nodes do, and then stands in for one.
 * @param running the release that it prints when it runs
 */
export function writeProgram(path: string, release: string, behavior: Behavior = "runs", running = release): void {
  writeFileSync(`${path}.mjs`, listens(behavior === "ignores SIGTERM"));
  const lines = [
    "#!/bin/bash",
    `[ "$1" = "-v" ] && echo "FISCO BCOS Version : ${release}" && exit 0`,
    `echo "FISCO BCOS Version : ${running}"`,
    behavior === "dies" ? "exit 1" : `exec "${process.execPath}" "${path}.mjs"`,
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  chmodSync(path, 0o755);
}

const start = `cd "$(dirname "$0")"
nohup ../fisco-bcos -c config.ini -g config.genesis >> nohup.out 2>&1 &
echo $! > node.pid
port=$(sed -n 's/^ *listen_port=//p' config.ini | head -n 1)
for ((look = 0; look < 50; look++)); do
  kill -0 "$(cat node.pid)" 2>/dev/null || break
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
  sleep 0.1
done
exit 0
`;

const stop = `cd "$(dirname "$0")"
pid=$(cat node.pid)
kill "$pid" 2>/dev/null
for ((look = 0; look < 60; look++)); do
  kill -0 "$pid" 2>/dev/null || exit 0
  sleep 0.1
done
exit 1
`;

/** A node folder with scripts that run the program beside it. */
export function writeSwappableNode(folder: string, nodeId: string, port: number): void {
  mkdirSync(join(folder, "conf"), { recursive: true });
  writeFileSync(join(folder, "config.ini"), `[p2p]\n    listen_port=${port}\n`);
  writeFileSync(join(folder, "conf/node.nodeid"), `${nodeId}\n`);
  writeFileSync(join(folder, "start.sh"), start);
  writeFileSync(join(folder, "stop.sh"), stop);
}
