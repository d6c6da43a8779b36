import * as vscode from "vscode";
import type { EditorTest } from "../../../contractTests/service/messages";
import type { TestFailure } from "../../../contractTests/testProject";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { debugType } from "../../flows/debug/startDebugging";

/** A test that has run. */
export interface RanTest {
  readonly item: vscode.TestItem;
  readonly test: EditorTest;
  readonly failed: boolean;
  readonly failure: TestFailure | undefined;
}

interface Debugged extends RanTest {
  readonly suite: CryptoSuiteName;
}

/** Whether execution is to stop anywhere in sources of contracts. */
const hasBreakpoints = (): boolean =>
  vscode.debug.breakpoints.some((each) => {
    const { location } = each as Partial<vscode.SourceBreakpoint>;
    return each.enabled && (location === undefined || location.uri.path.endsWith(".sol"));
  });

/** Debugs tests, one session after the other (docs/contract-tests.md). */
export class TestDebugger {
  readonly #failures = new WeakMap<vscode.TestItem, Debugged>();
  #sessions = 0;

  /** Keeps what tests failed with, to debug them so. */
  remember(tests: readonly RanTest[], suite: CryptoSuiteName): void {
    for (const each of tests) this.#failures.delete(each.item);
    for (const each of tests)
      if (each.failed && !this.#failures.has(each.item)) this.#failures.set(each.item, { ...each, suite });
  }

  /** Debugs tests that have just run: all where there are breakpoints, else those that have failed. */
  async debugAll(
    tests: readonly RanTest[],
    suite: CryptoSuiteName,
    run: vscode.TestRun,
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = tests.length === 1 || hasBreakpoints() ? tests : tests.filter(({ failed }) => failed);
    for (const each of wanted) {
      if (signal.aborted || !(await this.#debug({ ...each, suite }, { testRun: run }, signal))) return;
    }
  }

  async debugFailure(item: vscode.TestItem): Promise<boolean> {
    const failed = this.#failures.get(item);
    if (failed) await this.#debug(failed, {}, new AbortController().signal);
    return failed !== undefined;
  }

  /** One session up to its end. Gives whether it began. */
  async #debug(
    { test, failure, suite }: Debugged,
    options: vscode.DebugSessionOptions,
    signal: AbortSignal,
  ): Promise<boolean> {
    const mark = ++this.#sessions;
    const isOurs = ({ configuration }: vscode.DebugSession): boolean => configuration["testSession"] === mark;
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(test.file));
    const parts: vscode.Disposable[] = [];
    const ended = new Promise<void>((resolve) => {
      parts.push(
        vscode.debug.onDidStartDebugSession((session) => {
          if (!isOurs(session)) return;
          const stop = (): void => void vscode.debug.stopDebugging(session);
          if (signal.aborted) stop();
          else signal.addEventListener("abort", stop, { once: true });
        }),
        vscode.debug.onDidTerminateDebugSession((session) => {
          if (isOurs(session)) resolve();
        }),
      );
    });
    try {
      const configuration: vscode.DebugConfiguration = {
        type: debugType,
        request: "launch",
        name: `${test.contract}.${test.name}`,
        testSession: mark,
        test: {
          file: test.file,
          contract: test.contract,
          function: test.signature,
          suite,
          ...(failure?.input ? { input: failure.input } : {}),
        },
      };
      const began = await vscode.debug.startDebugging(folder, configuration, options);
      if (began) await ended;
      return began;
    } finally {
      for (const each of parts) each.dispose();
    }
  }
}
