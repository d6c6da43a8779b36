import * as vscode from "vscode";
import { type CallableClient, clientCalls, functionsOf } from "../../../applications/generated/clientCalls";
import { maxBytes } from "../../../files/regularFile";
import { shortHex } from "../../../text/shortText";
import { commandOf } from "../../kit/commands/commands";
import { readIfSmall } from "../../kit/files/readFile";
import { shownPlain } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import { type GeneratedClient, isStale } from "../../state/generated/generatedClients";

const maxDocumentLength = 1_000_000;
const maxLenses = 500;

/** What generated files can do, read once as long as they stay. */
class Functions {
  readonly #known = new Map<string, { readonly of: GeneratedClient; readonly functions: readonly string[] }>();

  async of(client: GeneratedClient, language: CallableClient["language"]): Promise<readonly string[]> {
    const key = client.uri.toString();
    const known = this.#known.get(key);
    if (known?.of === client) return known.functions;
    const text = await readIfSmall(client.uri, maxBytes.artifact);
    const functions = text === undefined ? [] : functionsOf(language, text);
    this.#known.set(key, { of: client, functions });
    return functions;
  }
}

const nameOf = ({ uri }: GeneratedClient): string =>
  uri.path
    .split("/")
    .at(-1)
    ?.replace(/\.\w+$/, "") ?? "";

/** Clients that a document of a language can call, and that it names. */
async function clientsFor(
  app: Chainside,
  document: vscode.TextDocument,
  text: string,
): Promise<{ readonly client: GeneratedClient; readonly callable: CallableClient }[]> {
  const language = document.languageId === "java" ? "java" : "typescript";
  const functions = app.kept.of(Functions);
  const found = app.generated.list.filter(
    (client) =>
      client.language === language &&
      client.uri.toString() !== document.uri.toString() &&
      text.includes(nameOf(client).slice(1)),
  );
  return Promise.all(
    found.map(async (client) => {
      const callable = { name: nameOf(client), language, functions: await functions.of(client, language) } as const;
      return { client, callable };
    }),
  );
}

/** What stands above a call: the function of the contract, and where it was deployed last on the active chain. */
function lensesAt(app: Chainside, client: GeneratedClient, functionName: string | undefined): vscode.Command[] {
  const { contract, uri } = client;
  const title = shownPlain(functionName === undefined ? contract : `${contract}.${functionName}`);
  const place = { client: uri.toString(), ...(functionName === undefined ? {} : { functionName }) };
  const source = {
    ...commandOf("chainside.showContractFunction", title, place),
    tooltip: vscode.l10n.t("Opens the contract's source"),
  };
  const group = app.connections.activeGroup;
  const known = group && app.knownContracts.list(group).find(({ name }) => name === contract);
  if (!known) return [source];
  const { address } = known;
  const target = { kind: "contract", address, group } as const;
  const form = {
    ...commandOf("chainside.openContractForm", `${shortHex(address)} · ${group.groupId}`, target),
    tooltip: vscode.l10n.t("Opens the form of the contract that was deployed last"),
  };
  return [source, form];
}

/** Above a generated file itself: what it comes from, and, where it is stale, what makes it again. */
function headLenses(app: Chainside, client: GeneratedClient): vscode.CodeLens[] {
  const range = new vscode.Range(client.line, 0, client.line, 0);
  const again = commandOf("chainside.generateAgain", `$(sync) ${vscode.l10n.t("Generate Again")}`, {
    kind: "file",
    uri: client.uri,
  });
  const all = [...lensesAt(app, client, undefined), ...(isStale(client) ? [again] : [])];
  return all.map((command) => new vscode.CodeLens(range, command));
}

/** Lines above calls of generated methods in a source of Java or TypeScript. */
export async function callLenses(app: Chainside, document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  await app.generated.look();
  const own = app.generated.find(document.uri);
  if (own) return headLenses(app, own);
  const text = document.getText();
  if (text.length > maxDocumentLength) return [];
  const clients = await clientsFor(app, document, text);
  if (clients.length === 0) return [];
  const lenses: vscode.CodeLens[] = [];
  const seen = new Set<string>();
  const calls = clientCalls(
    text,
    clients.map(({ callable }) => callable),
  );
  for (const { client: index, functionName, at } of calls) {
    const client = clients[index]?.client;
    const position = document.positionAt(at);
    const key = `${position.line} ${index} ${functionName}`;
    // one line above a line of code, however often it calls the same
    if (!client || seen.has(key)) continue;
    seen.add(key);
    const range = new vscode.Range(position, position);
    for (const command of lensesAt(app, client, functionName)) lenses.push(new vscode.CodeLens(range, command));
    if (lenses.length >= maxLenses) break;
  }
  return lenses;
}
