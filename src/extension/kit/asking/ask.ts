import * as vscode from "vscode";
import { visibleLine } from "../../../text/visibleText";
import { Cancelled } from "../errors/cancelled";
import type { InstanceCache } from "../memory/kept";
import { shownChoice, shownMessage } from "../text/shownText";

type Verdict = string | vscode.InputBoxValidationMessage | undefined;

export interface TextQuestion {
  title: string;
  prompt: string;
  value?: string;
  placeHolder?: string;
  password?: boolean;
  /** A clear sentence when the text will not do; a message of lower severity lets it pass. */
  validate?(text: string): Verdict | Promise<Verdict>;
}

/** Asks for one line of text. @throws Cancelled */
export async function askText(question: TextQuestion): Promise<string> {
  const { validate, title, prompt, ...rest } = question;
  const answer = await vscode.window.showInputBox({
    ...rest,
    title: visibleLine(title),
    prompt: shownMessage(prompt),
    ignoreFocusOut: true,
    ...(validate ? { validateInput: (text: string) => validate(text) } : {}),
  });
  if (answer === undefined) throw new Cancelled();
  return answer;
}

export interface Choice<Value> extends vscode.QuickPickItem {
  value: Value;
}

/** A line between choices; cannot be picked. */
export interface Separator extends vscode.QuickPickItem {
  kind: vscode.QuickPickItemKind.Separator;
}

/** Asks to pick one. @throws Cancelled */
export async function askChoice<Value>(
  choices: readonly (Choice<Value> | Separator)[],
  options: { title: string; placeHolder?: string },
): Promise<Value> {
  const picked = await vscode.window.showQuickPick(choices.map(shownChoice), {
    ...options,
    title: visibleLine(options.title),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (!picked || !("value" in picked)) throw new Cancelled();
  return picked.value;
}

/** Like any choice of a checklist, but the cursor stands on what comes next. @throws Cancelled */
export function askStep<Value>(
  choices: readonly (Choice<Value> | Separator)[],
  { title, placeHolder, next }: { title: string; placeHolder: string; next: (value: Value) => boolean },
): Promise<Value> {
  const isChoice = (item: Choice<Value> | Separator): item is Choice<Value> => "value" in item;
  const quickPick = vscode.window.createQuickPick<Choice<Value> | Separator>();
  Object.assign(quickPick, {
    title: visibleLine(title),
    placeholder: placeHolder,
    ignoreFocusOut: true,
    matchOnDescription: true,
    items: choices.map(shownChoice),
  });
  quickPick.activeItems = quickPick.items.filter((item) => isChoice(item) && next(item.value)).slice(0, 1);
  return new Promise<Value>((resolve, reject) => {
    quickPick.onDidAccept(() => {
      const [chosen] = quickPick.activeItems;
      if (chosen && isChoice(chosen)) resolve(chosen.value);
    });
    quickPick.onDidHide(() => reject(new Cancelled()));
    quickPick.show();
  }).finally(() => quickPick.dispose());
}

/** Asks to tick some; those that are `picked` are ticked before. @throws Cancelled */
export async function askChoices<Value>(
  choices: readonly Choice<Value>[],
  options: { title: string; placeHolder: string },
): Promise<readonly Value[]> {
  const ticked = await vscode.window.showQuickPick(choices.map(shownChoice), {
    ...options,
    title: visibleLine(options.title),
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!ticked) throw new Cancelled();
  return ticked.map(({ value }) => value);
}

export function separator(label: string): Separator {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** An integer of a range; both ends are in it, and it may have no upper one. */
interface IntegerRange {
  readonly from: number;
  readonly to?: number | undefined;
}

/** What may be entered. */
export const integerText = ({ from, to }: IntegerRange): string =>
  to === undefined
    ? vscode.l10n.t("Enter an integer from {0}.", from)
    : vscode.l10n.t("Enter an integer from {0} to {1}.", from, to);

/** Asks for an integer of a range. @throws Cancelled */
export async function askInteger(
  question: Pick<TextQuestion, "title" | "prompt" | "value">,
  range: IntegerRange,
): Promise<number> {
  const { from, to: max = Number.MAX_SAFE_INTEGER } = range;
  const text = await askText({
    ...question,
    validate: (typed) =>
      /^\d{1,16}$/.test(typed.trim()) && Number(typed) >= from && Number(typed) <= max ? undefined : integerText(range),
  });
  return Number(text);
}

/** What was typed last for each question, while the window is open: asked again, it stands there to be kept or typed over. */
export class TypedBefore extends Map<string, string> {}

/**
 * Asks for a text of several, with what was typed for it before: nothing is lost when a later question is cancelled, or what they were
 * asked for fails.
 * @param key tells the question from others
 * @throws Cancelled
 */
export async function askRemembered(kept: InstanceCache, key: string, question: TextQuestion): Promise<string> {
  const before = kept.of(TypedBefore);
  const value = before.get(key) ?? question.value;
  const typed = await askText({ ...question, ...(value === undefined ? {} : { value }) });
  before.set(key, typed);
  return typed;
}
