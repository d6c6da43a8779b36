import * as vscode from "vscode";
import type {
  Answered,
  EditorAnswers,
  EditorCommand,
  EditorNews,
  Language,
  Selectors,
  ServerAnswers,
  ServerNews,
} from "../../../languageServer/protocol/messages";
import { scenarioEnding } from "../../../scenarios/language/scenario";
import { showError } from "../../kit/messages/notify";
import type { RunningServer } from "./runningServer";
import { news, questions } from "./serverStart";

/** What a language brings of the window. */
interface LanguagePart {
  /** The documents that get answers; undefined where another extension gives them. */
  readonly selector: () => vscode.DocumentFilter[] | undefined;
  /** What lenses of its own do, beneath the pointer: the protocol has no place for it. */
  readonly tooltips?: () => Readonly<Partial<Record<EditorCommand, string>>>;
}

type Answers = {
  -readonly [Name in keyof EditorAnswers]?: (
    ...asked: Parameters<EditorAnswers[Name]>
  ) => Answered<Name> | Promise<Answered<Name>>;
};

/**
 * The language server of all languages (`dist/languageServer.js`), which the first document of one of them starts. Features say at their
 * registration what they answer it; nothing of the client is loaded before.
 */
export class LanguageServer implements vscode.Disposable {
  readonly #answers: Answers = {};
  readonly #ears = new Map<keyof ServerNews, (news: never) => void>();
  readonly #parts = new Map<Language, LanguagePart>();
  /** Told again to a server that begins again. */
  readonly #kept = new Map<keyof EditorNews, unknown>();
  #running: Promise<RunningServer | undefined> | undefined;
  #disposed = false;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly report: (error: unknown) => void,
    private readonly folders: { readonly compilers: string; readonly artifacts: string },
  ) {}

  /** A language, before anything of it is open. */
  add(language: Language, part: LanguagePart): void {
    this.#parts.set(language, part);
  }

  /** Answers what the server asks. */
  answer<Name extends keyof EditorAnswers>(name: Name, answer: NonNullable<Answers[Name]>): void {
    (this.#answers as Record<string, unknown>)[name] = answer;
  }

  /** Hears what the server tells. */
  hear<Name extends keyof ServerNews>(name: Name, hear: ServerNews[Name]): void {
    this.#ears.set(name, hear);
  }

  /** Tells a server that runs, and one that begins again. */
  keep<Name extends keyof EditorNews>(name: Name, news: Parameters<EditorNews[Name]>[0]): void {
    this.#kept.set(name, news);
    this.#tell(name, news);
  }

  /** Tells a server that runs. */
  tell<Name extends keyof EditorNews>(name: Name, ...[news]: Parameters<EditorNews[Name]>): void {
    this.#tell(name, news);
  }

  #tell(name: keyof EditorNews, news: unknown): void {
    this.#running
      ?.then((running) => (running?.isRunning() ? running.tell(name, news) : undefined))
      .catch((error: unknown) => this.log.error(String(error)));
  }

  /**
   * What a server that runs answers; undefined while none does, and where it ends before.
   * @throws CancellationError once no answer is wanted, which VS Code expects of those that it asks
   */
  async ask<Name extends keyof ServerAnswers>(
    name: Name,
    asked: Parameters<ServerAnswers[Name]>[0],
    token: vscode.CancellationToken,
  ): Promise<ReturnType<ServerAnswers[Name]> | undefined> {
    const running = await this.#running;
    if (!running?.isRunning()) return undefined;
    try {
      const answer = (await running.ask(name, asked, token)) as ReturnType<ServerAnswers[Name]> | null;
      return answer ?? undefined;
    } catch (error) {
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      if (!running.isRunning()) return undefined;
      throw error;
    }
  }

  /** Another extension gives a language now, or none does any more. */
  selectAgain(): void {
    this.tell("chainside/selectors", { selectors: this.#selectors() });
  }

  #selectors(): Selectors {
    const selectors: { -readonly [Each in Language]?: NonNullable<Selectors[Each]> } = {};
    for (const [language, { selector }] of this.#parts) {
      const documents = selector();
      if (documents) selectors[language] = documents as NonNullable<Selectors[Language]>;
    }
    return selectors;
  }

  /** A document of a language is open. */
  start(opens: Language): void {
    if (!this.#disposed) this.#running ??= this.#start(opens);
  }

  async #start(opens: Language): Promise<RunningServer | undefined> {
    try {
      const { startServer } = await import("./runningServer");
      const commands = (await vscode.commands.getCommands(true)).filter((name) => name.startsWith("chainside."));
      const running = await startServer({
        module: this.context.asAbsolutePath("dist/languageServer.js"),
        log: this.log,
        opens,
        options: () => ({ commands, answers: [...questions, ...news], selectors: this.#selectors(), ...this.folders }),
        documents: [
          { language: "fisco-ini" },
          { scheme: "file", pattern: "**/nodes.json" },
          { scheme: "file", pattern: `**/*${scenarioEnding}` },
          { language: "solidity" },
        ],
        answer: async (name, asked) =>
          (this.#answers[name] as ((given: unknown) => unknown) | undefined)?.(asked) ?? null,
        hear: (name, reported) => this.#ears.get(name)?.(reported as never),
        tooltip: (command) => {
          for (const { tooltips } of this.#parts.values()) {
            const found = tooltips?.()[command as EditorCommand];
            if (found) return found;
          }
          return undefined;
        },
        began: () => {
          for (const [name, news] of this.#kept) this.#tell(name, news);
        },
      });
      if (this.#disposed) {
        await running.dispose();
        return undefined;
      }

      return running;
    } catch (error) {
      this.report(error);
      // A window that closes while its server starts asks nothing of it any more.
      if (this.#disposed) return undefined;
      void showError(vscode.l10n.t("The language server didn't start. See the Chainside log for the reason."));
      return undefined;
    }
  }

  dispose(): void {
    this.#disposed = true;
    void this.#running?.then((running) => running?.dispose()).catch(this.report);
  }
}
