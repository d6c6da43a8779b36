import * as vscode from "vscode";
import { joinSentences } from "../../../text/joining";
import { showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";

/**
 * Looks at what a change came to that is committed, and shows it. Where the chain can't be asked then, it says that the change is done:
 * an error alone reads as if nothing had happened, and the change is signed once more.
 * @param done what was done: `Freeze Contract · Hello`
 */
export async function showAfter<Found>(
  { errors }: Pick<Chainside, "errors">,
  done: string,
  look: () => Promise<Found>,
  show: (found: Found) => void,
): Promise<void> {
  let found: Found;
  try {
    found = await look();
  } catch (error) {
    errors.log(error);
    const { message } = await errors.words(error);
    const doneText = vscode.l10n.t("{0}: done. The new state couldn't be read.", done);
    void showWarning(joinSentences(doneText, message));
    return;
  }
  show(found);
}
