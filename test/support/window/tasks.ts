// Tasks of a window without a terminal.
import { spawn } from "node:child_process";
import { ShellExecution, type Task } from "../fakeVscode/values";

interface Terminal {
  readonly onDidClose: (listener: (code: number) => void) => unknown;
  open(): void;
}

/** Runs it and gives its exit code. */
export async function runTask({ execution }: Task, signal: AbortSignal): Promise<number> {
  if (execution instanceof ShellExecution) {
    const { command, args, options } = execution;
    const child = spawn(command, [...args], { cwd: options.cwd, stdio: "ignore" });
    signal.addEventListener("abort", () => child.kill());
    return new Promise((resolve) => {
      child.once("error", () => resolve(127));
      child.once("exit", (code) => resolve(code ?? 1));
    });
  }
  const terminal = (await execution.callback()) as Terminal;
  return new Promise((resolve) => {
    terminal.onDidClose(resolve);
    terminal.open();
  });
}
