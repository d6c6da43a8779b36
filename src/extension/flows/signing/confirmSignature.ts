import * as vscode from "vscode";
import type { Weight } from "../../../signing/weight";
import { thrownWords } from "../../../text/thrownWords";
import { visibleLine } from "../../../text/visibleText";
import { Cancelled } from "../../kit/errors/cancelled";
import { shownChoice } from "../../kit/text/shownText";
import type { Account } from "../../state/accounts/account";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { noPreview, type Preview } from "./preview";
import { lineWidth, titledLineWidth, wholeLine, wholeText } from "./wholeLines";

/** One thing the signer should see. */
export interface ConfirmationLine {
  readonly label: string;
  readonly value: string;
}

interface Confirmation {
  readonly group: ChainGroup;
  readonly title: string;
  /** Who signs; absent where the transaction was signed elsewhere. */
  readonly account?: Account;
  readonly lines: readonly ConfirmationLine[];
  /** What it comes to, as numbers. */
  readonly notes?: readonly string[];
  readonly warnings: readonly string[];
  /** *Cancel* is chosen until the user chooses otherwise, unless it is ordinary. */
  readonly weight?: Weight;
  /** What trying it out told; may come while the question stands. Absent where nothing was tried. */
  readonly preview?: Promise<Preview>;
  /** Tries it out once more with a signature, when the user wants it; absent where no node takes one. */
  readonly trySigned?: () => Promise<Preview>;
}

interface Entry extends vscode.QuickPickItem {
  readonly decides?: "sign" | "cancel" | "trySigned";
}

/** Lines that the filter of the question never hides. */
const shown = (lines: readonly { label: string; description?: string }[]): Entry[] =>
  lines.map((line) => ({ ...line, alwaysShow: true }));

function previewEntries(preview: Preview | undefined): Entry[] {
  if (!preview) return [{ label: `$(loading~spin) ${vscode.l10n.t("Dry run in progress…")}`, alwaysShow: true }];
  const { outcome, text, detail } = preview;
  const icon = { success: "pass", failure: "error", unknown: "question" }[outcome];
  const entry = { label: `$(${icon}) ${text}`, alwaysShow: true };
  if (detail === "") return [entry];
  // A result may be long without an end and is told by its beginning; why it fails has to be read.
  return outcome === "success" ? [{ ...entry, detail }] : [entry, ...shown(wholeText(detail, "blank"))];
}

function entries(confirmation: Confirmation, preview: Preview | undefined): Entry[] {
  const { group, account, lines, notes = [], warnings, preview: tried, trySigned } = confirmation;
  // What it comes to is said of what takes place: not beside a dry run that failed.
  const comesTo = preview?.outcome === "failure" ? [] : notes;
  const consequences = [
    ...comesTo.map((text) => ({ text, icon: "info" })),
    ...warnings.map((text) => ({ text, icon: "warning" })),
  ];
  const who = [account?.label, account?.address].filter(Boolean).join(" · ");
  const signed: ConfirmationLine[] = [
    ...lines,
    ...(account ? [{ label: vscode.l10n.t("Signed by"), value: who }] : []),
    {
      label: vscode.l10n.t("Chain"),
      value: `${group.connection.name} · ${group.session.chainId} · ${group.groupId}`,
    },
  ];
  return [
    { label: `$(check) ${vscode.l10n.t("Sign and Send")}`, alwaysShow: true, decides: "sign" },
    { label: `$(close) ${vscode.l10n.t("Cancel")}`, alwaysShow: true, decides: "cancel" },
    ...(tried !== undefined
      ? [
          { label: vscode.l10n.t("Dry run result"), kind: vscode.QuickPickItemKind.Separator },
          ...previewEntries(preview),
          ...(preview?.unsigned && trySigned
            ? [
                {
                  label: `$(play) ${vscode.l10n.t("Sign Dry Run")}`,
                  detail: vscode.l10n.t("Signs this call only. No transaction is sent."),
                  alwaysShow: true,
                  decides: "trySigned" as const,
                },
              ]
            : []),
        ]
      : []),
    ...(consequences.length > 0
      ? [{ label: vscode.l10n.t("Consequences"), kind: vscode.QuickPickItemKind.Separator }]
      : []),
    ...consequences.flatMap(({ text, icon }, index) =>
      shown(wholeText(text, icon, index === 0 ? titledLineWidth : lineWidth)),
    ),
    { label: vscode.l10n.t("What is signed"), kind: vscode.QuickPickItemKind.Separator },
    ...signed.flatMap((line) => shown(wholeLine(line))),
    ...(account?.origin === "development" && group.connection.origin !== "embedded"
      ? [
          {
            label: `$(warning) ${vscode.l10n.t("This account is a development key that anyone can know.")}`,
            alwaysShow: true,
          },
        ]
      : []),
  ];
}

/** Shows everything on one screen and waits for a yes. @throws Cancelled */
export function confirmSignature(confirmation: Confirmation): Promise<void> {
  const picker = vscode.window.createQuickPick<Entry>();
  picker.title = visibleLine(confirmation.title);
  picker.placeholder = vscode.l10n.t("Sign this transaction?");
  picker.items = entries(confirmation, undefined).map(shownChoice);
  picker.keepScrollPosition = true;
  picker.ignoreFocusOut = true;
  const weighty = (confirmation.weight ?? "ordinary") !== "ordinary";
  const chooseCancel = (): void => {
    const cancel = picker.items.find(({ decides }) => decides === "cancel");
    if (cancel) picker.activeItems = [cancel];
  };
  if (weighty) chooseCancel();
  let open = true;
  let fails = false;
  const take = (preview: Preview): void => {
    if (!open) return;
    fails = preview.outcome === "failure";
    const [chosen] = picker.activeItems;
    const at = chosen ? picker.items.indexOf(chosen) : 0;
    picker.items = entries(confirmation, preview).map(shownChoice);
    const active = picker.items[Math.max(0, at)];
    if (active) picker.activeItems = [active];
    // Enter may come at any moment: what would fail is not what it signs.
    if (fails) chooseCancel();
  };
  const lost = (error: unknown): void => take(noPreview(thrownWords(error)));
  void confirmation.preview?.then(take, lost);
  return new Promise<void>((resolve, reject) => {
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      if (chosen?.decides === "sign") resolve();
      else if (chosen?.decides === "cancel") reject(new Cancelled());
      else if (chosen?.decides === "trySigned") {
        picker.items = entries(confirmation, undefined).map(shownChoice);
        // The list begins anew, with its first line chosen.
        if (fails || weighty) chooseCancel();
        void confirmation.trySigned?.().then(take, lost);
        return;
      } else return; // a line of information: the question stays
      picker.hide();
    });
    picker.onDidHide(() => {
      open = false;
      reject(new Cancelled());
      picker.dispose();
    });
    picker.show();
  });
}
