import { type ChildProcess, spawn } from "node:child_process";
import { clientError } from "../../errors/clientError";

/** The archive tool as a user named it. */
interface NamedTool {
  readonly program: string;
  readonly args: readonly string[];
  /** The node's folder: the paths of its configuration are relative to it. */
  readonly folder: string;
}

/** What is heard of a program that runs; one of the last two comes once. */
interface ToolListener {
  report(text: string): void;
  ended(status: number | null): void;
  /** ChainError usage `archiveToolMissing`. */
  failed(error: Error): void;
}

/**
 * Starts the archive tool. A program that is not there is told of later on every system; one that the system can't run (`.sh` or `.cmd` on
 * Windows) is told of at once, by an exception: both are heard as `failed`, after this returned.
 */
export function startArchiveTool(
  { program, args, folder }: NamedTool,
  listener: ToolListener,
): ChildProcess | undefined {
  const fail = (cause: unknown): void =>
    listener.failed(clientError("archiveToolMissing", { tool: program, folder }, { cause }));
  let child: ChildProcess;
  try {
    child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    setImmediate(fail, error);
    return undefined;
  }
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => listener.report(text));
  let hasFailed = false;
  child.once("error", (cause) => {
    hasFailed = true;
    fail(cause);
  });
  child.once("close", (status) => {
    if (!hasFailed) listener.ended(status);
  });
  return child;
}
