import { resolve as resolvePath } from "node:path";
import type { ArchiveToolRequest } from "../../chain/archive/archiveTool";
import { type ArchiveOutcome, ArchiveToolOutput } from "../../chain/archive/archiveToolOutput";
import { startArchiveTool } from "../../chain/archive/startArchiveTool";
import { t } from "../../text/catalogue";
import { complain } from "../output/print";

interface ToolRun {
  readonly tool: string;
  /** The node's folder: the tool reads its configuration relative to it. */
  readonly folder: string;
  readonly args: readonly string[];
}

/** Whether a program is named by its path, not to be looked for on the PATH. Windows takes either slash. */
export function isPath(program: string, platform: string = process.platform): boolean {
  return program.includes("/") || (platform === "win32" && program.includes("\\"));
}

/**
 * Runs the archive tool, shows how far it is on standard error, and says what came of it: its exit status alone does not tell.
 * @throws ChainError usage `archiveToolMissing` when the program or the folder is not there.
 */
export function runArchiveTool({ tool, folder, args }: ToolRun, request: ArchiveToolRequest): Promise<ArchiveOutcome> {
  const output = new ArchiveToolOutput(request);
  return new Promise((resolve, reject) => {
    // A path is meant from here, not from the node's folder; a bare name is looked for on the PATH.
    const program = isPath(tool) ? resolvePath(tool) : tool;
    let shown = -1;
    const feed = (piece: string): void => {
      const { block, fraction } = output.feed(piece);
      const percent = Math.floor(fraction * 100);
      if (percent === shown || block === undefined) return;
      shown = percent;
      complain(t("Block {0}, {1}%", block, percent));
    };
    startArchiveTool(
      { program, args, folder },
      {
        report: feed,
        failed: reject,
        ended: (status) => resolve(output.outcome(status)),
      },
    );
  });
}
