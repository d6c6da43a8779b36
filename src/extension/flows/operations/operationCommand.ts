import * as vscode from "vscode";
import { findOperation } from "../../../operations/catalogue";
import type { Field, Fields } from "../../../operations/model/fields";
import type { EditorCommand, Operation, Report } from "../../../operations/model/operation";
import { say } from "../../../text/catalogue";
import { joinSentences } from "../../../text/joining";
import { showResult } from "../../kit/asking/showResult";
import { runCommand } from "../../kit/commands/commands";
import type { Target } from "../../kit/commands/target";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/signingPermit";
import { withNames } from "../signing/namedAddresses";
import { askFields, neededFields, subjectText } from "./askFields";
import { doOperation } from "./doOperation";
import { operationContext } from "./operationContext";

/**
 * Looks at what a change came to that is committed, and shows it. Where the chain can't be asked then, it says that the change is done:
 * an error alone reads as if nothing had happened, and the change is signed once more.
 * @param done what was done: `Freeze Contract · Hello`
 */
async function showAfter<Found>(
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

/** The fields that a command asks for; what it names isn't left out. */
function askedFields({ fields }: Operation, { asks }: EditorCommand): Fields {
  if (!asks) return neededFields(fields);
  const field = (name: string): readonly [string, Field][] => {
    const found = fields[name];
    return found ? [[name, { ...found, optional: false }]] : [];
  };
  return Object.fromEntries(asks.flatMap(field));
}

/** Says what was done, or what was asked. Does not wait for the reader. */
function showReport(app: Chainside, group: ChainGroup, { text, copied, table }: Report): void {
  const message = typeof text === "string" ? text : withNames(app, group, say(text));
  if (copied !== undefined) showResult(message, copied);
  else if (table === undefined) void showInformation(message);
  else {
    const open = vscode.l10n.t("Open Table");
    const opened = async (): Promise<void> => {
      if ((await showInformation(message, open)) === open)
        await runCommand("chainside.openTable", { kind: "text", text: table, group });
    };
    void opened().catch(app.errors.show);
  }
}

/**
 * A command that is an operation of the catalogue: asks for its fields, does it, and reports what the operation says of it.
 * @param name `balance add`
 * @returns true once it is done, or proposed
 * @throws Cancelled; ChainError of the operation
 */
export async function operationCommand(app: Chainside, group: ChainGroup, target: Target, name: string): Promise<true> {
  const [noun = "", verb = ""] = name.split(" ");
  const operation = await findOperation(noun, verb);
  if (!operation?.command) throw new Error(`${name} is no command of the editor`);
  const { command } = operation;
  if (operation.effect !== "asks") requireWritable(group);
  await command.first?.(group.session);
  const title = say(command.title);
  const asked = { app, group, target, title, afresh: true } as const;
  const { values, found } = await askFields(asked, askedFields(operation, command));
  const outcome = await doOperation(app, group, operation, values, { found });
  if (!("result" in outcome)) return true;
  const { result } = outcome;
  const named = (address: string): string =>
    app.knownContracts.titleAt(group, address) ?? withNames(app, group, address);
  const report = async () => command.report?.({ context: operationContext(app, group), values, result, named });
  const show = (reported: Report | undefined): void => {
    if (reported) showReport(app, group, reported);
  };
  if (operation.effect === "asks") show(await report());
  else await showAfter(app, `${title} · ${subjectText(app, group, values)}`, report, show);
  return true;
}
