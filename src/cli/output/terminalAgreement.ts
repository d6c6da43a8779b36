import { t } from "../../text/catalogue";
import { complain } from "./print";
import { WrongInput } from "./showError";
import { isYes, terminalQuestion } from "./terminalQuestion";

/**
 * Asks before files or programs of nodes are changed; `--yes` is the answer where it was given beforehand.
 * @param lines what is changed, shown before the question
 * @throws WrongInput `consentNeeded` where no one can be asked, `declined`
 */
export async function requireYes(lines: readonly string[], yes: boolean): Promise<void> {
  if (yes) return;
  const question = terminalQuestion();
  if (!question)
    throw new WrongInput(
      "consentNeeded",
      t("This changes files of nodes. Specify --yes where no one can be asked, or --dry-run to look first."),
    );
  complain(lines.join("\n"));
  if (!isYes(await question(t("Go ahead? [y/N]")))) throw new WrongInput("declined", t("Nothing was changed."));
}
