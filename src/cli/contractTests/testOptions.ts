import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import type { ChainChoice } from "../../contractTests/testProject";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { argumentWords } from "../../text/argumentTrouble";
import { t, text } from "../../text/catalogue";
import type { Usage } from "../usageText";

/** A command line of `chainside test` that makes sense. */
export interface TestOptions {
  readonly paths: readonly string[];
  readonly suite: CryptoSuiteName;
  readonly chain: ChainChoice;
  /** `Contract.test` with `*` for anything. */
  readonly match: string | undefined;
  readonly fuzzRuns: number | undefined;
  readonly invariantRuns: number | undefined;
  readonly invariantDepth: number | undefined;
  readonly seed: string;
  readonly processes: number;
  readonly solc: string | undefined;
  readonly gasSnapshot: string | undefined;
  readonly checkGas: boolean;
  readonly junit: string | undefined;
  readonly coverage: string | undefined;
  readonly watch: boolean;
  readonly trace: boolean;
  readonly json: boolean;
}

export const testUsage: Usage = {
  synopsis: "chainside test [FILE|FOLDER…] [options]",
  summary: text(
    "Runs tests of contracts (*.t.sol) on an embedded chain of their own: functions test…, testFuzz…, and invariant_… of contracts that are derived from fisco/Test.sol or from forge-std.",
  ),
  options: [
    ["--suite standard|sm", text("hash function and signatures of the chain (default: standard)")],
    ["--auth", text("turn on permission governance from block 0")],
    ["--executor 0|1", text("classic or baseline executor (default: 1)")],
    ["--node-version 3.x.y", text("node version to imitate")],
    ["--compatibility 3.x.y", text("data version of the chain")],
    ["--feature NAME", text("feature flag to enable; repeat for several")],
    ["--match PATTERN", text("only tests whose Contract.test contains this; * matches anything")],
    ["--fuzz-runs N", text("runs of each test with parameters (default: 256, or the value in foundry.toml)")],
    ["--invariant-runs N", text("sequences of calls for each invariant (default: 32)")],
    ["--invariant-depth N", text("calls in each sequence (default: 50)")],
    ["--seed N|random", text("seed of random values; the same seed gives the same values (default: 1)")],
    ["--processes N", text("processes that run tests (default: one for each processor)")],
    ["--solc VERSION|PATH", text("compiler (default: by the pragmas)")],
    ["--gas-snapshot FILE", text("compare gas with the file, then write it")],
    ["--check-gas", text("with --gas-snapshot: fail on differences and don't change the file")],
    ["--junit FILE", text("write a JUnit report")],
    ["--coverage lcov[=FILE]", text("measure coverage and write it as lcov (default: lcov.info)")],
    ["--trace", text("print the messages between contracts for failed tests")],
    ["--watch", text("run again when a source changes")],
    ["--json", text("print the results as JSON")],
  ],
  exitCodes: text("Exit code: 0 all tests passed, 1 a test failed or nothing could be tested, 2 wrong command line."),
};

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      suite: { type: "string", default: "standard" },
      auth: { type: "boolean" },
      executor: { type: "string" },
      "node-version": { type: "string" },
      compatibility: { type: "string" },
      feature: { type: "string", multiple: true },
      match: { type: "string" },
      "fuzz-runs": { type: "string" },
      "invariant-runs": { type: "string" },
      "invariant-depth": { type: "string" },
      seed: { type: "string", default: "1" },
      processes: { type: "string" },
      solc: { type: "string" },
      "gas-snapshot": { type: "string" },
      "check-gas": { type: "boolean", default: false },
      junit: { type: "string" },
      coverage: { type: "string" },
      trace: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
}

type Values = ReturnType<typeof readArguments>["values"];

/** A whole number of an option; `null` for what is none. */
function wholeNumber(value: string | undefined, least: number): number | undefined | null {
  if (value === undefined) return undefined;
  const number = Number(value);
  return value.trim() !== "" && Number.isInteger(number) && number >= least && number <= 1_000_000 ? number : null;
}

const versionForm = /^3\.\d{1,3}\.\d{1,3}$/;

function chainOf(values: Values): ChainChoice | string {
  const { executor, compatibility, feature, auth } = values;
  if (executor !== undefined && executor !== "0" && executor !== "1") return t("--executor must be 0 or 1");
  for (const version of [values["node-version"], compatibility]) {
    if (version !== undefined && !versionForm.test(version))
      return t("a version must look like 3.16.4, not {0}", version);
  }
  return {
    ...(auth ? { auth } : {}),
    ...(executor === undefined ? {} : { executorVersion: executor === "0" ? 0 : 1 }),
    ...(values["node-version"] === undefined ? {} : { nodeVersion: values["node-version"] }),
    ...(compatibility === undefined ? {} : { compatibilityVersion: compatibility }),
    ...(feature === undefined ? {} : { features: feature }),
  };
}

/** `lcov`, `lcov=FILE` or a file's name. */
const coverageFile = (value: string): string => (value.startsWith("lcov=") ? value.slice(5) : "lcov.info");

/** Reads the command line of `chainside test`, or tells what is wrong with it. */
export function parseTestOptions(
  args: readonly string[],
): TestOptions | { readonly help: true } | { readonly problem: string } {
  let parsed: ReturnType<typeof readArguments>;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return { problem: argumentWords(error) };
  }
  const { values, positionals } = parsed;
  if (values.help) return { help: true };
  const { suite, coverage, seed } = values;
  if (suite !== "standard" && suite !== "sm") return { problem: t("--suite must be standard or sm, not {0}", suite) };
  if (coverage !== undefined && coverage !== "lcov" && !coverage.startsWith("lcov=")) {
    return { problem: t("--coverage must be lcov or lcov=FILE, not {0}", coverage) };
  }
  const chain = chainOf(values);
  if (typeof chain === "string") return { problem: chain };
  const numbers = {
    fuzzRuns: wholeNumber(values["fuzz-runs"], 1),
    invariantRuns: wholeNumber(values["invariant-runs"], 1),
    invariantDepth: wholeNumber(values["invariant-depth"], 0),
    processes: wholeNumber(values.processes, 0),
  };
  const { fuzzRuns, invariantRuns, invariantDepth, processes } = numbers;
  if (fuzzRuns === null || invariantRuns === null || invariantDepth === null || processes === null) {
    return { problem: t("the numbers of runs and processes must be integers") };
  }
  return {
    paths: positionals,
    suite,
    chain,
    match: values.match,
    fuzzRuns,
    invariantRuns,
    invariantDepth,
    seed: seed === "random" ? String(Math.floor(Math.random() * 2 ** 32)) : seed,
    processes: Math.min(processes ?? availableParallelism(), 64),
    solc: values.solc,
    gasSnapshot: values["gas-snapshot"],
    checkGas: values["check-gas"],
    junit: values.junit,
    coverage: coverage === undefined ? undefined : coverageFile(coverage),
    watch: values.watch,
    trace: values.trace,
    json: values.json,
  };
}
