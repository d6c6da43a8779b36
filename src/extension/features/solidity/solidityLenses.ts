import * as vscode from "vscode";
import { codeSizeLimit } from "../../../chain/evm/codeSize";
import type { OutlineItem } from "../../../solidity/language/questions";
import { languageOf } from "../../../text/catalogue";
import { numberText } from "../../../text/formats";
import { isTestSource, takesArguments } from "../../../text/sourceNames";
import { commandOf } from "../../kit/commands/commands";
import type { Chainside } from "../../state/chainside";
import { rangeOf } from "../../state/solidity/ranges";
import { contractUri, type LensPart, type LensSubject } from "../../state/solidity/solidity";

const deployable = new Set(["contract", "library"]);

/** *Deploy* and *Try* above contracts, *Try* above what can be called. */
export const ownLenses: LensPart = ({ uri, contract, functionName, kind }) => {
  // tests and what helps them run on chains of their own
  if (isTestSource(vscode.workspace.asRelativePath(uri))) return [];
  const made = { kind: "artifact", uri: contractUri(uri, contract) } as const;
  const attempt: vscode.Command = {
    ...commandOf("chainside.tryContract", vscode.l10n.t("Try"), {
      ...made,
      ...(functionName === undefined ? {} : { first: { signature: functionName } }),
    }),
    tooltip: vscode.l10n.t("Deploys the contract if the one on the chain differs, and opens its form"),
  };
  if (functionName !== undefined) return [attempt];
  if (!deployable.has(kind)) return [];
  const deploy: vscode.Command = {
    ...commandOf("chainside.deployContract", vscode.l10n.t("Deploy"), made),
    tooltip: vscode.l10n.t("Compiles the contract for the active chain and deploys it there"),
  };
  return [deploy, ...(kind === "contract" ? [attempt] : [])];
};

function subjectsOf(uri: vscode.Uri, item: OutlineItem): { subject: LensSubject; item: OutlineItem }[] {
  if (!deployable.has(item.kind)) return [];
  const functions =
    item.kind === "contract" ? item.children.filter(({ external, name }) => external && name !== "") : [];
  const base = {
    uri,
    contract: item.name,
    functions: functions.map(({ name }) => name),
    takesArguments: takesArguments(item.children),
  };
  return [
    { subject: { ...base, functionName: undefined, kind: item.kind }, item },
    ...functions.map((child) => ({ subject: { ...base, functionName: child.name, kind: child.kind }, item: child })),
  ];
}

/** The language server has the text already; where another extension gives the language, the compile service is asked. */
async function outlineOf(
  app: Chainside,
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<readonly OutlineItem[]> {
  const asked = { textDocument: { uri: document.uri.toString() } };
  const reported = await app.languages.ask("chainside/outline", asked, token);
  if (reported) return reported;
  const answer = await app.solidity.ask(document, { kind: "outline", text: document.getText() }, token);
  return answer.kind === "outline" ? answer.items : [];
}

/** The lines above contracts and their functions; other features add their parts to `app.solidity.lensParts`. */
export function solidityLenses(app: Chainside): vscode.CodeLensProvider {
  return {
    onDidChangeCodeLenses: app.solidity.lensesChanged.event,
    async provideCodeLenses(document, token) {
      const items = await outlineOf(app, document, token);
      return items
        .flatMap((item) => subjectsOf(document.uri, item))
        .flatMap(({ subject, item }) =>
          app.solidity.lensParts
            .flatMap((part) => part(subject))
            .map((command) => new vscode.CodeLens(rangeOf(item.nameRange), command)),
        );
    },
  };
}

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
