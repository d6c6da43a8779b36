import { availableParallelism } from "node:os";
import type { TestSelection } from "../../contractTests/discover/selectTests";
import { usualLimitMs } from "../../contractTests/process/testPool";
import type { ChainChoice } from "../../contractTests/testProject";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { devChainSettings, requireRelease } from "../../devchain/settings/options";
import { t, text } from "../../text/catalogue";
import {
  type Connection,
  connectionArguments,
  connectionOf,
  connectionUsage,
  jsonUsage,
  namedHereUsage,
  namesChain,
  requireNoChainOptions,
} from "../connection/connectionOptions";
import { type CommandLine, type Given, WrongCommandLine } from "../options/commandLine";
import { compilerArguments, compilerUsage } from "../options/compilerOptions";
import {
  embeddedChainArguments,
  embeddedChainOf,
  embeddedChainUsage,
  featureUsage,
} from "../options/embeddedChainOptions";
import { integerOf, suiteOf } from "../options/optionValues";
import { blocksArgument, blocksOf } from "../options/reexecution";
import type { Usage } from "../output/usageText";
import {
  type MutationChoice,
  mutationArguments,
  mutationOf,
  mutationUsage,
  regularExpression,
} from "./mutationOptions";

/** A chain whose state is copied for tests. */
export interface CopiedChain {
  readonly connection: Connection;
  /** Undefined: the latest. */
  readonly block: number | undefined;
  /** How many blocks may be executed again. */
  readonly blocks: number | undefined;
}

/** A command line of `chainside test` that makes sense. */
export interface TestOptions {
  readonly paths: readonly string[];
  /** Undefined: a standard chain, or what that of `copied` is. */
  readonly suite: CryptoSuiteName | undefined;
  readonly chain: ChainChoice;
  /** The chain whose state tests go on from; undefined: new chains. */
  readonly copied: CopiedChain | undefined;
  readonly selection: TestSelection;
  readonly fuzzRuns: number | undefined;
  readonly invariantRuns: number | undefined;
  readonly invariantDepth: number | undefined;
  /** Undefined: the project's own, or 1. */
  readonly seed: string | undefined;
  /** How long a test may take; undefined: as long as it likes. */
  readonly limitMs: number | undefined;
  readonly processes: number;
  readonly solc: string | undefined;
  readonly gasSnapshot: string | undefined;
  readonly checkGas: boolean;
  /** In percent. */
  readonly gasTolerance: number;
  /** Compiles as what is deployed. */
  readonly projectSettings: boolean;
  readonly junit: string | undefined;
  readonly coverage: string | undefined;
  /** Mutants are to be tried; undefined: the tests run as they are. */
  readonly mutation: MutationChoice | undefined;
  readonly watch: boolean;
  /** Ends with the first test that fails. */
  readonly failFast: boolean;
  /** Only what failed last. */
  readonly rerun: boolean;
  /** A file of a symbolic engine, whose counterexamples are tried first. */
  readonly counterexamples: string | undefined;
  /** Runs nothing. */
  readonly list: boolean;
  readonly gasReport: boolean;
  readonly trace: boolean;
  readonly json: boolean;
}

const usage: Usage = {
  synopsis: "chainside test [FILE|FOLDER…] [options]",
  summary: text(
    "Runs tests of contracts (*.t.sol) on an embedded chain of their own: functions test…, testFuzz…, and invariant_… of contracts that are derived from fisco/Test.sol or from forge-std.",
  ),
  options: [
    ["--suite standard|sm", text("hash function and signatures of the chain (default: standard)")],
    ...embeddedChainUsage,
    ...featureUsage,
    ["--match PATTERN", text("only tests whose Contract.test contains this; * matches anything")],
    [
      "--match-test, --match-contract REGEXP",
      text("only tests whose signature, such as test_Fee(uint256), or contracts whose name matches"),
    ],
    ["--match-path GLOB", text("only tests in files that match")],
    ["--no-match-test, --no-match-contract, --no-match-path …", text("all but these")],
    ["--list", text("list the tests instead of running them")],
    ["--rerun", text("only tests that failed in the last run; all if none failed")],
    ["--counterexamples FILE", text("first try the counterexamples of halmos --json-output FILE, and keep them")],
    ["--fail-fast", text("stop after the first test that fails")],
    ["--fuzz-runs N", text("runs of each test with parameters (default: 256, or the value in foundry.toml)")],
    ["--invariant-runs N", text("sequences of calls for each invariant (default: 32)")],
    ["--invariant-depth N", text("calls in each sequence (default: 50)")],
    [
      "--seed N|random",
      text("seed of random values; the same seed gives the same values (default: 1, or the value in foundry.toml)"),
    ],
    ["--test-timeout SECONDS", text("stop a test that takes longer (default: 300); 0 for no limit")],
    ["--processes N", text("run tests in at most this many processes (default: one for each processor)")],
    ...compilerUsage,
    ["--gas-report", text("print the gas of each function that tests call, by contract")],
    ["--gas-snapshot FILE", text("compare gas with the file, then write it")],
    ["--check-gas", text("with --gas-snapshot: fail on differences and don't change the file")],
    ["--gas-tolerance N", text("with --gas-snapshot: differences of up to N percent don't count (default: 0)")],
    [
      "--project-settings",
      text(
        "compile as the project does, so that gas is that of deployed contracts; lines of failures may be less exact",
      ),
    ],
    ["--junit FILE", text("write a JUnit report")],
    ["--coverage lcov[=FILE]", text("measure coverage and write it as lcov (default: lcov.info)")],
    ...mutationUsage,
    ["--trace", text("print the messages between contracts for failed tests")],
    ["--watch", text("run again when a source changes")],
    ["--url URL[,URL…]", text("run the tests on a copy of this chain's state instead of new chains")],
    ["--block N", text("with --url: the state of this block (default: the latest)")],
    ["--blocks N", text("with --url: maximum number of blocks to re-execute (default: 20000)")],
    ...namedHereUsage(connectionUsage.filter((each) => each !== jsonUsage)),
    ["--json", text("print the results as JSON")],
  ],
  notes: [
    text(
      "With --url, the state of the chain is rebuilt on this machine by re-executing its blocks, and every test begins with that state. Nothing is sent to the chain. To run something on the chain itself, write a scenario and use chainside run --url.",
    ),
  ],
  exitCodes: text("Exit code: 0 all tests passed, 1 a test failed or nothing could be tested, 2 wrong command line."),
};

const testArguments = {
  ...connectionArguments,
  ...embeddedChainArguments,
  ...compilerArguments,
  url: { type: "string" },
  block: { type: "string" },
  ...blocksArgument,
  suite: { type: "string" },
  feature: { type: "string", multiple: true },
  match: { type: "string" },
  "fuzz-runs": { type: "string" },
  "invariant-runs": { type: "string" },
  "invariant-depth": { type: "string" },
  "match-test": { type: "string" },
  "match-contract": { type: "string" },
  "match-path": { type: "string" },
  "no-match-test": { type: "string" },
  "no-match-contract": { type: "string" },
  "no-match-path": { type: "string" },
  mt: { type: "string" },
  mc: { type: "string" },
  mp: { type: "string" },
  nmt: { type: "string" },
  nmc: { type: "string" },
  nmp: { type: "string" },
  list: { type: "boolean", default: false },
  rerun: { type: "boolean", default: false },
  counterexamples: { type: "string" },
  "fail-fast": { type: "boolean", default: false },
  "gas-report": { type: "boolean", default: false },
  seed: { type: "string" },
  "fuzz-seed": { type: "string" },
  processes: { type: "string" },
  "test-timeout": { type: "string" },
  "gas-snapshot": { type: "string" },
  "check-gas": { type: "boolean", default: false },
  "gas-tolerance": { type: "string" },
  "project-settings": { type: "boolean", default: false },
  junit: { type: "string" },
  coverage: { type: "string" },
  ...mutationArguments,
  trace: { type: "boolean", default: false },
  watch: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

type Values = Given<typeof testArguments>["values"];

function chainOf(values: Values): ChainChoice {
  const { executor, compatibility, ...rest } = embeddedChainOf(values);
  const { feature } = values;
  const chain = {
    ...rest,
    ...(executor === undefined ? {} : { executorVersion: executor }),
    ...(compatibility === undefined ? {} : { compatibilityVersion: compatibility }),
    ...(feature === undefined ? {} : { features: feature }),
  };
  requireRelease(devChainSettings(chain));
  return chain;
}

function copiedOf(values: Values): CopiedChain | undefined {
  if (!namesChain(values)) {
    requireNoChainOptions(values, ["block", "blocks"]);
    return undefined;
  }
  const own = (["auth", "executor", "node-version", "compatibility", "feature"] as const).find(
    (name) => values[name] !== undefined,
  );
  if (own !== undefined) throw new WrongCommandLine(t("--{0} applies to new chains only, not to that of --url", own));
  return {
    connection: connectionOf(values),
    block: integerOf("block", values.block, { min: 0 }),
    blocks: blocksOf(values),
  };
}

/** Options of patterns, with the short names that Foundry has for them. */
const patternOptions = {
  "match-test": "mt",
  "match-contract": "mc",
  "no-match-test": "nmt",
  "no-match-contract": "nmc",
} as const;

function selectionOf(values: Values): TestSelection {
  const pattern = (option: keyof typeof patternOptions): RegExp | undefined => {
    const value = values[option] ?? values[patternOptions[option]];
    return value === undefined ? undefined : regularExpression(option, value);
  };
  return {
    text: values.match,
    test: pattern("match-test"),
    contract: pattern("match-contract"),
    noTest: pattern("no-match-test"),
    noContract: pattern("no-match-contract"),
    path: values["match-path"] ?? values.mp,
    noPath: values["no-match-path"] ?? values.nmp,
  };
}

/** `lcov`, `lcov=FILE` or a file's name. */
function coverageFile(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value !== "lcov" && !value.startsWith("lcov="))
    throw new WrongCommandLine(t("--coverage must be lcov or lcov=FILE, not {0}", value));
  return value === "lcov" ? "lcov.info" : value.slice("lcov=".length);
}

const maxRuns = 1_000_000;

function limitOf(given: string | undefined): number | undefined {
  const seconds = integerOf("test-timeout", given, { min: 0, max: 1_000_000 });
  if (seconds === 0) return undefined;
  return seconds === undefined ? usualLimitMs : seconds * 1000;
}

function read({ values, positionals: paths }: Given<typeof testArguments>): TestOptions {
  const { suite, solc, junit, watch, trace, json, list, rerun, counterexamples } = values;
  if (list && watch) throw new WrongCommandLine(t("--{0} and --{1} can't be used together", "list", "watch"));
  const alone = (["check-gas", "gas-tolerance"] as const).find((name) => values[name]);
  if (alone !== undefined && values["gas-snapshot"] === undefined)
    throw new WrongCommandLine(t("--{0} requires {1}", alone, "--gas-snapshot"));
  const seed = values.seed ?? values["fuzz-seed"];
  const number = (name: "fuzz-runs" | "invariant-runs" | "invariant-depth" | "processes", min: number) =>
    integerOf(name, values[name], { min, max: maxRuns });
  return {
    paths,
    suite: suite === undefined ? undefined : suiteOf(suite),
    chain: chainOf(values),
    copied: copiedOf(values),
    selection: selectionOf(values),
    fuzzRuns: number("fuzz-runs", 1),
    invariantRuns: number("invariant-runs", 1),
    invariantDepth: number("invariant-depth", 0),
    limitMs: limitOf(values["test-timeout"]),
    seed: seed === "random" ? String(Math.floor(Math.random() * 2 ** 32)) : seed,
    processes: Math.min(number("processes", 0) ?? availableParallelism(), 64),
    solc,
    gasSnapshot: values["gas-snapshot"],
    checkGas: values["check-gas"],
    gasTolerance: integerOf("gas-tolerance", values["gas-tolerance"], { min: 0, max: 1000 }) ?? 0,
    projectSettings: values["project-settings"],
    junit,
    coverage: coverageFile(values.coverage),
    mutation: mutationOf(values),
    watch,
    failFast: values["fail-fast"],
    rerun,
    counterexamples,
    list,
    gasReport: values["gas-report"],
    trace,
    json,
  };
}

/** The command line of `chainside test`. */
export const testLine: CommandLine<typeof testArguments, TestOptions> = {
  name: "test",
  usage,
  options: testArguments,
  read,
};
