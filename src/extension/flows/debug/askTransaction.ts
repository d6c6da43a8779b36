import * as vscode from "vscode";
import { isHash } from "../../../crypto/bytes/hex";
import { askChoice, askText, type Choice, type TextQuestion } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { sentChoice } from "../sent/askSent";

const maxOffered = 50;

/** How a person is asked. */
interface Words {
  readonly title: string;
  readonly prompt: string;
}

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

/** One of the transactions that were sent from here, else a hash that is typed. @throws Cancelled */
export async function askTransaction(app: Chainside, group: ChainGroup | undefined, words: Words): Promise<string> {
  const mined = (group ? app.sent.list(group) : []).filter(({ outcome }) => outcome.kind === "done");
  if (mined.length === 0) return askHash(words);
  const chosen = await askChoice<string>(
    [
      ...mined.slice(0, maxOffered).map((sent): Choice<string> => ({ ...sentChoice(sent), value: sent.hash })),
      { label: `$(edit) ${vscode.l10n.t("Enter a hash…")}`, alwaysShow: true, value: "" },
    ],
    { title: words.title, placeHolder: vscode.l10n.t("Select a transaction") },
  );
  return chosen || askHash(words);
}

/** The clicked transaction, the hash that another command hands over, else one that is asked for. @throws Cancelled */
export function targetTransaction(
  app: Chainside,
  group: ChainGroup | undefined,
  target: Target,
  words: Words,
): Promise<string> {
  const given = target.kind === "transaction" ? target.hash : target.kind === "text" ? target.text : "";
  return isHash(given) ? Promise.resolve(given) : askTransaction(app, group, words);
}
