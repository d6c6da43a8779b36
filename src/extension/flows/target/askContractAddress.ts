import * as vscode from "vscode";
import type { ResolvedAddress } from "../../../chain/services/bfs/readLink";
import { type Address, isAddress } from "../../../crypto/bytes/hex";
import { askChoice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { knownContractChoices } from "./choices";

/** What is clicked, or named by a link: a contract's address, or a path of the BFS that leads to one. */
function namedContract(target: Target): string | undefined {
  if (target.kind === "contract") return target.address;
  const leads = target.kind === "path" && (target.entryType === undefined || target.entryType === "link");
  return leads ? target.path : undefined;
}

async function resolved(group: ChainGroup, given: string): Promise<ResolvedAddress> {
  return (await import("../../../chain/services/bfs/readLink")).resolveAddress(group.session, given);
}

/** The contract of a clicked line: of the Contracts or Governance view, or a link of the BFS. @throws ChainError usage `notALink` */
async function clickedContract(group: ChainGroup, target: Target): Promise<ResolvedAddress | undefined> {
  const named = namedContract(target);
  if (named === undefined) return undefined;
  return isAddress(named) ? { address: named } : resolved(group, named);
}

/** A contract: of the clicked line, of a known contract, or typed, as an address or a BFS path. @throws Cancelled */
export async function askResolvedContract(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
  prompt?: string,
): Promise<ResolvedAddress> {
  const clicked = await clickedContract(group, target);
  if (clicked) return clicked;
  const chosen = await askChoice<Address | undefined>(
    [
      ...knownContractChoices(app, group),
      { label: `$(edit) ${vscode.l10n.t("Enter an address or BFS path…")}`, alwaysShow: true, value: undefined },
    ],
    { title, placeHolder: prompt ?? vscode.l10n.t("Select a contract") },
  );
  if (chosen) return { address: chosen };
  const { askAddress } = await import("./contractTarget");
  return resolved(group, await askAddress(app, group, title, prompt));
}

/** Its address alone, for what signs nothing with it. @throws as `askResolvedContract` */
export const askContractAddress = async (...asked: Parameters<typeof askResolvedContract>): Promise<Address> =>
  (await askResolvedContract(...asked)).address;
