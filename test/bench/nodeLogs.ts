// What logs of nodes take in memory while they are shown and afterwards, beside their size: `node --expose-gc --import tsx
// test/bench/nodeLogs.ts [--mebibytes N]`.
import { parseArgs } from "node:util";
import { type LogEntry, mergedLogs, readLogEntries } from "../../src/nodeConfig/logs/logEntries";
import { detachedText } from "../../src/text/shortText";

const { values } = parseArgs({ options: { mebibytes: { type: "string", default: "64" } } });
const mebibyte = 1024 * 1024;
const size = Number(values.mebibytes) * mebibyte;
const collect = (globalThis as { gc?: () => void }).gc;
if (!collect) throw new Error("start it with --expose-gc");

/** Bytes in use when everything that no one holds is gone. */
function held(): number {
  collect?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const rare = 2000;
const lineOf = (number: number): string =>
  `${number % rare === 0 ? "error" : "info"}|2026-01-11 00:00:00.000000|t-1|[CONSENSUS][PBFT]on${number},index=${number},${"x".repeat(120)}\n`;

/** The lines that a filter lets through, of pieces of a text that is read piece by piece. */
function errorsOf(keep: (entry: LogEntry) => LogEntry): LogEntry[] {
  const found: LogEntry[] = [];
  const piece = Array.from({ length: 1024 }, (_, i) => lineOf(i)).join("");
  for (let read = 0; read < size; read += piece.length) {
    const entries = readLogEntries(Buffer.from(piece).toString("utf8"));
    for (const entry of entries) if (entry.level === "error") found.push(keep(entry));
  }
  return found;
}

const before = held();
const pieces = errorsOf((entry) => entry);
const asRead = held() - before;
const shownThen = mergedLogs([{ name: "node0", entries: pieces, cut: false }]).length;
pieces.length = 0;
const between = held();
const own = errorsOf((entry) => ({ ...entry, time: detachedText(entry.time), text: detachedText(entry.text) }));
const detached = held() - between;
const shown = mergedLogs([{ name: "node0", entries: own, cut: false }]).length;
own.length = 0;
const afterwards = held() - before;
const ratio = (bytes: number): string => (bytes / size).toFixed(3);
console.log(
  `${values.mebibytes} MiB of logs, ${(shown / 1024).toFixed(0)} KiB of lines that are shown (${shownThen === shown ? "the same" : "others"} both times)`,
);
console.log(
  `held while shown, of the size of the logs: lines as they were read ${ratio(asRead)}, lines of their own ${ratio(detached)}`,
);
console.log(`held when they are closed: ${ratio(afterwards)}`);
