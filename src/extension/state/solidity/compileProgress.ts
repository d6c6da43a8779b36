import * as vscode from "vscode";
import { mebibyte } from "../../../text/limits/sizes";
import { LateProgress } from "../../kit/asking/progress";
import type { CompileProgress, Waiting } from "./compileService";

/** What goes on, behind a title. */
export function progressText(progress: CompileProgress): string {
  if (progress.kind === "compiling") {
    const { version: compiler, files, done, running } = progress;
    const [oldest] = running;
    return files < 2 || !oldest
      ? vscode.l10n.t("Solidity {0}, files: {1}", compiler, files)
      : vscode.l10n.t("Solidity {0}, files compiled: {1} of {2}; {3}", compiler, done, files, oldest.name);
  }
  const { version, received, total } = progress;
  const amount = (bytes: number): string => (bytes / mebibyte).toFixed(1);
  return total === undefined
    ? vscode.l10n.t("downloading Solidity {0} from npm, {1} MiB", version, amount(received))
    : vscode.l10n.t("downloading Solidity {0} from npm, {1} of {2} MiB", version, amount(received), amount(total));
}

/** Shows what the compiler does while it takes long, with Cancel. */
export async function withCompileProgress<Result>(
  title: string,
  work: (waiting: Waiting) => Promise<Result>,
): Promise<Result> {
  const late = new LateProgress(title);
  late.start();
  try {
    return await work({
      signal: late.signal,
      progress: (progress) => late.say(progressText(progress)),
    });
  } finally {
    late.stop();
  }
}
