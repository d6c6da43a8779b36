import * as vscode from "vscode";
import { type Answer, type Ask, confirmingNames, NoConsent, obtainConsent, useConsent } from "../../../signing/consent";
import { type Act, type ShownRequest, type Weight, withRequest } from "../../../signing/request";
import { requestText } from "../../../signing/requestText";
import { askText } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { confirmSignature } from "./confirmSignature";
import type { Preview } from "./preview";

/** What the person said. */
type Said = Omit<Answer<never>, "to">;

interface Asked {
  /** Where the request has a page beside the question. */
  readonly app?: Chainside;
  readonly group: ChainGroup;
  /** Who signs; absent where nothing is signed here. */
  readonly account?: Account;
  /** Tries it out once more with a signature, when the user wants it; absent where no node takes one. */
  readonly trySigned?: () => Promise<Preview>;
}

/** Has the name of the thing typed. @throws Cancelled */
function typedName(act: Act): Promise<string> {
  const names = confirmingNames(act).map((name) => name.toLowerCase());
  const [name = ""] = confirmingNames(act);
  return askText({
    title: act.title,
    prompt: vscode.l10n.t("This can't be undone. Type {0} to sign.", name),
    validate: (typed) =>
      typed === "" || names.includes(typed.trim().toLowerCase()) ? undefined : vscode.l10n.t("Type {0} to sign.", name),
  });
}

/** Asks the person in front of the editor: everything on one screen; what can't be undone is agreed to by its name. */
export async function askInEditor(
  { app, group, account, trySigned }: Asked,
  request: ShownRequest,
  weight: Weight,
): Promise<Said> {
  const text = await requestText(request, undefined);
  const page = app && new (await import("./requestPage")).RequestPage(app, request, weight, text);
  let typed: string | undefined;
  // What weighs more is read on a page of its own, without being asked for.
  if (weight !== "ordinary") page?.open(false);
  try {
    await confirmSignature({
      group,
      ...(account ? { account } : {}),
      weight,
      title: request.act.title,
      text,
      ...(request.trial !== undefined ? { preview: request.trial as Promise<Preview> } : {}),
      ...(trySigned ? { trySigned } : {}),
      ...(page
        ? {
            showRequest: () => page.open(true),
            answered: page.decided.then((decision) => {
              typed = decision.typed;
              return decision.signs;
            }),
          }
        : {}),
    });
    if (weight !== "irreversible") return { said: "yes" };
    return { said: "yes", typed: typed ?? (await typedName(request.act)) };
  } catch (error) {
    if (error instanceof Cancelled) return { said: "no" };
    throw error;
  } finally {
    page?.dispose();
  }
}

/** Agreement to what isn't signed here, such as bytes that were signed elsewhere. @throws Cancelled; ChainError */
export async function agreeInEditor(group: ChainGroup, act: Act): Promise<void> {
  const { connection, groupId, session } = group;
  const place = { connection: connection.name, chainId: session.chainId, groupId };
  await withRequest({ act, place }, async (request) => {
    const ask: Ask = async (asked, weight) => ({ to: asked, ...(await askInEditor({ group }, asked, weight)) });
    const terms = { access: connection.access, connection: connection.name };
    try {
      useConsent(request, await obtainConsent(request, terms, ask));
    } catch (error) {
      if (error instanceof NoConsent) throw new Cancelled();
      throw error;
    }
  });
}
