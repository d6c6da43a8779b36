import * as vscode from "vscode";
import { until } from "./until";

/** How a command's questions are answered where the first choice or the first text that will do is not what is wanted. */
export interface Script {
  /** Choices to take, each once and in this order of preference, by label, description or detail. */
  readonly picks?: readonly RegExp[];
  /** Texts by the words of their question. */
  readonly texts?: readonly (readonly [RegExp, string])[];
  /** What the dialogs for files give; without it they are closed. */
  readonly file?: vscode.Uri;
}

/** What happened between two calls of `answer`. */
export interface Dialogue {
  /** Titles or prompts, in the order they were asked. */
  readonly questions: string[];
  /** How often a user was asked to sign. */
  confirmations: number;
  /** How often a dialog that blocks the window was shown. */
  readonly modals: string[];
  readonly messages: string[];
  /** Questions that no text could satisfy: the command was left there. */
  readonly unanswered: string[];
}

type Item = vscode.QuickPickItem & { decides?: string };
type Complaint = string | vscode.InputBoxValidationMessage | undefined | null;

/** A command that asks more than this goes in circles. */
const maxQuestions = 12;
const signQuestion = "Sign this transaction?";

/**
 * The `window` objects that the code under test may hold. VS Code 1.100 keeps one copy of its interface for CommonJS
 * modules, as the tests are, and another for ES modules, as the extension is; later versions share one.
 */
async function windows(): Promise<Record<string, unknown>[]> {
  const esModule = await import("vscode");
  return [...new Set([vscode.window, esModule.window])] as unknown as Record<string, unknown>[];
}

/** Takes the place of the person: every question of the window is answered, every message is noted. */
export class ScriptedAnswers {
  readonly #restore: (() => void)[] = [];
  #script: Script = {};
  #used = new Set<RegExp>();
  #now = this.#fresh();

  private constructor(private readonly candidates: () => readonly string[]) {}

  static async ofAllQuestions(candidates: () => readonly string[]): Promise<ScriptedAnswers> {
    return ScriptedAnswers.of(await windows(), candidates);
  }

  /** The same for a window without VS Code: its own object. */
  static of(all: readonly object[], candidates: () => readonly string[]): ScriptedAnswers {
    const answers = new ScriptedAnswers(candidates);
    for (const window of all) answers.#takeOver(window as Record<string, unknown>);
    return answers;
  }

  #takeOver(window: Record<string, unknown>): void {
    const replace = (name: string, own: unknown): void => {
      const original = window[name];
      window[name] = own;
      this.#restore.push(() => {
        window[name] = original;
      });
    };
    replace("showQuickPick", (items: unknown, options: unknown) => this.#quickPick(items, options));
    replace("showInputBox", (options: vscode.InputBoxOptions) => this.#inputBox(options ?? {}));
    replace("createQuickPick", () => this.#createQuickPick());
    replace("showOpenDialog", async () => this.#dialog("open a file") && this.#script.file && [this.#script.file]);
    replace("showSaveDialog", async () => (this.#dialog("save a file") ? this.#script.file : undefined));
    for (const name of ["showInformationMessage", "showWarningMessage", "showErrorMessage"]) {
      replace(name, (message: string, ...rest: unknown[]) => this.#message(message, rest));
    }
  }

  dispose(): void {
    for (const undo of this.#restore) undo();
  }

  /** Begins a dialogue; the one given fills while the command runs. */
  begin(script: Script = {}): Dialogue {
    this.#script = script;
    this.#used = new Set();
    this.#now = this.#fresh();
    return this.#now;
  }

  #fresh(): Dialogue {
    return { questions: [], confirmations: 0, modals: [], messages: [], unanswered: [] };
  }

  /** Whether the question may be answered; one too many is closed, as by Escape. */
  #dialog(question: string): boolean {
    this.#now.questions.push(question);
    return this.#now.questions.length <= maxQuestions;
  }

  #choose<Chosen extends Item>(items: readonly Chosen[]): Chosen | undefined {
    const real = items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    for (const wanted of this.#script.picks ?? []) {
      if (this.#used.has(wanted)) continue;
      const found = real.find((item) => wanted.test(`${item.label} ${item.description ?? ""} ${item.detail ?? ""}`));
      if (!found) continue;
      this.#used.add(wanted);
      return found;
    }
    return real[0];
  }

  async #quickPick(items: unknown, options: unknown): Promise<unknown> {
    const { title, placeHolder, canPickMany } = (options ?? {}) as vscode.QuickPickOptions;
    if (!this.#dialog(title ?? placeHolder ?? "a choice")) return undefined;
    const list = ((await items) as (string | Item)[]).map((item) =>
      typeof item === "string" ? { label: item, text: item } : item,
    );
    const chosen = this.#choose(list);
    const value = chosen && "text" in chosen ? chosen.text : chosen;
    return canPickMany && value ? [value] : value;
  }

  async #inputBox(options: vscode.InputBoxOptions): Promise<string | undefined> {
    const question = options.prompt ?? options.title ?? "a text";
    if (!this.#dialog(question)) return undefined;
    // What can't be undone asks for the name that it says, what is known to fail for its code.
    const named = /Type (.+?) to s(?:ign|end)/.exec(question)?.[1];
    const scripted = this.#script.texts?.find(([words]) => words.test(question))?.[1] ?? named;
    const texts =
      scripted === undefined ? [...(options.value ? [options.value] : []), ...this.candidates(), ""] : [scripted];
    for (const text of texts) {
      const complaint = (await options.validateInput?.(text)) as Complaint;
      if (!complaint || (typeof complaint === "object" && complaint.severity < vscode.InputBoxValidationSeverity.Error))
        return text;
    }
    this.#now.unanswered.push(question);
    return undefined;
  }

  #message(message: string, rest: readonly unknown[]): Promise<unknown> {
    const [options] = rest;
    this.#now.messages.push(message);
    const modal = typeof options === "object" && options !== null && "modal" in options && options.modal === true;
    if (!modal || !this.#dialog(message)) return Promise.resolve(undefined);
    this.#now.modals.push(message);
    return Promise.resolve(rest[1]);
  }

  /** A quick pick that chooses by itself as soon as it has choices. Made anew at each question. */
  #createQuickPick(): vscode.QuickPick<Item> {
    const accepted = new vscode.EventEmitter<void>();
    const hidden = new vscode.EventEmitter<void>();
    const never = new vscode.EventEmitter<never>();
    const decide = (): void => {
      const title = picker.title ?? picker.placeholder ?? "a choice";
      const signs = picker.placeholder === signQuestion;
      if (signs) this.#now.confirmations += 1;
      const chosen = signs ? picker.items.find(({ decides }) => decides === "sign") : this.#choose(picker.items);
      if (!this.#dialog(title) || !chosen) {
        hidden.fire();
        return;
      }
      picker.selectedItems = [chosen];
      picker.activeItems = [chosen];
      accepted.fire();
    };
    const picker = {
      items: [] as readonly Item[],
      activeItems: [] as readonly Item[],
      selectedItems: [] as readonly Item[],
      title: undefined as string | undefined,
      placeholder: undefined as string | undefined,
      buttons: [],
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      onDidChangeValue: never.event,
      onDidChangeActive: never.event,
      onDidChangeSelection: never.event,
      onDidTriggerButton: never.event,
      onDidTriggerItemButton: never.event,
      show: () => void setTimeout(decide, 0),
      hide: () => hidden.fire(),
      dispose: () => undefined,
    };
    return picker as unknown as vscode.QuickPick<Item>;
  }
}

/** Waits until a dialogue has shown these words: messages come after the command has ended, on a slow machine seconds after. */
export async function report({ messages }: Dialogue, words: RegExp): Promise<void> {
  await until(
    () => messages.some((message) => words.test(message)),
    () => `${words} is not in ${JSON.stringify(messages)}`,
  );
}
