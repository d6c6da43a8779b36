import * as vscode from "vscode";
import type { CommandId, Commands } from "../commands/commands";
import { noteDone } from "../commands/noteDone";
import type { ErrorReporter } from "../errors/errorReporter";

/**
 * Does a command. It is given what VS Code hands over: nothing from the palette, the clicked line (and, in a tree, all selected ones) from
 * a menu, what our code passes, and whatever another extension, a key or a link does.
 */
export type CommandHandler<Answer = unknown> = (given: unknown, selected: unknown) => Answer | PromiseLike<Answer>;

/** What a handler may answer: anything, where the command promises nothing. */
export type AnswerOf<Id extends CommandId> =
  ReturnType<Commands[Id]> extends void ? unknown : Awaited<ReturnType<Commands[Id]>>;

/** Handlers of some commands. */
export type Handlers = { readonly [Id in CommandId]?: CommandHandler<AnswerOf<Id>> };

/** Registers commands whose failures are shown in the one way errors are shown. */
export function registerCommands(app: { readonly errors: ErrorReporter }, handlers: Handlers): vscode.Disposable {
  const ids = Object.keys(handlers) as CommandId[];
  return vscode.Disposable.from(
    ...ids.map((id) =>
      vscode.commands.registerCommand(id, async (given?: unknown, selected?: unknown) => {
        try {
          const result = await handlers[id]?.(given, selected);
          noteDone(id);
          return result;
        } catch (error) {
          // Not awaited: an unanswered message must not keep the command running.
          void app.errors.show(error);
          return undefined;
        }
      }),
    ),
  );
}
