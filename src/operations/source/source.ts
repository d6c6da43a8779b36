import * as v from "valibot";
import { creationCode } from "../../chain/artifact/readArtifact";
import { clientError } from "../../errors/clientError";
import { text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { aFlag, aText, optional, texts } from "../model/fields";
import type { TestsRan } from "../model/inspector";
import { layoutOperation } from "./layout";

/** More of one file isn't read. */
const maxDiagnostics = 200;

const compile = asking({
  noun: "source",
  verb: "compile",
  word: "compileSource",
  summary: text("What a Solidity file of the folder compiles to for this chain: contracts, errors, and warnings."),
  fields: {
    file: aText(text("Solidity file, such as contracts/Coin.sol")),
    code: optional(aFlag(text("With ABI and code"), { usual: "false" })),
  },
  needs: "sources",
  result: v.object({
    source: v.string(),
    compiled: v.boolean(),
    /** Its version; null where no compiler fits. */
    compiler: v.nullable(v.string()),
    evmVersion: v.nullable(v.string()),
    contracts: v.array(
      v.object({
        name: v.string(),
        /** Of the creation code; 0 for interfaces and abstract contracts. */
        bytes: v.number(),
        abi: v.optional(v.unknown()),
        code: v.optional(v.string()),
      }),
    ),
    diagnostics: v.array(v.object({ severity: v.picklist(["error", "warning", "info"]), message: v.string() })),
  }),
  holds: ({ compiled }) => compiled,
  run: async ({ session, signal }, given, sources) => {
    const { source, compiled, compiler, evmVersion, contracts, diagnostics } = await sources.compile(
      given.file,
      signal,
    );
    return {
      source,
      compiled,
      compiler: compiler ?? null,
      evmVersion: evmVersion ?? null,
      contracts: contracts.map((contract) => {
        const { name, abi, bytecode = "" } = contract;
        const code = bytecode === "" ? "" : creationCode(contract, session.suite.name);
        return { name, bytes: code.length / 2, ...(given.code ? { abi, code } : {}) };
      }),
      diagnostics: diagnostics.slice(0, maxDiagnostics).map(({ severity, message }) => ({ severity, message })),
    };
  },
});

/** A caller doesn't wait longer for a test that a script or an assistant asked for. */
const limitMs = 60_000;
/** As many results are listed, those of failed tests first. */
const maxTests = 500;
/** Of what a test wrote, and of what it failed with. */
const maxLines = 20;

const test = asking({
  noun: "source",
  verb: "test",
  word: "testSources",
  summary: text(
    "Runs tests of contracts (*.t.sol) of the folder on embedded chains of their own, of the same cryptography as this chain.",
  ),
  fields: {
    files: optional(texts(text("Files and folders with tests; the whole folder when left out"))),
    match: optional(aText(text("Only tests whose Contract.test contains this; * matches anything"))),
  },
  needs: "sources",
  result: v.object({
    /** Everything compiled, and no test failed. */
    passed: v.boolean(),
    counts: v.object({ passed: v.number(), failed: v.number(), skipped: v.number() }),
    problems: v.array(v.object({ message: v.string(), file: v.optional(v.string()), line: v.optional(v.number()) })),
    tests: v.array(
      v.object({
        file: v.string(),
        contract: v.string(),
        test: v.string(),
        status: v.picklist(["passed", "failed", "skipped"]),
        gas: v.number(),
        runs: v.number(),
        ms: v.number(),
        reason: v.optional(v.string()),
        at: v.optional(v.string()),
        counterexample: v.optional(v.array(v.string())),
        lines: v.optional(v.array(v.string())),
      }),
    ),
    moreTests: v.boolean(),
  }),
  holds: ({ passed }) => passed,
  run: async ({ signal, forAssistant = false }, { files = [], match }, sources) => {
    const wanted = { files, limitMs, onlySources: forAssistant, ...(match === undefined ? {} : { match }) };
    const { problems, tests } = await sources.test(wanted, signal);
    if (problems.length === 0 && tests.length === 0) throw clientError("noTestsFound");
    const count = (status: string): number => tests.filter((each) => each.status === status).length;
    const counts = { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
    const failedFirst = [...tests].sort((a, b) => Number(b.status === "failed") - Number(a.status === "failed"));
    return {
      passed: problems.length === 0 && counts.failed === 0,
      counts,
      problems: problems.slice(0, maxDiagnostics).map((each) => ({ ...each })),
      tests: failedFirst.slice(0, maxTests).map(testShown),
      moreTests: tests.length > maxTests,
    };
  },
});

function testShown({
  file,
  contract,
  test: name,
  status,
  gas,
  runs,
  durationMs,
  lines,
  skipReason,
  failure,
}: TestsRan["tests"][number]) {
  const reason = failure?.message ?? skipReason;
  const { file: at, line = 0, counterexample } = failure ?? {};
  return {
    file,
    contract,
    test: name,
    status,
    gas,
    runs,
    ms: Math.round(durationMs),
    ...(reason === undefined ? {} : { reason }),
    ...(at === undefined ? {} : { at: `${at}:${line}` }),
    ...(counterexample ? { counterexample: counterexample.slice(0, maxLines) } : {}),
    ...(lines.length > 0 ? { lines: lines.slice(0, maxLines) } : {}),
  };
}

/** What is made of the sources of the person's folder. */
export const sourceOperations = [compile, layoutOperation, test] as const;
