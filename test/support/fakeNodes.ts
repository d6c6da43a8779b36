import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Stands in for the node program: listens on the ports it is given, and ends by itself when everybody forgot it. */
const program = `import { createServer } from "node:net";
for (const port of process.argv.slice(2)) createServer((socket) => socket.end()).listen(Number(port), "127.0.0.1");
// nohup would not do: Node gives every signal its usual meaning again, and the end of a terminal is one.
process.on("SIGHUP", () => undefined);
setTimeout(() => process.exit(), 600_000);
`;

/** As the real one: a running node is told to read its lists again, a stopped one is started. */
const start = `cd "$(dirname "$0")"
if [ -f node.pid ] && kill -0 "$(cat node.pid)" 2>/dev/null; then
  echo reload >> signals.txt
  if grep -q unreadable config.ini; then
    echo "warning|made up|[Gateway::Signal]reload p2p connected nodes failed, e: config.ini(3): duplicate key name" >> log/log_2026011100.00.log
  else
    echo "info|made up|[Gateway::Signal]reload p2p connected nodes successfully,nodes count: =2" >> log/log_2026011100.00.log
  fi
  echo " $(basename "$PWD") is running, pid is $(cat node.pid)."
  exit 0
fi
port=$(sed -n 's/^ *listen_port=//p' config.ini | head -n 1)
mkdir -p log
echo "info|made up|start" > log/log_2026011100.00.log
echo "FISCO BCOS Version : 3.16.0" >> nohup.out
NODE="$(cat PROGRAM_FOLDER/node.path)"
nohup "$NODE" PROGRAM_FOLDER/program.mjs $(sed -n 's/^ *listen_port=//p' config.ini) > /dev/null 2>&1 &
echo $! > node.pid
while kill -0 "$(cat node.pid)" 2>/dev/null; do
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
  sleep 0.3
done
echo " $(basename "$PWD") start successfully pid=$(cat node.pid)"
`;

const stop = `cd "$(dirname "$0")"
[ -f node.pid ] && kill "$(cat node.pid)" 2>/dev/null
rm -f node.pid
echo " stop $(basename "$PWD") success."
`;

/** Gives a node folder the two scripts. The program lies outside of the workspace. */
export function writeNodeScripts(folder: string, programFolder: string): void {
  mkdirSync(programFolder, { recursive: true });
  writeFileSync(join(programFolder, "program.mjs"), program);
  writeFileSync(join(programFolder, "node.path"), process.execPath);
  writeFileSync(join(folder, "start.sh"), start.replaceAll("PROGRAM_FOLDER", programFolder));
  writeFileSync(join(folder, "stop.sh"), stop);
}

/** A script that takes the options of the official one and makes node folders with such scripts. */
export function writeBuildChain(path: string, programFolder: string): void {
  const template = join(programFolder, "template");
  mkdirSync(template, { recursive: true });
  writeNodeScripts(template, programFolder);
  writeFileSync(
    path,
    `while getopts "l:p:o:e:a:s" option; do
  case $option in
    l) count=\${OPTARG##*:} ;;
    p) p2p=\${OPTARG%%,*}; rpc=\${OPTARG##*,} ;;
    o) output=$OPTARG ;;
    *) ;;
  esac
done
if [ -e "$output" ]; then echo "[FATAL] $output DIR already exist, please check!"; exit 1; fi
for ((node = 0; node < count; node++)); do
  folder=$output/127.0.0.1/node$node
  mkdir -p "$folder/conf"
  printf '[p2p]\\n    listen_port=%d\\n[rpc]\\n    listen_port=%d\\n[certificate_whitelist]\\n' $((p2p + node)) $((rpc + node)) > "$folder/config.ini"
  printf '[chain]\\n    group_id=group0\\n[consensus]\\n    consensus_type=pbft\\n' > "$folder/config.genesis"
  printf '%0128d\\n' $((node + 1)) > "$folder/conf/node.nodeid"
  cp "${template}/start.sh" "${template}/stop.sh" "$folder/"
done
printf 'for one in "$(dirname "$0")"/node*; do bash "$one/start.sh"; done\\n' > "$output/127.0.0.1/start_all.sh"
echo "[INFO] All completed. Files in $output"
`,
  );
  chmodSync(path, 0o755);
}

/** Ends the stand-ins that are left below the folder. */
export function endFakeNodes(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!entry.endsWith("node.pid")) continue;
    try {
      process.kill(Number(readFileSync(join(folder, entry), "utf8")));
    } catch {
      // It has ended by itself.
    }
  }
}
