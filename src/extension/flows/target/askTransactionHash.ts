import * as vscode from "vscode";
import { type Hex, isHash } from "../../../crypto/bytes/hex";
import { askText } from "../../kit/asking/ask";

/** Asks for the hash of a transaction. @throws Cancelled */
export async function askTransactionHash(title: string, prompt: string): Promise<Hex> {
  const typed = await askText({
    title,
    prompt,
    placeHolder: "0x…",
    validate: (text) =>
      isHash(text.trim())
        ? undefined
        : vscode.l10n.t(
            "A transaction hash is 0x and 64 hex digits, but this text has {0} characters.",
            text.trim().length,
          ),
  });
  return typed.trim() as Hex;
}
