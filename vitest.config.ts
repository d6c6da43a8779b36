import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { viteTextFiles } from "./scripts/bundling/textModules.mjs";
import { LongestFirst } from "./test/longestFirst";

const sources = { plugins: [viteTextFiles] };

const guarded = {
  setupFiles: ["test/secretGuard.ts", "test/inEnglish.ts", "test/ownState.ts", "test/seededProperties.ts"],
  expect: { poll: { timeout: 240_000, interval: 10 } },
};
/** Tests that run our code in their own process, and with it the programs that it starts. */
const inProcess = {
  ...guarded,
  globalSetup: ["test/runPrograms.ts"],
  setupFiles: [...guarded.setupFiles, "test/builtPrograms.ts"],
};
/** Only what hangs is to meet these limits: beside other work a test may take fifty times as long as alone. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 };
const slow = { ...guarded, ...patient, fileParallelism: false };

/** Many files wait for sockets and processes: two threads would leave a third of two processors idle. */
const bothProcessors = { maxWorkers: Math.max(3, availableParallelism() - 1) };

/**
 * Two windows at once in the browser: one alone leaves half of two processors idle, for most of its time it waits. Windows of the desktop
 * take the focus from each other, and what is repeated (\`npm test -- --repeat N\`) is run alone.
 */
const oneByOne = process.env["UI_HOST"] === "desktop" || process.env["UI_ONE_BY_ONE"] === "1";

const workbench = {
  ...slow,
  fileParallelism: !oneByOne,
  maxWorkers: oneByOne ? 1 : Math.min(2, availableParallelism()),
  setupFiles: [...guarded.setupFiles, "test/ui/failurePictures.ts"],
  // What does not come is said by what waited for it, before the limit of the test is met (`patienceMs` in test/ui/pressing.ts).
  expect: { poll: { timeout: 240_000, interval: 100 } },
};

/**
 * What the oldest supported VS Code shows: a journey through each kind of thing that the extension asks of the editor (trees, questions,
 * pages, notebooks, language, documents, restricted mode). Behavior is proven on the newest one.
 */
const oldestSmoke = ["views", "contractForm", "notebook", "documents", "restrictedMode", "nodeScripts"];

/** Suites that need no editor, and the one that drives it. The suite inside VS Code has a runner of its own. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    // A thread that ends late on a busy machine is no failure.
    teardownTimeout: 120_000,
    // `npm run coverage:lines`
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["json-summary"],
      reportsDirectory: "out/coverage",
      // A test that fails is said; the lines that the others ran are told all the same.
      reportOnFailure: true,
    },
    projects: [
      {
        ...sources,
        // Flows, state and features of the extension run before a person of the test's making.
        resolve: {
          alias: {
            "vscode-languageclient/node": fileURLToPath(
              new URL("test/support/fakeVscode/languageClient.ts", import.meta.url),
            ),
            vscode: fileURLToPath(new URL("test/support/fakeVscode/vscode.ts", import.meta.url)),
          },
        },
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          exclude: ["test/unit/**/*.alone.test.ts"],
          ...inProcess,
          setupFiles: [...inProcess.setupFiles, "test/freshHost.ts"],
          isolate: false,
          pool: "threads",
          ...bothProcessors,
          ...patient,
        },
      },
      // What puts other modules in the place of ours would leave every later file of its thread with two of each.
      {
        ...sources,
        test: {
          name: "unit-alone",
          include: ["test/unit/**/*.alone.test.ts"],
          ...inProcess,
          pool: "threads",
          ...bothProcessors,
          ...patient,
        },
      },
      {
        ...sources,
        test: {
          name: "protocol",
          include: ["test/protocol/**/*.test.ts"],
          ...slow,
          ...inProcess,
          // A test waits for a program of its own most of the time.
          fileParallelism: true,
          maxWorkers: Math.min(2, availableParallelism()),
        },
      },
      // Tools of others, each tried at several chains at once.
      {
        ...sources,
        test: { name: "web3", include: ["test/web3/*.test.ts"], ...slow, testTimeout: 900_000, hookTimeout: 900_000 },
      },
      { ...sources, test: { name: "interop", include: ["test/interop/**/*.test.ts"], ...slow } },
      { ...sources, test: { name: "ui", include: ["test/ui/**/*.test.ts"], ...workbench } },
      {
        ...sources,
        test: {
          name: "ui-oldest",
          include: oldestSmoke.map((name) => `test/ui/${name}.test.ts`),
          ...workbench,
          // The version for a run in desktop VS Code is the floor of `engines.vscode`.
          env: { VSCODE_HOST: "oldest", VSCODE_VERSION: "1.100.0" },
        },
      },
    ],
  },
});
