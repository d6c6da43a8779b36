import * as vscode from "vscode";
import { isPackageName } from "../../../applications/java/javaPackage";
import { askText } from "../../kit/asking/ask";

/** The package of generated Java classes; `last` is what was answered before. @throws Cancelled */
export const askPackage = (title: string, last = "org.example.contracts"): Promise<string> =>
  askText({
    title,
    prompt: vscode.l10n.t("Package of the classes"),
    value: last,
    validate: (text) =>
      isPackageName(text) ? undefined : vscode.l10n.t("Enter names with dots between, such as org.example.contracts."),
  });
