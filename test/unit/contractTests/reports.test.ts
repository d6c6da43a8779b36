import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { parametersOf } from "../../../src/chain/abi/typeList";
import { gasTables, githubAnnotations, resultLines } from "../../../src/cli/contractTests/resultDisplay";
import { testLine } from "../../../src/cli/contractTests/testOptions";
import { lintReport } from "../../../src/cli/lint/lintReport";
import { InterfaceNames } from "../../../src/contractTests/chain/interfaceNames";
import { encodeValues } from "../../../src/contractTests/cheats/abiCode";
import { keepFailures, lastFailures } from "../../../src/contractTests/discover/lastFailures";
import { configuredSelection, filesSelected, selectTests } from "../../../src/contractTests/discover/selectTests";
import { readTestConfig } from "../../../src/contractTests/discover/testConfig";
import { coverageTable, lcovReport } from "../../../src/contractTests/measure/coverage";
import { gasReport } from "../../../src/contractTests/measure/gasReport";
import { baseGas, compareGas, gasSnapshot } from "../../../src/contractTests/report/gasSnapshot";
import { junitReport } from "../../../src/contractTests/report/junit";
import type { TestContract, TestFunction, TestResult } from "../../../src/contractTests/testProject";
import { cryptoSuite } from "../../../src/crypto/suites";
import { newestRelease } from "../../../src/facts/releases/releases";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { take } from "../../support/commandLine";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const functionOf = (signature: string): TestFunction => ({
  name: signature.slice(0, signature.indexOf("(")),
  signature,
  kind: "unit",
  mustFail: false,
  table: false,
  internalReverts: false,
  fuzz: { runs: 1, maxRejects: 1 },
  invariant: { runs: 1, depth: 1, failOnRevert: false },
  place: undefined,
});

const contract: TestContract = {
  id: "test/Shop.t.sol:ShopTest",
  name: "ShopTest",
  sourceName: "test/Shop.t.sol",
  module: 0,
  chain: {},
  block: {},
  tests: [functionOf("test_Sell()"), functionOf("test_Buy()")],
  place: undefined,
};

const resultOf = (test: string, more: Partial<TestResult>): TestResult => ({
  contract: contract.id,
  test,
  kind: "unit",
  status: "passed",
  gas: 100,
  meanGas: 100,
  runs: 1,
  durationMs: 12,
  lines: [],
  ...more,
});

const place = { file: "/p/test/Shop.t.sol", line: 4, column: 2 };
const broken = resultOf("test_Buy()", {
  status: "failed",
  failure: {
    message: 'a < b & "c"\u0001, 50 %: no',
    place,
    stack: [{ ...place, name: "ShopTest", foreign: false }],
    counterexample: ["x = 1"],
    trace: [],
  },
});

describe("names of files with line ends", () => {
  const forged = "src/a.sol\nend_of_record\nSF:src/b.sol\r\nLF:9\u2028LH:9\u0085\u000bx.sol";
  const [finding] = analyze(parseDocument("[rpc]\nlisten_port=no\n", "config"), { identityLength: "auto" });
  const lines = (text: string): string[] => text.split(/\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/);

  it("stay one line of lcov, and one row of the table", () => {
    const source = {
      path: `/p/${forged}`,
      lines: new Map([[1, 0]]),
      functions: [],
      branches: [],
    } as unknown as Parameters<typeof lcovReport>[0][number];
    const plain = { ...source, path: "/p/src/a.sol" };
    expect(lines(lcovReport([source]))).toHaveLength(lines(lcovReport([plain])).length);
    expect(lines(lcovReport([source])).filter((line) => line.startsWith("SF:"))).toHaveLength(1);
    expect(lines(coverageTable([source], "/p"))).toHaveLength(lines(coverageTable([plain], "/p")).length);
  });

  it("stay one attribute of JUnit, one annotation, and one line for people", () => {
    const odd: TestContract = { ...contract, id: `${forged}:ShopTest`, sourceName: forged };
    const { failure } = broken;
    if (!failure) throw new Error("it failed");
    const results = [
      { ...broken, contract: odd.id, failure: { ...failure, place: { ...place, file: `/p/${forged}` } } },
    ];
    expect(junitReport([odd], results, "/p").match(/<testcase /g)).toHaveLength(1);
    expect(junitReport([odd], results, "/p")).not.toContain("\nSF:");
    expect(lines(githubAnnotations(results, "/p").join("\n")).filter((line) => line.startsWith("::"))).toHaveLength(1);
    expect(resultLines(resultOf("test_Sell()", {}), "/p", false)).toHaveLength(1);
    expect(lines(lintReport("text", [{ file: forged, findings: finding ? [finding] : [] }]))).toHaveLength(2);
  });
});

describe("reports of contract tests", () => {
  it("JUnit holds what XML can hold", () => {
    const report = junitReport([contract], [resultOf("test_Sell()", {}), broken], "/p");
    expect(report).toContain('<testsuites tests="2" failures="1" errors="0" skipped="0"');
    expect(report).toContain('message="a &lt; b &amp; &quot;c&quot;\uFFFD, 50 %: no"');
    expect(report).toContain("at ShopTest (test/Shop.t.sol:4:2)");
    expect(report).not.toContain("\u0001");
  });

  it("annotations stay one line each", () => {
    expect(githubAnnotations([broken], "/p")).toEqual([
      '::error file=test/Shop.t.sol,line=4,col=2,title=test_Buy()::a < b & "c"\u0001, 50 %25: no (x = 1)',
    ]);
  });

  it("what a test prints or says over several lines stays below its own", () => {
    const { failure } = broken;
    if (!failure) throw new Error("it failed");
    const said = { ...broken, lines: ["one\n  ✓ test_Sell() (gas 1)"], failure: { ...failure, message: "no\nwhy" } };
    expect(resultLines(said, "/p", false).slice(1, 5)).toEqual([
      "    │ one",
      "    │   ✓ test_Sell() (gas 1)",
      "    no",
      "    why",
    ]);
  });

  it("a failure is told with its place", () => {
    expect(resultLines(broken, "/p", false)).toEqual([
      "  ✗ test_Buy() (gas 100)",
      '    a < b & "c"\u0001, 50 %: no',
      "      x = 1",
      "      at ShopTest (test/Shop.t.sol:4:2)",
    ]);
  });

  it("gas is compared test by test", () => {
    const before = gasSnapshot([
      resultOf("test_Sell()", {}),
      resultOf("testFuzz_Sell(uint256)", { kind: "fuzz", runs: 9 }),
    ]);
    expect(before).toBe("ShopTest:testFuzz_Sell(uint256) (runs: 9, μ: 100, ~: 100)\nShopTest:test_Sell() (gas: 100)\n");
    const now = gasSnapshot([resultOf("test_Sell()", { gas: 90 }), resultOf("test_New()", {})]);
    expect(compareGas(before, now).differences).toEqual(["ShopTest:test_Sell(): 100 → 90 (-10.00 %)"]);
    expect(compareGas(before, before).differences).toEqual([]);
    expect(compareGas(before, now, 10).differences).toEqual([]);
    expect(compareGas(before, now, 9).differences).toHaveLength(1);
  });

  it("compares with a snapshot of Foundry, which leaves out what every transaction costs", () => {
    const forge =
      "ATest:test_A() (gas: 9000)\nATest:test_B() (gas: 12000)\nATest:testFuzz_C(uint256) (runs: 256, μ: 8100, ~: 8000)\n";
    const ours = `ATest:test_A() (gas: ${9000 + baseGas})\nATest:test_B() (gas: ${12_600 + baseGas})\nATest:testFuzz_C(uint256) (runs: 256, μ: 1, ~: ${8000 + baseGas})\n`;
    expect(compareGas(forge, ours)).toEqual({
      withoutBase: true,
      differences: ["ATest:test_B(): 12000 → 12600 (+5.00 %)"],
    });
    expect(compareGas(forge, ours, 5)).toEqual({ withoutBase: true, differences: [] });
    // a snapshot of ours is compared as it stands, however much more all take
    expect(compareGas(ours, ours.replaceAll("gas: ", "gas: 1")).withoutBase).toBe(false);
  });

  it("patterns pick tests", () => {
    const picked = (pattern: string | undefined): string[] =>
      selectTests([contract], { text: pattern }, "/p", {}).flatMap(({ tests }) => tests.map(({ name }) => name));
    expect(picked(undefined)).toEqual(["test_Sell", "test_Buy"]);
    expect(picked("Buy")).toEqual(["test_Buy"]);
    expect(picked("Shop*Sell")).toEqual(["test_Sell"]);
    expect(picked("Sell*Shop")).toEqual([]);
  });

  it("what foundry.toml says picks tests, but for patterns that could take for ever", async () => {
    const workspace = new SolidityWorkspace({
      "foundry.toml": `[profile.default]\nno_match_test = "test.*Buy"\nmatch_path = "test/*"\nmatch_contract = "(S+)+$"\n`,
    });
    const { filters } = await readTestConfig(workspace.folder, undefined, {});
    workspace.close();
    expect(filters).toEqual({ no_match_test: "test.*Buy", match_path: "test/*", match_contract: "(S+)+$" });
    const { selection, unused } = configuredSelection(filters);
    expect(unused).toEqual(["match_contract"]);
    const paths = { "test/Shop.t.sol": "/p/test/Shop.t.sol" };
    const picked = selectTests([contract], selection, "/p", paths).flatMap(({ tests }) =>
      tests.map(({ name }) => name),
    );
    expect(picked).toEqual(["test_Sell"]);
    const isUsed = (match_test: string): boolean => configuredSelection({ match_test }).unused.length === 0;
    for (const pattern of ["Fork|Integration", "(?i)(a|b)c", "[*+?(]{2}", String.raw`test_\w+\(.*\)$`, "(?:test)?A"])
      expect([pattern, isUsed(pattern)]).toEqual([pattern, true]);
    for (const pattern of ["(a|a)*b", "((a+)b)+", "(a?){30}", "a?a?a?a?", ".*.*.*.*", "(", "x".repeat(301), "(?:a|b)+"])
      expect([pattern, isUsed(pattern)]).toEqual([pattern, false]);
  });

  it("names and paths pick tests as Foundry's options do", async () => {
    const picked = async (...args: string[]): Promise<string[]> => {
      const { order } = await take(testLine, args);
      const paths = { "test/Shop.t.sol": "/p/test/Shop.t.sol" };
      return selectTests([contract], order?.selection ?? {}, "/p", paths).flatMap(({ tests }) =>
        tests.map(({ name }) => name),
      );
    };
    expect(await picked("--match-test", "^test_B")).toEqual(["test_Buy"]);
    // by the signature, not by the name
    expect(await picked("--match-test", String.raw`^test_Buy\(.*\)$`)).toEqual(["test_Buy"]);
    expect(await picked("--match-test", "^test_Buy$")).toEqual([]);
    expect(await picked("--no-match-test", "^test_Buy$")).toHaveLength(2);
    expect(await picked("--mt", "(?i)BUY")).toEqual(["test_Buy"]);
    expect(await picked("--nmt", "Buy", "--mc", "Shop", "--mp", "Shop")).toEqual(["test_Sell"]);
    expect(await picked("--no-match-test", String.raw`test_Buy\(`)).toEqual(["test_Sell"]);
    expect(await picked("--no-match-test", "Buy|Rent")).toEqual(["test_Sell"]);
    expect(await picked("--match-contract", "Shop$")).toEqual([]);
    expect(await picked("--no-match-contract", "^Shop")).toEqual([]);
    for (const glob of [
      "test/*.t.sol",
      "**/Shop.t.sol",
      "./test/Shop.t.sol",
      "**",
      "test/**/S???.t.sol",
      "*.t.sol",
      "Shop",
      "t*/{A,Sh[m-p]p}.t.sol",
    ])
      expect(await picked("--match-path", glob), glob).toHaveLength(2);
    for (const glob of ["test", "test/**/x/*.sol", "src/**", "test/Sh[!m-p]p.t.sol"])
      expect(await picked("--match-path", glob), glob).toEqual([]);
    expect(await picked("--no-match-path", "test/*")).toEqual([]);
  });

  it("compiles only files whose tests can be meant", () => {
    const texts: Record<string, string> = {
      "/p/test/A.t.sol": "abstract contract Base {} contract ATest is Base {}",
      "/p/test/B.t.sol": "// contract ATest\ncontract BTest {}",
      "/p/test/C.t.sol": "contract CTest {}",
    };
    const left = (selection: Parameters<typeof filesSelected>[1]): string[] =>
      filesSelected(Object.keys(texts), selection, "/p", (file) => texts[file], posix).map((file) => file.slice(8, 9));
    expect(left({})).toEqual(["A", "B", "C"]);
    expect(left({ contract: /^ATest$/ })).toEqual(["A", "B"]);
    expect(left({ noContract: /^(?:CTest|Base)$/ })).toEqual(["A", "B"]);
    expect(left({ path: "test/C*" })).toEqual(["C"]);
    expect(left({ only: [{ contract: "test/B.t.sol:BTest", test: "test_x()" }] })).toEqual(["B"]);
  });

  it("a table of gas has the numbers of functions, the one in the middle among them", () => {
    const entry = { source: "src/A.sol", contract: "A", signature: "f()" };
    const results = [
      resultOf("test_Sell()", {
        functionGas: [
          {
            ...entry,
            calls: 3,
            min: 1,
            max: 9,
            total: 15,
            counts: [
              [9, 1],
              [5, 1],
              [1, 1],
            ],
          },
        ],
      }),
      resultOf("test_Buy()", {
        functionGas: [
          {
            ...entry,
            calls: 2,
            min: 7,
            max: 8,
            total: 15,
            counts: [
              [7, 1],
              [8, 1],
            ],
          },
        ],
      }),
      resultOf("test_Buy()", {
        functionGas: [{ ...entry, source: contract.sourceName, calls: 1, min: 1, max: 1, total: 1 }],
      }),
    ];
    const report = gasReport(results, [contract]);
    expect(report).toEqual([
      { contract: "src/A.sol:A", functions: [{ signature: "f()", calls: 5, min: 1, mean: 6, median: 7, max: 9 }] },
    ]);
    expect(gasTables(report).split("\n").slice(0, 4)).toEqual([
      "src/A.sol:A",
      "Function  Calls  Min.  Mean  Median  Max.",
      "--------  -----  ----  ----  ------  ----",
      "f()           5     1     6       7     9",
    ]);
  });

  it("keeps which tests failed, until they pass", async () => {
    const environment = { XDG_STATE_HOME: mkdtempSync(join(tmpdir(), "chainside-failures-")), LOCALAPPDATA: "" };
    environment.LOCALAPPDATA = environment.XDG_STATE_HOME;
    const named = { contract: contract.id, test: "test_Buy()" };
    expect(await lastFailures("/p", environment)).toEqual([]);
    await keepFailures(
      "/p",
      [resultOf("test_Sell()", {}), { ...resultOf("test_Buy()", {}), status: "failed" }],
      true,
      environment,
    );
    expect(await lastFailures("/p", environment)).toEqual([named]);
    expect(await lastFailures("/q", environment)).toEqual([]);
    // another test ran: this one still failed last
    await keepFailures("/p", [resultOf("test_Sell()", {})], false, environment);
    expect(await lastFailures("/p", environment)).toEqual([named]);
    await keepFailures("/p", [resultOf("test_Buy()", {})], false, environment);
    expect(await lastFailures("/p", environment)).toEqual([]);
    rmSync(environment.XDG_STATE_HOME, { recursive: true });
  });

  it("paths pick tests with either slash on Windows", () => {
    const paths = { "test/Shop.t.sol": String.raw`C:\p\test\Shop.t.sol` };
    const picked = (path: string, rules: typeof win32) =>
      selectTests([contract], { path }, String.raw`C:\p`, paths, rules);
    for (const glob of [String.raw`test\*.t.sol`, String.raw`.\test\Shop.t.sol`, "test/*.t.sol", String.raw`**\S*.sol`])
      expect(picked(glob, win32), glob).toHaveLength(1);
    expect(picked(String.raw`src\*.t.sol`, win32)).toEqual([]);
    const here = selectTests([contract], { path: String.raw`test\*.t.sol` }, "/p", {}, posix);
    expect(here).toEqual([]);
  });
});

describe("the command line of chainside test", () => {
  const read = (...args: string[]) => take(testLine, args);

  it("takes what it knows", async () => {
    const { order } = await read(
      "a.t.sol",
      "--suite",
      "sm",
      "--auth",
      "--executor",
      "0",
      "--coverage",
      "lcov=x.info",
      "--fuzz-seed",
      "9",
    );
    expect(order).toMatchObject({
      paths: ["a.t.sol"],
      suite: "sm",
      chain: { auth: true, executorVersion: 0 },
      coverage: "x.info",
      seed: "9",
    });
    expect((await read("--invariant-depth", "0", "--processes", "0")).order).toMatchObject({
      invariantDepth: 0,
      processes: 0,
    });
    expect(await read("--help")).toMatchObject({ code: 0, order: undefined });
  });

  it.each([
    ["--suite", "gm", "--suite"],
    ["--executor", "2", "--executor"],
    ["--coverage", "html", "lcov"],
    ["--node-version", "2.9.1", "3.16.4"],
    ["--compatibility", "3.99.0", `newer than the node version ${newestRelease}`],
    ["--unknown", "", "unknown option --unknown"],
    ["--fuzz-runs", "many", "--fuzz-runs must be an integer from 1 to 1000000"],
    ["--invariant-runs", "1e3", "--invariant-runs must be an integer from 1 to 1000000"],
    ["--invariant-depth", "0x10", "--invariant-depth must be an integer from 0 to 1000000"],
    ["--match-test", "(", "--match-test must be a regular expression, not ("],
    ["--processes", "1000001", "--processes must be an integer from 0 to 1000000"],
  ])("refuses %s %s", async (name, value, words) => {
    expect(await read(name, value)).toMatchObject({ code: 2, order: undefined, err: expect.stringContaining(words) });
  });
});

it("shows what cheat codes are asked in traces, members of structs too", () => {
  const suite = cryptoSuite("standard");
  const names = new InterfaceNames({ functionNames: [], modules: [] } as never, suite);
  const types = "(address,bool,bytes)[]";
  const selector = suite.hash(new TextEncoder().encode(`assumeNoRevert(${types})`)).subarray(0, 4);
  const data = encodeValues(parametersOf(types), [[["11".repeat(20), true, Uint8Array.of(1)]]]);
  const message = names.cheat(Buffer.concat([selector, data]), new Map());
  expect(message).toBe(`assumeNoRevert([(0x${"11".repeat(20)}, true, 0x01)])`);
});
