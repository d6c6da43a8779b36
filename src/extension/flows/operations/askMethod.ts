import * as vscode from "vscode";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import { methodSelector } from "../../../chain/services/contractAuth/methodAuth";
import type { Address } from "../../../crypto/bytes/hex";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { functionText } from "../lines/functionText";

/** The functions of a contract as far as its ABI is known here or on the chain. */
async function knownFunctions(app: Chainside, group: ChainGroup, contract: Address): Promise<readonly AbiFunction[]> {
  const [{ findAbi }, { contractInterface }] = await Promise.all([
    import("../target/contractTarget"),
    import("../../../chain/abi/contractInterface"),
  ]);
  const found = await findAbi(app, group, contract);
  return found ? contractInterface(found.abi, group.session.suite).functions : [];
}

/** A method of a contract as its signature or selector: of the clicked line, of its ABI, or typed. @throws Cancelled */
export async function askMethod(
  app: Chainside,
  group: ChainGroup,
  contract: Address,
  { target, title }: { readonly target: Target; readonly title: string },
): Promise<string> {
  if (target.kind === "contract" && target.functionSignature !== undefined) return target.functionSignature;
  const functions = await knownFunctions(app, group, contract);
  const chosen = await askChoice<string>(
    [
      ...functions.map(
        (each): Choice<string> => ({
          label: `$(symbol-method) ${each.name}`,
          description: functionText(each),
          detail: each.selector,
          value: each.signature,
        }),
      ),
      { label: `$(edit) ${vscode.l10n.t("Enter a signature or selector…")}`, alwaysShow: true, value: "" },
    ],
    { title, placeHolder: vscode.l10n.t("Select a method") },
  );
  if (chosen) return chosen;
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Signature such as set(string), or selector (0x and 8 hex digits)"),
    validate: (typed) => complaint(app, () => void methodSelector(group.session.suite, typed)),
  });
  return text.trim();
}
