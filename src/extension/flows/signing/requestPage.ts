import * as vscode from "vscode";
import { confirmingName, confirmingNames } from "../../../signing/consent";
import type { ShownRequest, Weight } from "../../../signing/request";
import { type RequestText, trialText } from "../../../signing/requestText";
import { unmistakableLine } from "../../../text/visibleText";
import type { SigningRequestProtocol, SigningRequestStart } from "../../../webview/signingRequest/messages";
import { type PageApp, PagePanel } from "../../kit/pages/pagePanel";
import type { Decided } from "./confirmSignature";

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

function pageTexts(name: string, { yes, force: code = "" }: PageChoices): SigningRequestStart["texts"] {
  return {
    consequences: vscode.l10n.t("Consequences"),
    none: vscode.l10n.t("Nothing speaks against it."),
    said: vscode.l10n.t("What the act says"),
    signed: vscode.l10n.t("What is signed"),
    raw: vscode.l10n.t("The bytes"),
    trying: vscode.l10n.t("Dry run in progress…"),
    sign: yes,
    export: vscode.l10n.t("Export Signing Request…"),
    cancel: vscode.l10n.t("Cancel"),
    type: vscode.l10n.t("Type {0} to sign.", name),
    force: vscode.l10n.t("Type {0} to send it nevertheless.", code),
    over: vscode.l10n.t("This request has been answered."),
    warning: vscode.l10n.t("Warning:"),
  };
}

/**
 * The whole request on a page beside the question. Either of them answers. A page that is closed answers nothing, unless the person went
 * over to it: then the question is gone.
 */
export class RequestPage implements vscode.Disposable {
  readonly #decided: Promise<PageDecision>;
  #decide: (decision: PageDecision) => void = () => undefined;
  #page: PagePanel<SigningRequestProtocol> | undefined;
  #panel: vscode.WebviewPanel | undefined;
  #asksAlone = false;

  constructor(
    private readonly app: PageApp,
    private readonly request: ShownRequest,
    private readonly weight: Weight,
    private readonly text: RequestText,
    private readonly choices: PageChoices,
  ) {
    this.#decided = new Promise((resolve) => {
      this.#decide = resolve;
    });
  }

  get decided(): Promise<PageDecision> {
    return this.#decided;
  }

  /** @param takesFocus a person asked for it, and answers on it */
  open(takesFocus: boolean): void {
    this.#asksAlone ||= takesFocus;
    if (this.#panel) {
      this.#panel.reveal(undefined, !takesFocus);
      return;
    }
    const { act, trial } = this.request;
    const title = unmistakableLine(act.title);
    const panel = vscode.window.createWebviewPanel(
      "chainside.signingRequest",
      title,
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: !takesFocus },
      { enableScripts: true },
    );
    this.#panel = panel;
    const start: SigningRequestStart = {
      ...this.text,
      weight: this.weight,
      names: confirmingNames(act),
      exports: this.choices.exports,
      ...(this.choices.force === undefined ? {} : { code: this.choices.force }),
      texts: pageTexts(confirmingName(act), this.choices),
    };
    const page = new PagePanel<SigningRequestProtocol>(
      this.app,
      panel,
      { name: "signingRequest", title, start },
      {
        asks: {},
        says: {
          sign: ({ name, code }) => this.#decide({ decides: "sign", name: String(name), code: String(code) }),
          export: () => this.#decide({ decides: "export", name: "", code: "" }),
          cancel: () => this.#decide(cancelled),
        },
        closed: () => {
          this.#panel = undefined;
          this.#page = undefined;
          if (this.#asksAlone) this.#decide(cancelled);
        },
      },
    );
    this.#page = page;
    void (trial ?? Promise.resolve(undefined)).then(
      (told) => page.show("trial", trialText(this.request, told)),
      this.app.errors.log,
    );
  }

  dispose(): void {
    this.#page?.tell("over", null);
    this.#panel?.dispose();
  }
}
