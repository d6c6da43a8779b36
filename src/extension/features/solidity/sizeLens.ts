import * as vscode from "vscode";
import { languageOf } from "../../../text/catalogue";
import { numberText } from "../../../text/formats";
import { compareVersions } from "../../../text/versions";
import { commandOf } from "../../kit/commands/commands";
import type { Chainside } from "../../state/chainside";
import { contractUri, type LensPart } from "../../state/solidity/solidity";

/**
 * What nodes take of a contract's code (docs/protocol/evm-differences.md, "Precompiled contracts of Ethereum"), in KiB; the baseline
 * executor has no limit of its own.
 */
const limits = { now: 1024, before32: 256 } as const;
/** What Ethereum takes (EIP-170). */
const ethereumBytes = 24_576;

/** What the chain that a file was compiled for takes, in bytes; undefined where it has no limit. */
function limitOf(app: Chainside, path: string): number | undefined {
  const { compatibilityVersion, executorVersion } = app.solidity.lastChecked(path)?.target.chain ?? {};
  if (executorVersion === 1) return undefined;
  const isOld = compatibilityVersion !== undefined && compareVersions(compatibilityVersion, "3.2.0") < 0;
  return 1024 * (isOld ? limits.before32 : limits.now);
}

/** How large a contract's code is, as it was compiled last. */
export const sizeLens =
  (app: Chainside): LensPart =>
  ({ uri, contract, functionName }) => {
    const bytes =
      functionName === undefined ? app.solidity.lastKnown(contractUri(uri, contract))?.deployedBytes : undefined;
    if (!bytes) return [];
    const text = (number: number): string => numberText(number, languageOf(vscode.env.language));
    const limit = limitOf(app, uri.fsPath);
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
