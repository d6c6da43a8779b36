// How fast logs of nodes are analyzed, and what that takes in memory: `node --expose-gc --import tsx test/bench/nodeLogAnalysis.ts
// [--mebibytes N] [FILE.gz]`. The log is the recording again and again, with heights and times that go on.
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { analyzeLogs } from "../../src/nodeLogs/report/analyzeLogs";
import { typedTime } from "../../src/text/typedTime";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mebibytes: { type: "string", default: "256" } },
});
const mebibyte = 1024 * 1024;
const recording = positionals[0] ?? join(import.meta.dirname, "../fixtures/nodeLogs/leaderKilled/node0.log.gz");
const source = gunzipSync(await readFile(recording)).toString("latin1");
const folder = await mkdtemp(join(tmpdir(), "chainside-bench-"));
const file = join(folder, "node0.log");
try {
  const out = createWriteStream(file);
  let [written, hours] = [0, 0];
  for (; written < Number(values.mebibytes) * mebibyte; hours++) {
    const time = new Date(Date.UTC(2026, 0, 1, hours)).toISOString().replace("T", " ").slice(0, 13);
    const text = source
      .replaceAll("|2026-11-23 09", `|${time}`)
      .replaceAll(/((?:[iI]ndex|number|start|consNum)=)(\d{3})\b/g, (_, name: string, height: string) => {
        return `${name}${Number(height) + hours * 100}`;
      });
    written += text.length;
    if (!out.write(text, "latin1")) await once(out, "drain");
  }
  await new Promise<void>((done) => out.end(() => done()));
  const measured = async (name: string, options = {}): Promise<void> => {
    const began = performance.now();
    const { bytes, blocks } = await analyzeLogs([file], options);
    const seconds = (performance.now() - began) / 1000;
    const peak = Math.round(process.memoryUsage.rss() / mebibyte);
    console.log(
      `${name}: ${blocks.length} blocks, ${(bytes / mebibyte).toFixed(1)} MiB read in ${seconds.toFixed(2)} s, ${(bytes / mebibyte / seconds).toFixed(0)} MiB/s, ${peak} MiB resident`,
    );
  };
  await measured("first time");
  await measured("all");
  const hour = new Date(Date.UTC(2026, 0, 1, Math.floor(hours / 2))).toISOString().replace("T", " ").slice(0, 13);
  await measured("a minute in the middle", {
    from: typedTime(`${hour}:12`, "UTC"),
    to: typedTime(`${hour}:13`, "UTC"),
  });
} finally {
  await rm(folder, { recursive: true });
}
