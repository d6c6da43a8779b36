import * as vscode from "vscode";
import { mostBytes } from "../../../files/regularFile";
import type { OutlineItem } from "../../../solidity/language/questions";
import { readIfSmall } from "../../kit/files/readFile";
import { showPassing } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { rangeOf } from "../../state/solidity/ranges";
import type { ContractFunction } from "./contractFunction";

/** Sources in which a function is looked for: its contract's own, then those that it imports. */
const mostSources = 100;

const isPlace = (given: unknown): given is ContractFunction => {
  const { client, functionName } = (given ?? {}) as Partial<Record<keyof ContractFunction, unknown>>;
  return typeof client === "string" && ["string", "undefined"].includes(typeof functionName);
};

async function outline(app: Chainside, uri: vscode.Uri): Promise<readonly OutlineItem[]> {
  const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  const text = open?.getText() ?? (await readIfSmall(uri, mostBytes.source));
  if (text === undefined) return [];
  const answer = await app.solidity.ask({ uri }, { kind: "outline", text });
  return answer.kind === "outline" ? answer.items : [];
}

/** Where a source declares a function: in the contract of that name, else in any of its own. Getters are variables. */
function declaration(items: readonly OutlineItem[], contract: string, name: string | undefined) {
  const own = items.filter((item) => item.name === contract);
  if (name === undefined) return own[0];
  const inside = [...own, ...items].flatMap(({ children }) => children);
  const called = inside.filter(
    (item) => item.name === name && ["function", "variable", "constant"].includes(item.kind),
  );
  return called.find(({ external }) => external) ?? called[0];
}

async function show(uri: vscode.Uri, item: OutlineItem | undefined): Promise<void> {
  const selection = item && rangeOf(item.nameRange);
  await vscode.window.showTextDocument(uri, selection ? { selection } : {});
}

/** Opens a contract at the function that a generated method calls; one that a base has, at the base. */
export async function showContractFunction(app: Chainside, place: unknown): Promise<void> {
  if (!isPlace(place)) return;
  await app.generated.look();
  const client = app.generated.find(vscode.Uri.parse(place.client));
  const files = client?.sources.filter(({ path }) => path.endsWith(".sol")).slice(0, mostSources) ?? [];
  for (const uri of files) {
    const found = declaration(await outline(app, uri), client?.contract ?? "", place.functionName);
    if (found) return show(uri, found);
  }
  const [first] = client?.sources ?? [];
  if (first !== undefined) return show(first, undefined);
  showPassing(vscode.l10n.t("The source of this client isn't in the workspace"), 5000);
}
