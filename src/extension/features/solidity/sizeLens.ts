import * as vscode from "vscode";
import { codeSizeLimit } from "../../../chain/evm/codeSize";
import { languageOf } from "../../../text/catalogue";
import { numberText } from "../../../text/formats";
import { commandOf } from "../../kit/commands/commands";
import type { Chainside } from "../../state/chainside";
import { contractUri, type LensPart } from "../../state/solidity/solidity";

/** What Ethereum takes (EIP-170). */
const ethereumBytes = 24_576;

/** How large a contract's code is, as it was compiled last. */
export const sizeLens =
  (app: Chainside): LensPart =>
  ({ uri, contract, functionName }) => {
    const bytes =
      functionName === undefined ? app.solidity.lastKnown(contractUri(uri, contract))?.deployedBytes : undefined;
    if (!bytes) return [];
    const text = (number: number): string => numberText(number, languageOf(vscode.env.language));
    const limit = codeSizeLimit(app.solidity.lastChecked(uri.fsPath)?.target.chain ?? {});
    const title =
      limit !== undefined && bytes > limit
        ? vscode.l10n.t("$(error) {0} bytes of code, {1} at most", text(bytes), text(limit))
        : vscode.l10n.t("{0} bytes of code", text(bytes));
    const chain =
      limit === undefined
        ? vscode.l10n.t("The chain has no limit of its own.")
        : vscode.l10n.t("The chain takes {0} at most.", text(limit));
    const ethereum = vscode.l10n.t("Ethereum takes {0}.", text(ethereumBytes));
    const tooltip = `${vscode.l10n.t("As it was compiled last. Click to compile again.")} ${chain} ${ethereum}`;
    return [{ ...commandOf("chainside.compileSolidity", title, { kind: "file", uri }), tooltip }];
  };
