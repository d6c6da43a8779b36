import * as vscode from "vscode";
import { type Address, isAddress } from "../../../crypto/hex";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { typedAddress } from "./addressNamed";
import type { Target } from "./target";

/** The contract of a clicked line: of the Contracts or Governance view, or a link of the BFS. */
async function clickedContract(group: ChainGroup, target: Target): Promise<Address | undefined> {
  if (target.kind === "path" && target.entryType === "link") {
    const { resolveTarget } = await import("../../../chain/services/bfs/readLink");
    return resolveTarget(group.session, target.path);
  }
  return target.kind === "contract" && isAddress(target.address) ? target.address : undefined;
}

/** The address of a contract: of the clicked line, of a known contract, or typed, as an address or a BFS path. @throws Cancelled */
export async function askContractAddress(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
): Promise<Address> {
  const clicked = await clickedContract(group, target);
  if (clicked) return clicked;
  const chosen = await askChoice<Address | undefined>(
    [
      ...app.knownContracts.list(group).map(
        ({ name, address }): Choice<Address> => ({
          label: `$(file-code) ${name}`,
          description: address,
          value: address,
        }),
      ),
      { label: `$(edit) ${vscode.l10n.t("Enter an address or BFS path…")}`, alwaysShow: true, value: undefined },
    ],
    { title, placeHolder: vscode.l10n.t("Select a contract") },
  );
  if (chosen) return chosen;
  const text = await askText({
    title,
    prompt: vscode.l10n.t(
      "Enter the address of the contract (0x and 40 hex digits), or a BFS path such as /apps/Hello",
    ),
    placeHolder: "0x…",
    validate: (typed) =>
      typedAddress(app, group, typed) || /^\/\w/.test(typed.trim())
        ? undefined
        : vscode.l10n.t("Enter an address (0x and 40 hex digits), or a BFS path that starts with /."),
  });
  const { resolveTarget } = await import("../../../chain/services/bfs/readLink");
  return resolveTarget(group.session, typedAddress(app, group, text) ?? text);
}
