import type { ArchiveRange } from "./archiveRange";
import type { ArchiveToolRequest } from "./archiveTool";

/** How far the tool is. */
interface ArchiveProgress {
  readonly stage: "starting" | "copying" | "deleting" | "done";
  /** The block written last. */
  readonly block?: number;
  /** 0 to 1. */
  readonly fraction: number;
}

/** Where the blocks of the range are now. */
export type ArchiveOutcome =
  /** In the archive only. */
  | { readonly kind: "archived" }
  /** In the node again; the archive keeps its copy, and the node still counts them as archived. */
  | { readonly kind: "reimported" }
  /** Written to the archive, but the node did not delete them: in both. The same range may be repeated. */
  | { readonly kind: "notDeleted"; readonly problem: string }
  /** It stopped on its way: archived blocks are still in the node, re-imported ones may be a part. The same range may be repeated. */
  | { readonly kind: "failed"; readonly problem: string };

/** Lines that say why the tool stopped; the first one counts. */
const problems = [
  /^config file not found:.*/,
  /^parse_command_line failed.*/,
  /^please set .*/,
  /^(?:archive|reimport) parameters error.*/,
  /^the IP::Port of node's archive service is empty.*/,
  /^invalid block number.*/,
  /^the block range .* has been archived.*/,
  /^get transaction.* failed.*/,
  /^.*\bempty$/,
  /^parse json failed.*/,
  /^.*\b(?:lock file|LOCK)\b.*/,
  /^terminate called.*/,
  /^(?:Error|error)\b.*/,
];

/**
 * Reads what the archive tool says while it runs. Its exit status is 0 even when the node refused to delete, so the outcome is in the
 * text (docs/protocol/archive.md, "Tool").
 */
export class ArchiveToolOutput {
  readonly #range: ArchiveRange;
  readonly #action: ArchiveToolRequest["action"];
  #rest = "";
  #text = "";
  #progress: ArchiveProgress = { stage: "starting", fraction: 0 };

  constructor(request: Pick<ArchiveToolRequest, "action" | "start" | "end">) {
    this.#range = request;
    this.#action = request.action;
  }

  get progress(): ArchiveProgress {
    return this.#progress;
  }

  /** Takes a piece of standard output or error, wherever it was cut. */
  feed(piece: string): ArchiveProgress {
    const lines = (this.#rest + piece).split(/[\r\n]/);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line.trim());
    return this.#progress;
  }

  /** What came of it, once the program has ended with this exit status (null when it was killed). */
  outcome(exitStatus: number | null): ArchiveOutcome {
    this.feed("\n");
    const lines = this.#text.split("\n");
    const problem = lines.find((line) => problems.some((pattern) => pattern.test(line)));
    const words = problem ?? (exitStatus === null ? "it was stopped" : `exit status ${exitStatus}`);
    if (this.#action === "reimport") {
      const done = exitStatus === 0 && lines.some((line) => line.startsWith("reimport from archive database success"));
      return done ? { kind: "reimported" } : { kind: "failed", problem: words };
    }
    const written = lines.some((line) => line.startsWith("write to archive database"));
    if (!written) return { kind: "failed", problem: words };
    const [, status] = /"status"\s*:\s*"([^"]*)"/.exec(this.#text) ?? [];
    if (status === "success") return { kind: "archived" };
    return { kind: "notDeleted", problem: status ?? words };
  }

  #line(line: string): void {
    if (line === "") return;
    const [, block] = /^(?:write|reimport) block (\d+) size/.exec(line) ?? [];
    if (block !== undefined) {
      const { start, end } = this.#range;
      const fraction = Math.min(1, Math.max(0, (Number(block) + 1 - start) / (end - start)));
      this.#progress = { stage: "copying", block: Number(block), fraction };
      return;
    }
    this.#text += `${line}\n`;
    if (line.startsWith("delete archived data")) this.#progress = { ...this.#progress, stage: "deleting", fraction: 1 };
    if (line.includes("success")) this.#progress = { ...this.#progress, stage: "done", fraction: 1 };
  }
}
