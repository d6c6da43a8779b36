import * as vscode from "vscode";
import { type PrecompiledContract, precompiledContracts } from "../../../chain/abi/precompiledContracts";
import { givenContract } from "../../flows/target/callTarget";
import { knownContractChoices } from "../../flows/target/choices";
import { askAddress, knownContractAt } from "../../flows/target/contractTarget";
import { askChoice, type Choice, separator } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Whose events are wanted; an empty address means every contract. */
interface Emitter {
  readonly address: string;
  readonly name: string;
}

const typed = "type";

/**
 * The contract of the clicked line or document, else the one that the user chooses: a known one, any address or BFS path, or all.
 * @throws Cancelled; ChainError usage `badTarget`, `notALink`.
 */
export async function askEmitter(app: Chainside, group: ChainGroup, target: Target): Promise<Emitter> {
  const title = vscode.l10n.t("Show Events");
  const { address: given } = givenContract(target);
  const chosen =
    given ??
    (await askChoice<string>(choices(app, group), {
      title,
      placeHolder: vscode.l10n.t("Select a contract to show its events"),
    }));
  if (chosen === "") return { address: "", name: "" };
  const wanted = (chosen === typed ? await askAddress(app, group, title) : chosen).trim();
  const { address, name } = await knownContractAt(app, group, wanted);
  return { address: wanted.startsWith("/") ? wanted : address, name: name || address };
}

function choices(app: Chainside, group: ChainGroup): Parameters<typeof askChoice<string>>[0] {
  const known = knownContractChoices(app, group);
  return [
    ...(known.length > 0 ? [separator(vscode.l10n.t("Known contracts"))] : []),
    ...known,
    separator(vscode.l10n.t("Other")),
    { label: `$(layers) ${vscode.l10n.t("All contracts of {0}", group.groupId)}`, alwaysShow: true, value: "" },
    { label: `$(edit) ${vscode.l10n.t("Enter an address or BFS path…")}`, alwaysShow: true, value: typed },
    separator(vscode.l10n.t("Built-in contracts")),
    ...Object.entries<PrecompiledContract>(precompiledContracts).flatMap(([name, { address }]): Choice<string>[] =>
      address === undefined
        ? []
        : [{ label: `$(lock) ${name}`, description: address.replace(/^0x0+/, "0x"), value: address }],
    ),
  ];
}
