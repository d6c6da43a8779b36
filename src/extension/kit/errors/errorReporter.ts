import * as vscode from "vscode";
import { KeyFileError } from "../../../crypto/keyFiles/keyFileError";
import type { ChainError } from "../../../errors/chainError";
import { toChainError } from "../../../errors/dictionary";
import { type ErrorText, errorText } from "../../../errors/errorText";
import { say, t } from "../../../text/catalogue";
import { joinSentences } from "../../../text/joining";
import { runCommand } from "../commands/commands";
import type { TargetLocation } from "../commands/target";
import { showError } from "../messages/notify";
import { Cancelled, isCancelled } from "./cancelled";

/** Shows errors: the one place that turns a ChainError into words, advice and buttons. */
export interface ErrorReporter {
  /** In the reader's language, without stack or raw node text. */
  words(error: unknown): Promise<ErrorText>;
  /** Shows a failure of what the user asked for. Quiet when the user cancelled. */
  show(error: unknown): Promise<void>;
  /** Writes what no user asked for (a background refresh) to the log. */
  log(error: unknown): void;
}

/** A button under an error. */
interface ErrorAction {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

/** So many characters fit into a message that is not unfolded. */
const oneLine = 50;

const showLog = (): ErrorAction => ({ label: vscode.l10n.t("Show Log"), run: () => runCommand("chainside.showLog") });

function actionsFor(error: ChainError, place: TargetLocation): ErrorAction[] {
  const actions: ErrorAction[] = [];
  const hash = error.details["transactionHash"];
  if (typeof hash === "string" && (error.kind === "execution" || error.kind === "precompiled")) {
    actions.push({
      label: vscode.l10n.t("Show Receipt"),
      run: () => runCommand("chainside.showReceipt", { kind: "transaction", hash, ...place }),
    });
  }
  if (["connectionRefused", "badUrl", "unknownGroup", "readOnlyConnection"].includes(String(error.code))) {
    actions.push({ label: vscode.l10n.t("Edit Connections"), run: () => runCommand("chainside.editConnections") });
  }
  const { connection } = error.details;
  if (error.code === "notConnected" && typeof connection === "string") {
    actions.push({
      label: vscode.l10n.t("Connect…"),
      run: () => runCommand("chainside.connect", { kind: "text", text: connection }),
    });
  }
  if (error.kind === "transport" || error.kind === "tls") {
    const { endpoint } = error.details;
    actions.push({
      label: vscode.l10n.t("Diagnose Connection"),
      run: () =>
        runCommand(
          "chainside.diagnoseConnection",
          typeof endpoint === "string" ? { kind: "text", text: endpoint } : undefined,
        ),
    });
  }
  if (error.code === "unexpected") {
    actions.push(showLog(), {
      label: vscode.l10n.t("Report an Issue"),
      run: () => runCommand("chainside.reportIssue"),
    });
  }
  return actions;
}

/** Under this an error carries where it came from. */
const key = Symbol("place");

/** Notes where something failed, so that what is offered then is done there, whichever chain is in use. */
export function noteErrorPosition(error: unknown, place: TargetLocation): void {
  if (error instanceof Error) Object.defineProperty(error, key, { value: place, configurable: true });
}

const errorPosition = (error: unknown): TargetLocation =>
  error instanceof Error ? ((error as { readonly [key]?: TargetLocation })[key] ?? {}) : {};

export function createErrorReporter(log: vscode.LogOutputChannel): ErrorReporter {
  async function words(error: unknown): Promise<ErrorText> {
    if (error instanceof KeyFileError) {
      return { message: t(error.message), advice: say(error.advice) };
    }
    const known = toChainError(error);
    const { message, advice } = await errorText(known);
    if (known.code !== "unexpected") return { message, advice };
    return { message: message.split("\n")[0] ?? "", advice: vscode.l10n.t("See the log for details.") };
  }

  function writeToLog(error: unknown): void {
    if (error instanceof KeyFileError) {
      log.error(`key file/${error.code}: ${error.message}`, error.detail ?? "");
      return;
    }
    const known = toChainError(error);
    log.error(`${known.kind}/${known.code}: ${known.message}`, JSON.stringify(known.details));
    if (known.code === "unexpected" && error instanceof Error && error.stack) log.error(error.stack);
  }

  return {
    words,
    log(error) {
      if (!(error instanceof Cancelled)) writeToLog(error);
    },
    async show(error) {
      if (isCancelled(error)) return;
      const known = toChainError(error);
      writeToLog(error);
      // Its message stands already, and is updated when more is known.
      if (known.details["followed"] === true) return;
      const { message, advice } = await words(error);
      const text = joinSentences(message, advice);
      const actions = error instanceof KeyFileError ? [] : actionsFor(known, errorPosition(error));
      // A message without a button is cut to one line: with one it is shown whole.
      if (actions.length === 0 && text.length > oneLine) actions.push(showLog());
      const chosen = await showError(text, ...actions.map(({ label }) => label));
      await actions.find(({ label }) => label === chosen)?.run();
    },
  };
}
