import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { nodePrograms } from "../../../../../scripts/bundling/nodePrograms";
import { registerContractTests } from "../../../../../src/extension/features/contractTests/registerContractTests";
import { createErrorReporter } from "../../../../../src/extension/kit/errors/errorReporter";
import type { Chainside } from "../../../../../src/extension/state/chainside";
import type { LensPart } from "../../../../../src/extension/state/solidity/solidity";
import { host } from "../../../../support/fakeVscode/fakeHost";
import {
  type FakeTestController,
  type FakeTestItem,
  type FakeTestRun,
  TestRunProfileKind,
  TestRunRequest,
} from "../../../../support/fakeVscode/testing";
import { CancellationTokenSource, EventEmitter, Uri } from "../../../../support/fakeVscode/values";
import { linkFolder } from "../../../../support/portable";
import { SolidityWorkspace } from "../../../../support/solidityWorkspace";

const root = resolve(import.meta.dirname, "../../../../..");

const counter = `// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;
contract Counter {
    error TooMany(uint256 most);
    uint256 public count;
    function add(uint256 more) public {
        if (more > 9) revert TooMany(9);
        count += more;
    }
    function unused() public pure returns (uint256) {
        return 7;
    }
}
`;
const tests = `// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;
import "fisco/Test.sol";
import "fisco/console.sol";
import "../src/Counter.sol";
abstract contract Shared is Test {
    Counter internal counter;
    function setUp() public { counter = new Counter(); }
    function test_Shared() public { counter.add(1); }
}
contract CounterTest is Shared {
    function test_Add() public {
        console.log("adding", uint256(3));
        counter.add(3);
        assertEq(counter.count(), 3);
    }
    function test_Wrong() public {
        counter.add(2);
        assertEq(counter.count(), 5);
    }
    function test_TooMany() public {
        counter.add(11);
    }
    function testFuzz_Same(uint8 value) public { assertEq(value, value); }
    function testFuzz_Same(bool value) public { assertEq(value, value); }
    function test_Hidden() internal {}
    function helper() public {}
}
contract Handler is Test {
    Counter private counter;
    constructor(Counter own) { counter = own; }
    function test() public {}
}
contract ValueTest is Test {
    constructor() {}
    function testFuzz_Small(uint256 value) public pure { assertLt(value, 1000); }
    function test_Fine() public {}
}
contract SlowTest is Test {
    /// forge-config: default.fuzz.runs = 900000
    function testFuzz_Long(uint256 value) public { assertEq(value, value); }
}
`;

describe("Solidity tests in the Test Explorer", () => {
  let solidity: SolidityWorkspace;
  let folder: string;
  let feature: { dispose(): void };
  let controller: FakeTestController;
  let lensParts: LensPart[];
  const saved = new EventEmitter<{ readonly uri: Uri }>();
  const changed = new EventEmitter<never>();
  const opened = new EventEmitter<{ readonly uri: Uri }>();
  const [came, went] = [new EventEmitter<Uri>(), new EventEmitter<Uri>()];
  let files: string[];

  beforeAll(async () => {
    solidity = new SolidityWorkspace({
      "package.json": "{}",
      "src/Counter.sol": counter,
      "test/Counter.t.sol": tests,
      "test/Broken.t.sol": tests.replace("counter.add(3)", "counter.sub(3)"),
    });
    folder = mkdtempSync(join(tmpdir(), "chainside-explorer-"));
    linkFolder(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    // the programs that it starts, from today's sources
    const built = nodePrograms(["contractTestService", "contractTests", "solidityCompiler"]);
    await build({ ...built, outdir: join(folder, "dist"), logLevel: "warning" });
  });
  afterAll(() => {
    solidity.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What stands in the place of a program, by its name. */
  let programs: Record<string, string>;
  beforeEach(() => {
    host.reset();
    programs = {};
    files = ["test/Counter.t.sol", "test/Broken.t.sol"];
    lensParts = [];
    host.desk = {
      workspace: {
        textDocuments: [],
        findFiles: async () => files.map((name) => Uri.file(solidity.path(name))),
        getWorkspaceFolder: () => ({ uri: Uri.file(solidity.folder) }),
        asRelativePath: (uri: Uri) => uri.path.replace(`${solidity.folder}/`, ""),
        createFileSystemWatcher: () => ({
          onDidCreate: came.event,
          onDidDelete: went.event,
          onDidChange: changed.event,
          dispose: () => undefined,
        }),
        onDidOpenTextDocument: opened.event,
        onDidChangeTextDocument: changed.event,
        onDidSaveTextDocument: saved.event,
      },
    };
    const log = Object.fromEntries(["error", "warn", "info"].map((name) => [name, (): undefined => undefined]));
    const app = {
      errors: createErrorReporter(log as never),
      context: {
        asAbsolutePath: (path: string) => programs[basename(path, ".js")] ?? join(folder, path),
        globalStorageUri: Uri.file(folder),
      },
      solidity: {
        lensParts,
        lensesChanged: new EventEmitter<void>(),
        ask: ({ uri }: { uri: Uri }, question: never) =>
          solidity.service.ask(solidity.request(uri.path.replace(`${solidity.folder}/`, "")), question),
      },
    };
    feature = registerContractTests(app as unknown as Chainside) as { dispose(): void };
    const [made] = host.testControllers;
    if (!made) throw new Error("there is no controller");
    controller = made;
  });
  afterEach(() => feature.dispose());

  const item = (...labels: string[]): FakeTestItem => {
    let items = controller.items;
    let found: FakeTestItem | undefined;
    for (const label of labels) {
      found = items.all.find((each) => each.label === label);
      if (!found) throw new Error(`no ${label} among ${items.all.map((each) => each.label).join(", ")}`);
      items = found.children;
    }
    if (!found) throw new Error("nothing is named");
    return found;
  };
  const profile = (label: string) => {
    const found = controller.profiles.find((each) => each.label === label);
    if (!found) throw new Error(`no profile ${label}`);
    return found;
  };
  const look = async (): Promise<void> => {
    await controller.resolveHandler?.();
    await controller.resolveHandler?.(item("test/Counter.t.sol"));
  };
  const run = async (labels: string[], name = "Run", exclude: FakeTestItem[] = []): Promise<FakeTestRun> => {
    const request = new TestRunRequest([item(...labels)], exclude);
    await profile(name).run(request, new CancellationTokenSource().token);
    const last = controller.runs.at(-1);
    if (!last) throw new Error("nothing ran");
    expect(last.ended).toBe(true);
    return last;
  };

  it("finds files, contracts and tests without a compiler, and nothing before somebody looks", async () => {
    expect(controller.items.size).toBe(0);
    await look();
    expect(controller.items.all.map(({ label }) => label)).toEqual(["test/Counter.t.sol", "test/Broken.t.sol"]);
    expect(item("test/Broken.t.sol").children.size).toBe(0);
    expect(item("test/Counter.t.sol").children.all.map(({ label }) => label)).toEqual([
      "CounterTest",
      "ValueTest",
      "SlowTest",
    ]);
    const own = item("test/Counter.t.sol", "CounterTest").children.all;
    expect(own.map(({ label, range }) => `${label} ${(range?.start.line ?? 0) + 1}`)).toEqual([
      "test_Add 12",
      "test_Wrong 17",
      "test_TooMany 21",
      "testFuzz_Same 24",
    ]);
    files = ["test/Broken.t.sol"];
    await controller.refreshHandler?.();
    expect(controller.items.all.map(({ label }) => label)).toEqual(["test/Broken.t.sol"]);
  });

  it("shows the tests of a source as long as one may be", async () => {
    solidity.write("test/Long.t.sol", `${tests}// ${"x".repeat(5 * 1024 * 1024)}\n`);
    files = ["test/Long.t.sol"];
    await controller.resolveHandler?.();
    await controller.resolveHandler?.(item("test/Long.t.sol"));
    expect(item("test/Long.t.sol").children.size).toBe(3);
  });

  it("shows what passed, and what failed at its line with the decoded reason and the trace", async () => {
    await look();
    const done = await run(["test/Counter.t.sol", "CounterTest"]);
    expect(Object.fromEntries(done.states)).toEqual({
      test_Add: "passed",
      test_Wrong: "failed",
      test_TooMany: "failed",
      testFuzz_Same: "passed",
      test_Shared: "passed",
    });
    expect(item("test/Counter.t.sol", "CounterTest", "test_Shared").uri?.path).toBe(
      solidity.path("test/Counter.t.sol"),
    );
    const [wrong] = done.messages.get("test_Wrong") ?? [];
    expect(wrong?.message).toMatch(/2 != 5\nactual: 2\nexpected: 5\n\n.*CounterTest\.test_Wrong\(\)/);
    expect(wrong?.location?.uri.path).toBe(solidity.path("test/Counter.t.sol"));
    expect(wrong?.location?.range.start.line).toBe(18);
    const [tooMany] = done.messages.get("test_TooMany") ?? [];
    expect(tooMany?.message).toMatch(/^TooMany\(.*9\)/);
    expect(tooMany?.location?.range.start.line).toBe(21);
    expect(
      tooMany?.stackTrace?.map(({ uri, position }) => `${uri?.path.split("/").at(-1)}:${(position?.line ?? 0) + 1}`),
    ).toEqual(expect.arrayContaining(["Counter.sol:7", "Counter.t.sol:22"]));
    expect(done.output).toContain("adding 3\r\n");
  });

  it("runs one test, or all but what is left out, on a chain of either suite", async () => {
    await look();
    const one = await run(["test/Counter.t.sol", "CounterTest", "test_Add"], "Run on an SM Chain");
    expect(Object.fromEntries(one.states)).toEqual({ test_Add: "passed" });
    const excluded = [item("test/Counter.t.sol", "SlowTest"), item("test/Counter.t.sol", "CounterTest", "test_Wrong")];
    const rest = await run(["test/Counter.t.sol"], "Run", excluded);
    expect(rest.states.has("test_Wrong")).toBe(false);
    expect(rest.states.has("testFuzz_Long")).toBe(false);
    expect(rest.states.get("test_Add")).toBe("passed");
  });

  it("shows what the compiler says where a file does not compile", async () => {
    await look();
    const done = await run(["test/Broken.t.sol"]);
    expect(new Set(done.states.values())).toEqual(new Set(["errored"]));
    const [message] = done.messages.get("test_Add") ?? [];
    expect(message?.message).toContain('"sub" not found');
    expect(message?.location?.uri.path).toBe(solidity.path("test/Broken.t.sol"));
    expect(message?.location?.range.start.line).toBe(13);
  });

  it("measures statements, both ways of conditions, and functions", async () => {
    await look();
    const done = await run(["test/Counter.t.sol", "CounterTest", "test_Add"], "Run with Coverage");
    const [coverage, ...others] = done.coverage;
    if (!coverage) throw new Error("nothing was measured");
    expect(others).toEqual([]);
    expect(coverage.uri.path).toBe(solidity.path("src/Counter.sol"));
    expect(coverage.declarationCoverage).toEqual({ covered: 1, total: 2 });
    expect(coverage.branchCoverage).toEqual({ covered: 1, total: 2 });
    const details = (await profile("Run with Coverage").loadDetailedCoverage?.(done, coverage)) ?? [];
    const seen = details.map(({ location, executed }) => `${location.line + 1} ${executed}`);
    expect(seen).toEqual(expect.arrayContaining(["7 1", "8 1", "11 0"]));
    expect(controller.profiles.filter(({ kind }) => kind === TestRunProfileKind.Coverage)).toHaveLength(2);
  });

  it("shows changes of sources that no test notices, at their lines until the source changes", async () => {
    await look();
    const shown = new Map<string, readonly { readonly message: string }[]>();
    const collection = {
      get: ({ path }: Uri) => shown.get(path),
      set: ({ path }: Uri, list: readonly { readonly message: string }[]) => shown.set(path, list),
      delete: ({ path }: Uri) => shown.delete(path),
      clear: () => shown.clear(),
      dispose: () => shown.clear(),
    };
    host.desk = { ...host.desk, languages: { createDiagnosticCollection: () => collection } };
    const done = await run(["test/Counter.t.sol", "CounterTest", "test_Add"], "Mutation Testing");
    expect(Object.fromEntries(done.states)).toEqual({ test_Add: "passed" });
    const { output } = done;
    const messages = shown.get(solidity.path("src/Counter.sol"))?.map(({ message }) => message) ?? [];
    expect(messages).toContain("No test notices this change: > → >=");
    expect(output).toContain("src/Counter.sol:7:18 binary-op No test notices this change: > → >=");
    expect(output).toContain("src/Counter.sol:8:15 assignment No test notices this change: += → =");
    expect(output).toMatch(/Mutation score: \d+(\.\d)? %/);
    expect(output).toMatch(/killed \d+, survived \d+, timed out \d+, not reached by tests [1-9]/);
  });

  it("says which files are compiled with the project's own settings", async () => {
    const program = join(folder, "dist/told.js");
    const news = { kind: "asProject", files: [solidity.path("src/Counter.sol")] };
    writeFileSync(
      program,
      `process.on("disconnect", () => process.exit(0));
      process.on("message", ({ kind, id }) => {
        if (kind !== "order") return;
        process.send({ kind: "tells", id, tells: ${JSON.stringify(news)} });
        process.send({ kind: "result", id });
      });`,
    );
    const messages: string[] = [];
    const run = {
      appendOutput: (text: string) => messages.push(text),
      enqueued: () => undefined,
      end: () => undefined,
    };
    vi.spyOn(controller, "createTestRun").mockReturnValue({
      ...run,
      token: new CancellationTokenSource().token,
    } as never);
    programs["contractTestService"] = program;
    await controller.resolveHandler?.();
    await profile("Run").run(new TestRunRequest([item("test/Counter.t.sol")]), new CancellationTokenSource().token);
    expect(messages).toContain(
      "Compiled with the project's own settings, as the settings for tests leave no room on the stack: src/Counter.sol\r\n",
    );
  });

  it("tells how far a long test has come, and ends a run that is cancelled", async () => {
    await look();
    const cancelled = new CancellationTokenSource();
    const request = new TestRunRequest([item("test/Counter.t.sol", "SlowTest")]);
    const running = profile("Run").run(request, cancelled.token);
    await expect.poll(() => controller.runs[0]?.states.get("testFuzz_Long")).toBe("started");
    const long = item("test/Counter.t.sol", "SlowTest", "testFuzz_Long");
    await expect.poll(() => long.description).toMatch(/^run [1-9][0-9]{2,5} of 900000$/);
    cancelled.cancel();
    await running;
    expect(long.description).toBe("");
    expect(controller.runs[0]?.states.get("testFuzz_Long")).toBe("skipped");
    expect(controller.runs[0]?.ended).toBe(true);
  });

  it("tells results of tests whose file left the tree while they ran, and came back", async () => {
    await look();
    const request = new TestRunRequest([item("test/Counter.t.sol", "CounterTest")]);
    const running = profile("Run").run(request, new CancellationTokenSource().token);
    const states = () => controller.runs[0]?.states ?? new Map<string, string>();
    await expect.poll(() => [...states().values()]).toContain("started");
    controller.items.delete(item("test/Counter.t.sol").id);
    await look();
    await running;
    expect([...states().values()]).not.toContain("started");
    expect([...states().values()]).not.toContain("errored");
  });

  it("runs again with every save until it is switched off", async () => {
    await look();
    const off = new CancellationTokenSource();
    const request = new TestRunRequest([item("test/Counter.t.sol", "CounterTest", "test_Add")], [], undefined, true);
    await profile("Run").run(request, off.token);
    expect(controller.runs).toEqual([]);
    expect(profile("Run").supportsContinuousRun).toBe(true);
    saved.fire({ uri: Uri.file(solidity.path("README.md")) });
    saved.fire({ uri: Uri.file(solidity.path("src/Counter.sol")) });
    await expect.poll(() => controller.runs.map(({ ended }) => ended)).toEqual([true]);
    expect(controller.runs[0]?.states.get("test_Add")).toBe("passed");
    off.cancel();
    saved.fire({ uri: Uri.file(solidity.path("src/Counter.sol")) });
    await new Promise((done) => setTimeout(done, 300));
    expect(controller.runs).toHaveLength(1);
  });

  it("tells gas of tests and functions, against the last run and the snapshot of the project", async () => {
    await look();
    const add = ["test/Counter.t.sol", "CounterTest", "test_Add"];
    const gasAbove = (contract: string, functionName: string) =>
      lensParts
        .flatMap((part) =>
          part({
            uri: Uri.file(solidity.path("src/Counter.sol")) as never,
            contract,
            functionName,
            kind: "function",
            functions: [],
            takesArguments: false,
          }),
        )
        .map(({ title }) => title);
    expect(gasAbove("Counter", "add")).toEqual([]);
    solidity.write(".gas-snapshot", "CounterTest:test_Add() (gas: 100)\n");
    await run(add);
    const first = item(...add).description ?? "";
    expect(first).toMatch(/^\d\d,\d{3} gas · \+\d\d,\d{3} against \.gas-snapshot$/);
    const [lens = ""] = gasAbove("Counter", "add");
    expect(lens).toMatch(/^\d{1,2},\d{3} gas$/);
    expect(gasAbove("Counter", "unused")).toEqual([]);
    // another store in the function: the test and the function take more
    solidity.write("src/Counter.sol", counter.replace("count += more;", "count += more; count += 0; count -= 0;"));
    await run(add);
    expect(item(...add).description).toMatch(
      /^\d\d,\d{3} gas · \+\d{1,2},\d{3} since the last run · \+\d\d,\d{3} against \.gas-snapshot$/,
    );
    expect(gasAbove("Counter", "add")).toEqual([expect.stringMatching(/^\d\d,\d{3} gas \(\+\d{1,2},\d{3}\)$/)]);
    solidity.write("src/Counter.sol", counter);
  });

  it("debugs tests one after the other after they have run, with the values that they fail with", async () => {
    type Session = { readonly configuration: Readonly<Record<string, unknown>> };
    const [began, ended] = [new EventEmitter<Session>(), new EventEmitter<Session>()];
    const debugged: Session["configuration"][] = [];
    const stopped: Session[] = [];
    const breakpoints: object[] = [];
    let ends = true;
    host.desk = {
      ...host.desk,
      debug: {
        breakpoints,
        onDidStartDebugSession: began.event,
        onDidTerminateDebugSession: ended.event,
        startDebugging: async (_: unknown, configuration: Session["configuration"]) => {
          debugged.push(configuration);
          began.fire({ configuration });
          if (ends) ended.fire({ configuration });
          return true;
        },
        stopDebugging: async (session: Session) => {
          stopped.push(session);
          ended.fire(session);
        },
      },
    };
    await look();
    await run(["test/Counter.t.sol", "ValueTest"], "Debug");
    const asked = { file: solidity.path("test/Counter.t.sol"), contract: "ValueTest" };
    const data = { input: { data: expect.stringMatching(/^0x[0-9a-f]{8}0{61}3e8$/) } };
    const failing = { ...asked, function: "testFuzz_Small(uint256)", suite: "standard", ...data };
    expect(debugged.map(({ type, test }) => ({ type, test }))).toEqual([{ type: "fisco-bcos", test: failing }]);
    // the message of the failure: without another run
    const runs = controller.runs.length;
    const test = item("test/Counter.t.sol", "ValueTest", "testFuzz_Small");
    expect(controller.runs.at(-1)?.messages.get("testFuzz_Small")?.[0]?.contextValue).toBe("chainside.failure");
    await host.commands.get("chainside.debugContractTest")?.({ test });
    expect(debugged[1]?.["test"]).toEqual(failing);
    expect(controller.runs.length).toBe(runs);
    // where there are breakpoints, what passes is debugged too
    breakpoints.push({ enabled: true, location: { uri: Uri.file(solidity.path("src/Counter.sol")) } });
    await run(["test/Counter.t.sol", "ValueTest"], "Debug on an SM Chain");
    expect(
      debugged
        .slice(2)
        .map(({ test: each }) => (each as { function: string }).function)
        .sort(),
    ).toEqual(["testFuzz_Small(uint256)", "test_Fine()"]);
    // cancelling ends the session, and no other begins
    ends = false;
    const cancelled = new CancellationTokenSource();
    const running = profile("Debug").run(
      new TestRunRequest([item("test/Counter.t.sol", "ValueTest")]),
      cancelled.token,
    );
    await expect.poll(() => debugged.length).toBe(5);
    cancelled.cancel();
    await running;
    expect(stopped).toHaveLength(1);
    expect(debugged).toHaveLength(5);
  });

  it("runs nothing in a workspace that isn't trusted", async () => {
    host.trusted = false;
    await look();
    await profile("Run").run(new TestRunRequest([item("test/Counter.t.sol")]), new CancellationTokenSource().token);
    expect(controller.runs).toEqual([]);
    expect(host.messages).toEqual(["This workspace isn't trusted, so nothing is run in it."]);
  });

  it("has a lens above contracts of test files and their tests, which runs them", async () => {
    const [part] = lensParts;
    const uri = Uri.file(solidity.path("test/Counter.t.sol")) as never;
    const above = (
      contract: string,
      functionName: string | undefined,
      kind: string,
      of = uri,
      takesArguments = false,
    ) =>
      part?.({
        uri: of,
        contract,
        functionName,
        kind,
        functions: contract === "CounterTest" ? ["test_Wrong"] : ["add"],
        takesArguments,
      }) ?? [];
    expect(above("CounterTest", undefined, "contract").map(({ title }) => title)).toEqual(["Test"]);
    expect(above("CounterTest", undefined, "contract", uri, true)).toEqual([]);
    expect(above("CounterTest", "helper", "function")).toEqual([]);
    expect(above("Helper", undefined, "contract")).toEqual([]);
    expect(above("Shared", undefined, "abstract")).toEqual([]);
    expect(above("Counter", undefined, "contract", Uri.file(solidity.path("src/Counter.sol")) as never)).toEqual([]);
    const [lens, debug] = above("CounterTest", "test_Wrong", "function");
    expect(debug).toMatchObject({ title: "Debug", command: "chainside.debugContractTest", arguments: lens?.arguments });
    await host.commands.get(lens?.command ?? "")?.(...(lens?.arguments ?? []));
    expect(Object.fromEntries(controller.runs[0]?.states ?? [])).toEqual({ test_Wrong: "failed" });
  });

  it("has the same lenses in a file of another name that the tree shows", () => {
    const uri = Uri.file(solidity.path("test/Any.sol"));
    const lens = () =>
      lensParts[0]?.({
        uri: uri as never,
        contract: "Any",
        functionName: "test_A",
        kind: "function",
        functions: ["test_A"],
        takesArguments: false,
      });
    expect(lens()).toEqual([]);
    controller.items.add(controller.createTestItem(uri.toString(), "test/Any.sol", uri));
    expect(lens()?.map(({ title }) => title)).toEqual(["Test", "Debug"]);
  });
});
