// Runs the debug scripts that stand in the comments of Solidity files through the debug adapter, on embedded chains over loopback: `npm
// run -s check:debug -- FILE.sol… [--suite standard|sm] [--solc X.Y.Z] [--quiet]` (docs/checks.md, "check:debug"). Exit code 1 when
// something did not hold.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { CryptoSuiteName } from "../src/crypto/cryptoSuite";
import { givenPath } from "../src/files/namedPath";
import { SolidityCompiler } from "../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../src/solidity/compilerReleases/compilerStore";
import { sourcesNamed } from "../src/solidity/project/solidityFiles";
import { DebugChain } from "./debugCheck/debugChain";
import { AdapterProcess } from "./debugCheck/debugClient";
import { type DebugScript, readScripts } from "./debugCheck/debugScript";
import { ScriptRun } from "./debugCheck/runScript";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { suite: { type: "string" }, solc: { type: "string" }, quiet: { type: "boolean" } },
});
const suiteOf = (text: string | undefined): CryptoSuiteName | undefined =>
  text === undefined ? undefined : text === "sm" || text === "gm" ? "sm" : text === "standard" ? "standard" : undefined;
if (positionals.length === 0 || (values.suite !== undefined && !suiteOf(values.suite))) {
  console.error("usage: npm run -s check:debug -- FILE.sol… [--suite standard|sm] [--solc X.Y.Z] [--quiet]");
  process.exit(2);
}

/** What a script says of itself: `suite sm`, `solc 0.8.19`. */
const wish = ({ lines }: DebugScript, word: RegExp): string | undefined => {
  const line = lines.find(({ text }) => word.test(text));
  return line?.text.replace(word, "").trim();
};

const compiler = new SolidityCompiler(defaultCompilerCache());
const adapter = await AdapterProcess.start();
const debugChains = new Map<CryptoSuiteName, DebugChain>();
let [held, total] = [0, 0];
const expectations = ({ lines }: DebugScript): number =>
  lines.filter(({ text }) => /^(expect|assert|check)\b/i.test(text)).length;
try {
  for (const file of (await Promise.all(positionals.map((path) => sourcesNamed(givenPath(resolve(path)))))).flat()) {
    const source = readFileSync(file, "utf8");
    const scripts = readScripts(source);
    // settings before the first execution count for all scripts of the file
    const [first] = scripts;
    for (const script of scripts) {
      const problems: string[] = [];
      try {
        const message = wish(script, /^suite\s*:?\s*/i) ?? (first && wish(first, /^suite\s*:?\s*/i));
        const suite = suiteOf(values.suite) ?? suiteOf(message?.toLowerCase()) ?? "standard";
        const solc =
          values.solc ??
          wish(script, /^(solc|compiler)\s*:?\s*/i) ??
          (first && wish(first, /^(solc|compiler)\s*:?\s*/i));
        let debugChain = debugChains.get(suite);
        if (!debugChain) {
          debugChain = await DebugChain.start(suite, compiler);
          debugChains.set(suite, debugChain);
        }
        await debugChain.open(file, dirname(file), solc);
        const result = await new ScriptRun(debugChain, script, adapter.path, file, source).run();
        held += result.held;
        total += result.total;
        problems.push(...result.problems);
      } catch (error) {
        total += Math.max(1, expectations(script));
        problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (!values.quiet) for (const problem of problems) console.log(`not held: ${problem.slice(0, 600)}`);
    }
    if (scripts.length === 0 && !values.quiet) console.log(`no debug script in ${file}`);
  }
} finally {
  adapter.stop();
  compiler.close();
  for (const ground of debugChains.values()) await ground.close();
}
console.log(`held ${held} of ${total}`);
process.exit(held === total ? 0 : 1);
