// How long a transaction of a million opcodes takes to be debugged: recorded by an embedded chain over loopback, played and read in
// terms of its source: `node --expose-gc --import tsx test/bench/debugger.ts`.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameScope } from "../../src/debugger/program/frameScope";
import { startDebuggee } from "../../src/debugger/program/startDebuggee";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../src/solidity/compilerReleases/compilerStore";
import { DebugChain } from "../../tools/debugCheck/debugChain";

const folder = mkdtempSync(join(tmpdir(), "chainside-debug-"));
const file = join(folder, "Long.sol");
writeFileSync(
  file,
  "pragma solidity ^0.8.0; contract Long { uint256 kept; function run(uint256 n) external { uint256 sum; for (uint256 i = 0; i < n; i++) { sum += i; if (i % 100 == 0) kept = sum; } } }",
);
const compiler = new SolidityCompiler(defaultCompilerCache());
const debugChain = await DebugChain.start("standard", compiler);
await debugChain.open(file, folder, undefined);
const { address, abi } = await debugChain.deploy(file, "Long", [], `0x${"1".padStart(40, "0")}`, "0");
const receipt = await debugChain.send(
  `0x${"1".padStart(40, "0")}`,
  address,
  abi.encodeCall("run", [process.argv[2] ?? "6500"]),
  "0",
);
const request = { url: debugChain.url, group: "group0", folder, transaction: receipt.transactionHash };
await (await startDebuggee(request)).close(); // compilers and code are warm then
for (let round = 0; round < 3; round++) {
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage().rss;
  const from = performance.now();
  const started = await startDebuggee(request);
  const took = performance.now() - from;
  const { playback, timeline, stepping } = started.debuggee;
  const at = stepping.over(stepping.first() ?? 0) ?? 0;
  const scope = new FrameScope(
    started.debuggee,
    playback.length - 100,
    timeline.visibleAt(playback.length - 100),
    playback.length - 100,
  );
  const variables = performance.now();
  const count = scope.locals().length;
  const last = performance.now() - variables;
  const rss = process.memoryUsage().rss;
  console.log(
    `${playback.length} steps: start ${Math.round(took)} ms (the chain in the same process), ${count} variables at the end ${Math.round(last)} ms, first step at ${at}, ${Math.round(rss / 1e6)} MB resident (${Math.round((rss - before) / 1e6)} more)`,
  );
  await started.close();
}
compiler.close();
await debugChain.close();
process.exit(0);
