import * as vscode from "vscode";
import type { Weight } from "../../../signing/request";
import type { RequestText } from "../../../signing/requestText";
import { shortened } from "../../../text/shortText";
import { unmistakableLine } from "../../../text/visibleText";
import { Cancelled } from "../../kit/errors/cancelled";
import { shownChoice } from "../../kit/text/shownText";
import type { EditorDryRun } from "./editorDryRun";
import type { Trials } from "./trials";
import { lineWidth, titledLineWidth, wholeLine, wholeText } from "./wholeLines";

/** One thing the signer should see. */
export interface ConfirmationLine {
  readonly label: string;
  readonly value: string;
}

/** What the person chose: `export` has it signed elsewhere. */
export type Decided = "sign" | "export" | "cancel";

interface Confirmation {
  /** What a yes does, as it is called. */
  readonly yes: string;
  /** It may be written to a file, to be signed elsewhere. */
  readonly exports?: boolean;
  readonly title: string;
  readonly question: string;
  /** The request in words. */
  readonly text: RequestText;
  readonly weight: Weight;
  /** What trying it out told; may come while the question stands. */
  readonly trials: Trials;
  /** Shows the whole request on its page, which asks from then on: the question would cover it. */
  readonly showRequest?: () => void;
  /** Code of the error that is known to come: it is typed afterwards. */
  readonly force?: string;
  /** The question was answered elsewhere. */
  readonly answered?: Promise<Decided>;
}

interface Entry extends vscode.QuickPickItem {
  readonly decides?: Decided | "trySigned" | "showRequest";
}

/** Lines that the filter of the question never hides. */
const shown = (lines: readonly { label: string; description?: string }[]): Entry[] =>
  lines.map((line) => ({ ...line, alwaysShow: true }));

/** A list of lines has room for so many characters of one value: the page of the request has all of it. */
const maxValueLength = 1000;

const bounded = ({ label, value }: ConfirmationLine): ConfirmationLine => {
  const cut = shortened(value, maxValueLength);
  const length = vscode.l10n.t("{0} characters", value.length);
  return { label: shortened(label, titledLineWidth), value: cut === value ? value : `${cut} (${length})` };
};

/** What trying it out told: why it fails may be a contract's or a node's own words, of any length. */
function previewEntries(preview: EditorDryRun | undefined): Entry[] {
  if (!preview) return [{ label: `$(loading~spin) ${vscode.l10n.t("Dry run in progress…")}`, alwaysShow: true }];
  const { outcome } = preview;
  const [text, detail] = [preview.text, preview.detail].map((each) =>
    unmistakableLine(shortened(each, maxValueLength)),
  );
  const icon = { success: "pass", failure: "error", unknown: "question" }[outcome];
  const entry = { label: `$(${icon}) ${text}`, alwaysShow: true };
  if (!detail) return [entry];
  // A result is told by its beginning; why it fails has to be read.
  return outcome === "success" ? [{ ...entry, detail }] : [entry, ...shown(wholeText(detail, "blank"))];
}

function consequenceEntries({ text, trials }: Confirmation): Entry[] {
  // What it comes to is said of what takes place: not beside a dry run that failed.
  const consequences = text.consequences.filter(({ warns }) => warns || trials.reported?.outcome !== "failure");
  if (consequences.length === 0) return [];
  return [
    { label: vscode.l10n.t("Consequences"), kind: vscode.QuickPickItemKind.Separator },
    ...consequences.flatMap(({ text: words, warns }, index) =>
      shown(
        wholeText(
          shortened(words, maxValueLength),
          warns ? "warning" : "info",
          index === 0 ? titledLineWidth : lineWidth,
        ),
      ),
    ),
  ];
}

function trialEntries({ trials }: Confirmation): Entry[] {
  if (!trials.any) return [];
  return [
    { label: vscode.l10n.t("Dry run result"), kind: vscode.QuickPickItemKind.Separator },
    ...previewEntries(trials.reported),
    ...(trials.signs
      ? [
          {
            label: `$(play) ${vscode.l10n.t("Sign Dry Run")}`,
            detail: vscode.l10n.t("Signs this call only. No transaction is sent."),
            alwaysShow: true,
            decides: "trySigned" as const,
          },
        ]
      : []),
  ];
}

function entries(confirmation: Confirmation): Entry[] {
  const { text, weight, showRequest, force, yes, exports = false } = confirmation;
  const consequences = consequenceEntries(confirmation);
  const signs: Entry = {
    label: force === undefined ? `$(check) ${yes}` : `$(warning) ${vscode.l10n.t("Send Nevertheless…")}`,
    alwaysShow: true,
    decides: "sign",
  };
  const cancels: Entry = { label: `$(close) ${vscode.l10n.t("Cancel")}`, alwaysShow: true, decides: "cancel" };
  const choices: Entry[] = [
    ...(force === undefined ? [signs, cancels] : [cancels, signs]),
    ...(exports
      ? [
          {
            label: `$(export) ${vscode.l10n.t("Export Signing Request…")}`,
            description: vscode.l10n.t("Another person or machine signs it"),
            alwaysShow: true,
            decides: "export" as const,
          },
        ]
      : []),
    ...(showRequest
      ? [
          {
            label: `$(preview) ${vscode.l10n.t("Show Whole Request")}`,
            description: vscode.l10n.t("Answer there. This list closes"),
            alwaysShow: true,
            decides: "showRequest" as const,
          },
        ]
      : []),
  ];
  const trial = trialEntries(confirmation);
  return [
    // What weighs more says first what it comes to.
    ...(weight === "ordinary" ? [...choices, ...trial, ...consequences] : [...consequences, ...choices, ...trial]),
    // Text from outside has a part of its own, so that no name of a column looks like what is signed.
    ...(text.reported.length > 0
      ? [{ label: vscode.l10n.t("Description"), kind: vscode.QuickPickItemKind.Separator }]
      : []),
    ...text.reported.map(bounded).flatMap((line) => shown(wholeLine(line))),
    { label: vscode.l10n.t("What is signed"), kind: vscode.QuickPickItemKind.Separator },
    ...text.signed.map(bounded).flatMap((line) => shown(wholeLine(line))),
  ];
}

/** Shows everything on one screen and waits for an answer other than no. @throws Cancelled */
export function confirmSignature(confirmation: Confirmation): Promise<Exclude<Decided, "cancel">> {
  const picker = vscode.window.createQuickPick<Entry>();
  picker.title = unmistakableLine(confirmation.title);
  picker.placeholder = confirmation.question;
  picker.keepScrollPosition = true;
  picker.ignoreFocusOut = true;
  let open = true;
  let fails = false;
  const chooseCancel = (): void => {
    const cancel = picker.items.find(({ decides }) => decides === "cancel");
    if (cancel) picker.activeItems = [cancel];
  };
  confirmation.trials.follow((preview) => {
    if (!open) return;
    if (preview) fails = preview.outcome === "failure";
    const [chosen] = picker.activeItems;
    const at = chosen ? picker.items.indexOf(chosen) : 0;
    picker.items = entries(confirmation).map(shownChoice);
    const active = picker.items[Math.max(0, at)];
    // What comes of trying leaves the choice as it is; a list that begins, or begins anew, has its first line chosen.
    if (preview && chosen && active) picker.activeItems = [active];
    // Nothing is chosen for the person where it weighs more.
    else if (confirmation.weight !== "ordinary") picker.activeItems = [];
    // Enter may come at any moment: what would fail is not what it signs.
    if (fails) chooseCancel();
  });
  return new Promise((resolve, reject) => {
    let onPage = false;
    confirmation.answered
      ?.then((decided) => {
        if (decided === "cancel") reject(new Cancelled());
        else resolve(decided);
        if (open) picker.hide();
      })
      .catch(reject);
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      if (chosen?.decides === "sign" || chosen?.decides === "export") resolve(chosen.decides);
      else if (chosen?.decides === "cancel") reject(new Cancelled());
      else if (chosen?.decides === "showRequest") {
        onPage = true;
        picker.hide();
        return confirmation.showRequest?.();
      } else if (chosen?.decides === "trySigned") {
        confirmation.trials.trySigned();
        return;
      } else return; // a line of information: the question stays
      picker.hide();
    });
    picker.onDidHide(() => {
      open = false;
      if (!onPage) reject(new Cancelled());
      picker.dispose();
    });
    picker.show();
  });
}
