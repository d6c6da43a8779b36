import * as vscode from "vscode";
import { isHash } from "../../../crypto/bytes/hex";
import { askText, type TextQuestion } from "../../kit/asking/ask";

/** Asks for the hash of a transaction. @throws Cancelled */
export async function askHash(question: Pick<TextQuestion, "title" | "prompt">): Promise<string> {
  const typed = await askText({
    ...question,
    placeHolder: "0x…",
    validate: (text) =>
      isHash(text.trim())
        ? undefined
        : vscode.l10n.t(
            "A transaction hash is 0x and 64 hex digits, but this text has {0} characters.",
            text.trim().length,
          ),
  });
  return typed.trim();
}
