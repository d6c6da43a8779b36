import type { ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import type { ArchiveToolRequest } from "../../../chain/archive/archiveTool";
import { type ArchiveOutcome, ArchiveToolOutput } from "../../../chain/archive/archiveToolOutput";
import { startArchiveTool } from "../../../chain/archive/startArchiveTool";
import { visibleLine } from "../../../text/visibleText";
import { showProgress } from "../../kit/asking/progress";

interface ArchiveRun {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** The node's folder: the paths of its configuration are relative to it. */
  readonly folder: string;
  readonly request: ArchiveToolRequest;
}

/**
 * Runs the archive tool as a task whose output is seen, and reads that output at the same time: its exit status tells nothing
 * (docs/protocol/archive.md, "Tool").
 */
export async function runArchiveTool(run: ArchiveRun): Promise<ArchiveOutcome> {
  const output = new ArchiveToolOutput(run.request);
  return showProgress(
    { location: vscode.ProgressLocation.Notification, title: run.name },
    async (progress): Promise<ArchiveOutcome> => {
      let shown = 0;
      const show = (): void => {
        const { stage, block, fraction } = output.progress;
        const percent = Math.round(fraction * 100);
        const message =
          stage === "copying" && block !== undefined
            ? vscode.l10n.t("block {0}", block)
            : stage === "deleting"
              ? vscode.l10n.t("the node deletes the blocks")
              : undefined;
        progress.report({ increment: percent - shown, ...(message === undefined ? {} : { message }) });
        shown = percent;
      };
      let resolve: (status: number | null) => void = () => undefined;
      let reject: (error: Error) => void = () => undefined;
      const ended = new Promise<number | null>((settle, fail) => {
        resolve = settle;
        reject = fail;
      });
      const task = new vscode.Task(
        { type: "shell" },
        vscode.TaskScope.Workspace,
        visibleLine(run.name),
        "FISCO BCOS",
        new vscode.CustomExecution(async () => {
          const written = new vscode.EventEmitter<string>();
          const closed = new vscode.EventEmitter<number>();
          let child: ChildProcess | undefined;
          return {
            onDidWrite: written.event,
            onDidClose: closed.event,
            open: () => {
              child = startArchiveTool(run, {
                report(message) {
                  output.feed(message);
                  written.fire(message.replace(/\r?\n/g, "\r\n"));
                  show();
                },
                failed(missing) {
                  written.fire(`${missing.message}\r\n`);
                  reject(missing);
                  closed.fire(1);
                },
                ended(status) {
                  resolve(status);
                  closed.fire(status ?? 1);
                },
              });
            },
            close: () => child?.kill(),
          };
        }),
        [],
      );
      await vscode.tasks.executeTask(task);
      return output.outcome(await ended);
    },
  );
}
