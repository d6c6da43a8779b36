import * as vscode from "vscode";
import { confirmingName, confirmingNames } from "../../../signing/consent";
import type { ShownRequest, Trial, Weight } from "../../../signing/request";
import type { Consequence, RequestText } from "../../../signing/requestText";
import { t } from "../../../text/catalogue";
import { joinSentences, stopped } from "../../../text/joining";
import { shortened } from "../../../text/shortText";
import { unmistakableLine } from "../../../text/visibleText";
import type { RequestNow, SigningRequestProtocol, SigningRequestStart } from "../../../webview/signingRequest/messages";
import { type PageApp, PagePanel } from "../../kit/pages/pagePanel";
import type { Decided } from "./confirmSignature";
import type { EditorDryRun } from "./editorDryRun";
import type { Trials } from "./trials";

/** What the person said on the page. */
export interface PageDecision {
  readonly decides: Decided;
  /** The name that was typed, and the code. */
  readonly name: string;
  readonly code: string;
}

const cancelled: PageDecision = { decides: "cancel", name: "", code: "" };

/** How a yes is called, whether it may be signed elsewhere, and the code of what is known to come. */
interface PageChoices {
  readonly yes: string;
  readonly exports: boolean;
  readonly force?: string;
}

/** Characters of what a contract or a node says of a dry run: it may be of any length. */
const maxDetail = 4000;

const withDetail = ({ text, detail }: EditorDryRun): string =>
  shortened(detail === "" ? text : joinSentences(stopped(text), detail), maxDetail);

/** How far trying it out is, where that is no consequence. */
function trialText({ request, trials }: Pick<Shown, "request" | "trials">): string {
  if (trials.any) return trials.reported ? "" : vscode.l10n.t("Dry run in progress…");
  return request.transaction ? t("It wasn't tried out.") : "";
}

function pageTexts(name: string, { yes, force: code = "" }: PageChoices): SigningRequestStart["texts"] {
  return {
    consequences: vscode.l10n.t("Consequences"),
    none: vscode.l10n.t("Nothing speaks against it."),
    message: vscode.l10n.t("Description"),
    signed: vscode.l10n.t("What is signed"),
    raw: vscode.l10n.t("Raw data"),
    alone: vscode.l10n.t("Answer on this page. Closing it cancels."),
    beside: vscode.l10n.t("Answer on this page or in the list. Closing this page isn't an answer."),
    sign: yes,
    trySigned: vscode.l10n.t("Sign Dry Run"),
    export: vscode.l10n.t("Export Signing Request…"),
    cancel: vscode.l10n.t("Cancel"),
    type: vscode.l10n.t("Type {0} to sign.", name),
    force: vscode.l10n.t("Type {0} to send it nevertheless.", code),
    over: vscode.l10n.t("This request has been answered."),
    warning: vscode.l10n.t("Warning:"),
  };
}

/** What a page shows, and by what it is told how far trying it out is. */
interface Shown {
  readonly request: ShownRequest;
  readonly weight: Weight;
  readonly text: RequestText;
  readonly choices: PageChoices;
  readonly trials: Trials;
  /** The worst first, once it is known what trying it out told. */
  readonly consequences: (trial: Trial | undefined) => Promise<readonly Consequence[]>;
}

/**
 * The whole request on a page beside the list. Either of them answers, and the other one closes. A page that is closed answers nothing,
 * unless the person went over to it: then the list is gone.
 */
export class RequestPage implements vscode.Disposable {
  readonly #decided: Promise<PageDecision>;
  #decide: (decision: PageDecision) => void = () => undefined;
  #page: PagePanel<SigningRequestProtocol> | undefined;
  #panel: vscode.WebviewPanel | undefined;
  #now: RequestNow;

  constructor(
    private readonly app: PageApp,
    private readonly shown: Shown,
  ) {
    const { text, trials } = shown;
    this.#now = { consequences: text.consequences, trial: trialText(shown), triesSigned: false, alone: false };
    this.#decided = new Promise((resolve) => {
      this.#decide = resolve;
    });
    trials.follow(() => void this.#tried().catch(app.errors.log));
  }

  get decided(): Promise<PageDecision> {
    return this.#decided;
  }

  async #tried(): Promise<void> {
    const { trials, consequences } = this.shown;
    const { reported } = trials;
    // Why it fails, what comes of it, and what that rests on: here is room for it.
    const trial = reported && { ...reported, text: withDetail(reported) };
    const known = await consequences(trial);
    if (trials.reported !== reported) return;
    this.#show({ consequences: known, trial: trialText(this.shown), triesSigned: trials.signs });
  }

  #show(change: Partial<RequestNow>): void {
    this.#now = { ...this.#now, ...change };
    this.#page?.show("now", this.#now);
  }

  /** @param takesFocus a person asked for it, and answers on it */
  open(takesFocus: boolean): void {
    if (takesFocus) this.#show({ alone: true });
    if (this.#panel) {
      this.#panel.reveal(undefined, !takesFocus);
      return;
    }
    const { request, weight, text, choices } = this.shown;
    const { act } = request;
    const title = unmistakableLine(act.title);
    const panel = vscode.window.createWebviewPanel(
      "chainside.signingRequest",
      title,
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: !takesFocus },
      { enableScripts: true },
    );
    this.#panel = panel;
    const { consequences: _, ...words } = text;
    const start: SigningRequestStart = {
      ...words,
      weight,
      now: this.#now,
      names: confirmingNames(act),
      exports: choices.exports,
      ...(choices.force === undefined ? {} : { code: choices.force }),
      texts: pageTexts(confirmingName(act), choices),
    };
    this.#page = new PagePanel<SigningRequestProtocol>(
      this.app,
      panel,
      { name: "signingRequest", title, start },
      {
        asks: {},
        says: {
          sign: ({ name, code }) => this.#decide({ decides: "sign", name: String(name), code: String(code) }),
          export: () => this.#decide({ decides: "export", name: "", code: "" }),
          cancel: () => this.#decide(cancelled),
          trySigned: () => this.shown.trials.trySigned(),
        },
        // A page that was hidden begins anew.
        ready: () => this.#show({}),
        closed: () => {
          this.#panel = undefined;
          this.#page = undefined;
          if (this.#now.alone) this.#decide(cancelled);
        },
      },
    );
  }

  dispose(): void {
    this.#page?.tell("over", null);
    this.#panel?.dispose();
  }
}
