import * as vscode from "vscode";
import { visibleLine } from "../../../text/visibleText";

/** A program to run where the user sees what it says. */
export interface RunTask {
  /** What stands on the terminal's tab; may be text of the workspace. */
  readonly title: string;
  /** What kind of thing it is, as the list of tasks shows it. */
  readonly source: string;
  readonly program: string;
  readonly words: readonly string[];
  /** Path of the folder to run in. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Its terminal shows only when something is wrong. */
  readonly quiet?: boolean;
  /** No shell of this machine reads the words: they are meant for another one. */
  readonly withoutShell?: boolean;
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

/** Runs a program as a task. Gives its exit code when it has ended; undefined where it had none. */
export async function runTask({
  title,
  source,
  program,
  words,
  cwd,
  env,
  quiet,
  withoutShell = false,
  signal,
}: RunTask): Promise<number | undefined> {
  const name = visibleLine(title);
  const options = { ...(cwd === undefined ? {} : { cwd }), ...(env ? { env: { ...env } } : {}) };
  const execution = withoutShell
    ? new vscode.ProcessExecution(program, [...words], options)
    : new vscode.ShellExecution(program, [...words], options);
  const type = withoutShell ? "process" : "shell";
  const task = new vscode.Task({ type }, vscode.TaskScope.Workspace, name, source, execution, []);
  if (quiet) task.presentationOptions = { reveal: vscode.TaskRevealKind.Silent };
  // Listening begins before the task: a quick one may have ended before its start is told. Others may have the same name.
  const listening: vscode.Disposable[] = [];
  const ended = new Promise<number | undefined>((resolve) => {
    listening.push(
      vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (execution.task === task) resolve(exitCode);
      }),
      // comes behind the end of its process, and alone where there was none
      vscode.tasks.onDidEndTask(({ execution }) => {
        if (execution.task === task) resolve(undefined);
      }),
    );
  });
  try {
    const execution = await vscode.tasks.executeTask(task);
    const end = (): void => execution.terminate();
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
    listening.push({ dispose: () => signal?.removeEventListener("abort", end) });
    return await ended;
  } finally {
    for (const each of listening) each.dispose();
  }
}
