// Judges contracts as what proxies run, and pairs of them as upgrades, by our checks and by OpenZeppelin's: `npm run -s check:upgrades --
// DIR… [--all]`. A folder's files are compiled each with the compiler that its pragma wants. Pairs are contracts of a file whose names
// differ behind `V` and a number alone. Prints where the verdicts differ, with `--all` every verdict; exit code 1 where one of ours is
// safe and theirs isn't. OpenZeppelin's own cases are in `packages/core/contracts/test` of its repository of upgrades (docs/checks.md).

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { givenPath } from "../src/files/namedPath";
import type { CompiledContract, CompilerSettings } from "../src/solidity/artifact/compiledProject";
import { SolidityCompiler } from "../src/solidity/compile/compiler";
import { compilerInput, readCompilerOutput } from "../src/solidity/compile/standardJson";
import { defaultCompilerCache, findCompiler } from "../src/solidity/compilerReleases/compilerStore";
import { noConsent } from "../src/solidity/compilerReleases/consent";
import { compareLayouts } from "../src/solidity/layout/layoutChanges";
import { upgradeSafety } from "../src/solidity/layout/upgradeSafety";
import { byProject } from "../src/solidity/project/projectRoot";
import { sourcesNamed } from "../src/solidity/project/solidityFiles";
import { CompilerPool } from "../src/solidity/solc/compilerPool";
import type { EvmVersion } from "../src/solidity/version/evmVersion";
import { say } from "../src/text/catalogue";
import { atLeast } from "../src/text/versions";
import { type Compilation, theirChecks } from "./upgradesCheck/theirChecks";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean" }, solc: { type: "string" } },
});
if (positionals.length === 0) {
  console.error("usage: npm run -s check:upgrades -- DIR… [--all] [--solc X.Y.Z]");
  process.exit(2);
}

const cache = defaultCompilerCache();
const compiler = new SolidityCompiler(cache);
const pool = new CompilerPool(cache);
const theirs = await theirChecks();

/** The compiler that a pragma names; of ranges one that knows all that the files use. */
function versionFor(path: string): string | undefined {
  const [, form = "", minor = "", patch = ""] =
    /pragma solidity ?([\^>=]*) ?0\.(\d+)\.(\d+)/.exec(readFileSync(path, "utf8")) ?? [];
  if (values.solc !== undefined || minor === "") return values.solc;
  if (form === "") return `0.${minor}.${patch}`;
  if (minor !== "8") return minor === "4" || minor === "6" ? "0.6.12" : undefined;
  return Number(patch) > 28 ? `0.8.${patch}` : "0.8.28";
}

/** All contracts of texts in one compilation. @throws Error where it doesn't compile */
async function compiledWhole(version: string, evmVersion: EvmVersion | undefined, texts: ReadonlyMap<string, string>) {
  const found = await findCompiler(
    version,
    { cache, workspace: undefined, mayFetch: true, consent: noConsent, native: false },
    () => undefined,
  );
  const settings: CompilerSettings = {
    optimizer: { enabled: false, runs: 200 },
    evmVersion,
    viaIR: false,
    remappings: [],
    metadata: undefined,
    libraries: {},
  };
  const wish = { kind: "contracts", sourceNames: [...texts.keys()] } as const;
  const { output } = await pool.run(found, "standard", () => compilerInput(texts, settings, version, wish));
  const read = readCompilerOutput(output, texts);
  const error = read.diagnostics.find(({ severity }) => severity === "error");
  if (error) throw new Error(error.formattedMessage);
  return read;
}

/** One file with all that it imports. */
async function compilationOf(file: string, root: string) {
  const version = versionFor(file);
  const result = await compiler.compile({
    files: [file],
    root,
    suite: "standard",
    trusted: true,
    mayFetch: true,
    outputs: "diagnostics",
    ...(version === undefined ? {} : { compiler: version }),
  });
  const [first] = result.files;
  if (!first?.analysis || !first.choice) {
    console.log(`not compiled: ${first?.diagnostics.find(({ severity }) => severity === "error")?.formattedMessage}`);
    return undefined;
  }
  const { sources } = first.analysis;
  const chosen = version ?? first.choice.version;
  const whole = async (texts: ReadonlyMap<string, string>): Promise<Compilation> => {
    const { contracts, sources: made } = await compiledWhole(chosen, first.choice?.evmVersion, texts);
    const withTrees = sources.map((each) => ({
      ...each,
      content: texts.get(each.name) ?? each.content,
      ...(made.get(each.name) ?? {}),
    }));
    return { version: chosen, sources: withTrees, contracts };
  };
  const compilation = await whole(new Map(sources.map(({ name, content }) => [name, content])));
  return { compilation, whole, sourceName: first.sourceName };
}

interface Verdict {
  readonly about: string;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}
const safety: Verdict[] = [];
const storage: Verdict[] = [];
const refused: string[] = [];
/** Upgrades of contracts that store nothing, of which we don't say that nothing is lost. */
const unknown: string[] = [];

const stemOf = (name: string): string => /^.*?(?=_?V\d)/.exec(name)?.[0] ?? name;

/** Verdicts on an upgrade. Theirs may refuse to judge one. */
function judgePair(run: Record<string, unknown>, before: CompiledContract, now: CompiledContract): void {
  if (!before.storageLayout || !now.storageLayout) return;
  const about = `${before.sourceName}: ${before.name} → ${now.name}`;
  const { verdict, changes } = compareLayouts(before.storageLayout, now.storageLayout);
  const wrong = changes.filter(({ severity }) => severity === "error").map(({ message }) => say(message));
  if (verdict === "unknown") {
    unknown.push(about);
    return;
  }
  const keyOf = ({ sourceName, name }: CompiledContract) => `${sourceName}:${name}`;
  try {
    storage.push({ about, ours: wrong, theirs: theirs.changes([run, keyOf(before)], [run, keyOf(now)]) });
  } catch (error) {
    refused.push(`${about}: ${(error as Error).message.split("\n", 1)[0]} (ours: ${verdict})`);
  }
}

async function judge(file: string, root: string): Promise<void> {
  const made = await compilationOf(file, root);
  if (!made) return;
  const { compilation, whole, sourceName } = made;
  const own = compilation.contracts.filter((each) => each.sourceName === sourceName);
  let run: Record<string, unknown>;
  try {
    const texts = atLeast(compilation.version, "0.8.20") ? theirs.namespaced(compilation) : undefined;
    const named = texts && new Map(Object.entries(texts).map(([name, { content }]) => [name, content]));
    run = theirs.run(compilation, named && (await whole(named)));
  } catch (error) {
    refused.push(`${sourceName}: ${(error as Error).message.split("\n", 1)[0]}`);
    return;
  }
  for (const contract of own) {
    if (contract.bytecode.object === "") continue;
    const { risks } = upgradeSafety(compilation, contract);
    safety.push({
      about: `${contract.sourceName}:${contract.name}`,
      ours: [...new Set(risks.filter(({ severity }) => severity === "error").map(({ kind }) => kind))],
      theirs: theirs.risks(run, `${contract.sourceName}:${contract.name}`),
    });
  }
  for (const before of own)
    for (const now of own) if (stemOf(before.name) === stemOf(now.name)) judgePair(run, before, now);
}

for (const folder of positionals) {
  const files = await sourcesNamed(givenPath(resolve(folder)));
  for (const { root, files: paths } of byProject(files, [resolve(folder)]))
    for (const file of paths) await judge(file, root);
}
compiler.close();
pool.close();

const isSame = ({ ours, theirs: other }: Verdict): boolean => (ours.length === 0) === (other.length === 0);
const list = (words: readonly string[]): string => words.join("; ") || "safe";
for (const [title, verdicts] of [
  ["contracts", safety],
  ["upgrades", storage],
] as const) {
  const kinds = (words: readonly string[]) => [...words].sort().join();
  for (const each of verdicts)
    if (values.all || !isSame(each) || (title === "contracts" && kinds(each.ours) !== kinds(each.theirs)))
      console.log(
        `${isSame(each) ? "  " : "! "}${each.about}\n    ours:   ${list(each.ours)}\n    theirs: ${list(each.theirs)}`,
      );
  const milder = verdicts.filter((each) => each.ours.length === 0 && each.theirs.length > 0).length;
  const same = verdicts.filter(isSame).length;
  console.log(
    `${title}: ${same} of ${verdicts.length} verdicts the same, ${milder} milder, ${verdicts.length - same - milder} stricter`,
  );
}
console.log(`unknown by ours, since nothing was stored: ${unknown.length}`);
for (const each of refused) console.log(`not judged by theirs: ${each}`);
process.exit(
  safety.length > 0 && [...safety, ...storage].every((each) => each.theirs.length === 0 || each.ours.length > 0)
    ? 0
    : 1,
);
