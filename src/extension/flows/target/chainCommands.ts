import type * as vscode from "vscode";
import type { CommandId } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import {
  type AnswerOf,
  type CommandHandler,
  type Handlers,
  registerCommands,
} from "../../kit/registration/registerCommands";
import { isTreeNode, type TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable, type WritableGroup } from "../../state/connections/signingPermit";
import { targetGroup } from "./askGroup";
import { targetOf } from "./target";

/** A command and what it needs: it is run when that is there. */
export type TargetCommand<Answer = unknown> = (app: Chainside) => CommandHandler<Answer>;

const listed = (selected: unknown): readonly unknown[] => (Array.isArray(selected) ? selected : []);
const targetsOf = (app: Chainside, selected: unknown): readonly Target[] =>
  listed(selected).map((each) => targetOf(app, each));

/** A command that needs no chain. It gets all selected lines, too, where a tree has several. */
export const free =
  <Answer>(
    run: (target: Target, selection: readonly Target[]) => Answer | PromiseLike<Answer>,
  ): TargetCommand<Answer> =>
  (app) =>
  (given, selected) =>
    run(targetOf(app, given), targetsOf(app, selected));

/** A command of our own code lenses and quick fixes, which give it what only it reads, and checks; it needs no chain. */
export const own =
  <Answer>(run: (given: unknown) => Answer | PromiseLike<Answer>): TargetCommand<Answer> =>
  () =>
  (given) =>
    run(given);

/** A command on lines of a tree as such, whatever they are about. */
export const onLine =
  <Answer>(
    run: (line: TreeNode | undefined, selection: readonly TreeNode[]) => Answer | PromiseLike<Answer>,
  ): TargetCommand<Answer> =>
  () =>
  (given, selected) =>
    run(isTreeNode(given) ? given : undefined, listed(selected).filter(isTreeNode));

/** A command that asks a group: the one it was run on, else the active one. */
export const reads =
  <Answer>(
    run: (group: ChainGroup, target: Target, selection: readonly Target[]) => Answer | PromiseLike<Answer>,
  ): TargetCommand<Answer> =>
  (app) =>
  async (given, selected) => {
    const target = targetOf(app, given);
    return run(await targetGroup(app, target), target, targetsOf(app, selected));
  };

/** A command that changes a chain: refused on a read-only connection before any question. */
export const writes =
  <Answer>(run: (group: WritableGroup, target: Target) => Answer | PromiseLike<Answer>): TargetCommand<Answer> =>
  (app) =>
  async (given) => {
    const target = targetOf(app, given);
    return run(requireWritable(await targetGroup(app, target)), target);
  };

/** Registers commands by what they need. What VS Code hands to them is read once, here. */
export function registerTargetCommands(
  app: Chainside,
  commands: { readonly [Id in CommandId]?: TargetCommand<AnswerOf<Id>> },
): vscode.Disposable {
  const handlers = Object.fromEntries(Object.entries(commands).map(([id, command]) => [id, command(app)]));
  return registerCommands(app, handlers as Handlers);
}
