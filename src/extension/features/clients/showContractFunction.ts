import * as vscode from "vscode";
import type { OutlineItem } from "../../../solidity/language/questions";
import { declarationsIn, outlineOfFile, parametersOf } from "../../flows/contracts/declaration";
import { askChoice } from "../../kit/asking/ask";
import { showPassing } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { rangeOf } from "../../state/solidity/ranges";

/** Sources in which a function is looked for: its contract's own, then those that it imports. */
const maxSources = 100;

/** A function of a contract, by the generated file that calls it. */
export interface ContractFunction {
  /** URI of the generated file. */
  readonly client: string;
  /** Undefined for the contract itself. */
  readonly functionName?: string;
}

const isPlace = (given: unknown): given is ContractFunction => {
  const { client, functionName } = (given ?? {}) as Partial<Record<keyof ContractFunction, unknown>>;
  return typeof client === "string" && ["string", "undefined"].includes(typeof functionName);
};

/** The only one, or that of several overloads which the user picks. @throws Cancelled */
function askOverload(found: readonly OutlineItem[], name: string): OutlineItem | Promise<OutlineItem> {
  const [only] = found;
  if (only && found.length === 1) return only;
  const choices = found.map((value) => ({ label: `${name}${parametersOf(value)}`, value }));
  return askChoice(choices, { title: name, placeHolder: vscode.l10n.t("Select an overload") });
}

async function show(uri: vscode.Uri, item: OutlineItem | undefined): Promise<void> {
  const selection = item && rangeOf(item.nameRange);
  await vscode.window.showTextDocument(uri, selection ? { selection } : {});
}

/** Opens a contract at the function that a generated method calls; one that a base has, at the base. @throws Cancelled */
export async function showContractFunction(app: Chainside, place: unknown): Promise<void> {
  if (!isPlace(place)) return;
  await app.generated.look();
  const client = app.generated.find(vscode.Uri.parse(place.client));
  const files = client?.sources.filter(({ path }) => path.endsWith(".sol")).slice(0, maxSources) ?? [];
  for (const uri of files) {
    const found = declarationsIn(await outlineOfFile(app, uri), client?.contract ?? "", place.functionName);
    if (found.length > 0) return show(uri, await askOverload(found, place.functionName ?? ""));
  }
  const [first] = client?.sources ?? [];
  if (first !== undefined) return show(first, undefined);
  showPassing(vscode.l10n.t("The source of this client isn't in the workspace"), 5000);
}
