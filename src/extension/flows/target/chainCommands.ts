import type * as vscode from "vscode";
import { registerCommands } from "../../kit/commands/registerCommands";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable, type WritableGroup } from "../../state/connections/writableGroup";
import { targetGroup } from "./askGroup";
import { type Target, targetOf } from "./target";

/** A command, what it needs and what it does: it is run with its target, when what it needs is there. */
export type TargetCommand = (app: Chainside, target: Target, selection: readonly Target[], given: unknown) => unknown;

/** A command that needs no chain. */
export const free =
  (run: (target: Target, selection: readonly Target[]) => unknown): TargetCommand =>
  (_, target, selection) =>
    run(target, selection);

/** A command of our own code lenses, quick fixes and settings pages, which give it what only it reads; it needs no chain. */
export const own =
  (run: (given: unknown) => unknown): TargetCommand =>
  (_app, _target, _selection, given) =>
    run(given);

/** A command that asks a group: the one it was run on, else the active one. */
export const reads =
  (run: (group: ChainGroup, target: Target) => unknown): TargetCommand =>
  async (app, target) =>
    run(await targetGroup(app, target), target);

/** A command that changes a chain: refused on a read-only connection before any question. */
export const writes =
  (run: (group: WritableGroup, target: Target) => unknown): TargetCommand =>
  async (app, target) =>
    run(requireWritable(await targetGroup(app, target)), target);

/** Registers commands by what they need. What VS Code hands to them is read once, here. */
export function registerTargetCommands(
  app: Chainside,
  commands: Readonly<Record<`chainside.${string}`, TargetCommand>>,
): vscode.Disposable {
  return registerCommands(
    app,
    Object.fromEntries(
      Object.entries(commands).map(([id, run]) => [
        id,
        (given?: unknown, selected?: unknown) =>
          run(
            app,
            targetOf(app, given),
            (Array.isArray(selected) ? selected : []).map((each: unknown) => targetOf(app, each)),
            given,
          ),
      ]),
    ),
  );
}
