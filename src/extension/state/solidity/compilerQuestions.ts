import * as vscode from "vscode";
import type { CheckedFile } from "../../../solidity/language/questions";
import { showWarning } from "../../kit/messages/notify";

/** What a person allowed: hashes, as the compile service keeps them. */
export interface Allowed {
  readonly compilers?: readonly string[];
  readonly npmrc?: readonly string[];
}

interface Question {
  /** What is allowed, and by what it is known that it was asked before. */
  readonly hash: string;
  readonly message: string;
  readonly detail: string;
  readonly button: string;
  readonly allowed: Allowed;
}

/** What of a result only a person can decide; undefined where nothing is. */
function questionOf(files: readonly CheckedFile[]): Question | undefined {
  for (const { code, type, details } of files.flatMap(({ diagnostics }) => diagnostics)) {
    if (type !== "Chainside" || details === undefined) continue;
    const file = String(details["file"]);
    if (code === "compilerUnknown") {
      const hash = String(details["sha256"]);
      return {
        hash,
        message: vscode.l10n.t("Run a Solidity compiler that Chainside doesn't know?"),
        detail: vscode.l10n.t(
          "{0}\nSHA-256: {1}\n\nCompare the hash with the one on binaries.soliditylang.org. A compiler runs without files, network, and environment variables.",
          file,
          hash,
        ),
        button: vscode.l10n.t("Allow This Compiler"),
        allowed: { compilers: [hash] },
      };
    }
    if (code === "compilerRegistryNotAllowed") {
      const hash = String(details["key"]);
      return {
        hash,
        message: vscode.l10n.t("Use this folder's .npmrc to download compilers?"),
        detail: vscode.l10n.t(
          "{0} sets another registry or proxy, and can send values of environment variables there. You're asked again if the file changes.",
          file,
        ),
        button: vscode.l10n.t("Use This .npmrc"),
        allowed: { npmrc: [hash] },
      };
    }
  }
  return undefined;
}

/** Asks what only a person can decide about compilers: which unknown one may run, and whether a folder's `.npmrc` counts. */
export class CompilerQuestions {
  /** What this window has asked without being told to. */
  readonly #asked = new Set<string>();

  constructor(private readonly allow: (allowed: Allowed) => Promise<void>) {}

  /**
   * Asks the first question that a result has.
   * @param wanted a user waits for the result: asked in a dialog, each time
   * @returns whether something was allowed, so that it is worth compiling again
   */
  async ask(files: readonly CheckedFile[], wanted: boolean): Promise<boolean> {
    const question = vscode.workspace.isTrusted ? questionOf(files) : undefined;
    if (!question || (!wanted && this.#asked.has(question.hash))) return false;
    this.#asked.add(question.hash);
    const { message, detail, button, allowed } = question;
    const clicked = wanted
      ? await showWarning(message, { modal: true, detail }, button)
      : await showWarning(`${message} ${detail}`, button);
    if (clicked !== button) return false;
    await this.allow(allowed);
    return true;
  }
}
