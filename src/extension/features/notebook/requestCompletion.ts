import * as vscode from "vscode";
import { readsOnly } from "../../../chain/abi/abiType";
import {
  expectedComparisons,
  expectForm,
  requestForms,
  requestKinds,
  requestWord,
} from "../../../chain/notebook/requestText";
import { sqlAt } from "../../../chain/notebook/sqlText";
import { nodeMethods } from "../../../chain/rpc/methodTable";
import { parameterNames } from "../../../chain/rpc/wireParameter";
import { nouns } from "../../../operations/catalogue";
import type { Field } from "../../../operations/model/fields";
import { kebab, wordOrder } from "../../../operations/words/fieldText";
import { operationsOf } from "../../../operations/words/writtenOperation";
import { say } from "../../../text/catalogue";
import { ownAccounts } from "../../flows/accounts/accountName";
import { functionText } from "../../flows/lines/functionText";
import { connectedGroup } from "../../flows/notebook/notebookChain";
import { knownContractAt } from "../../flows/target/contractTarget";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { notebookOf } from "./cellPositions";
import { namedTargets, targetAddress } from "./requestTargets";

interface Offer {
  readonly text: string;
  readonly detail: string;
  readonly kind: vscode.CompletionItemKind;
}

const { Function: functionKind, Keyword, Method, Class, EnumMember } = vscode.CompletionItemKind;

function offerMethods(words: readonly string[]): Offer[] {
  if (words.length === 1) {
    return nodeMethods.map((method) => ({
      text: method.name,
      detail: parameterNames(method).join(" "),
      kind: Method,
    }));
  }
  const parameter = nodeMethods.find(({ name }) => name === words[1])?.parameters[words.length - 2];
  if (parameter?.type !== "boolean") return [];
  return ["true", "false"].map((text) => ({ text, detail: parameter.name, kind: EnumMember }));
}

async function offerFunctions(app: Chainside, group: ChainGroup, kind: string, target: string): Promise<Offer[]> {
  const { abi } = await knownContractAt(app, group, targetAddress(app, group, target));
  const functions = (abi?.functions ?? []).filter((each) => kind === "call" || !readsOnly(each));
  return functions.map((each) => {
    const alone = functions.filter(({ name }) => name === each.name).length === 1;
    return { text: alone ? each.name : each.signature, detail: functionText(each), kind: functionKind };
  });
}

const offerTargets = (app: Chainside, group: ChainGroup): Offer[] =>
  namedTargets(app, group).map(({ name, address }) => ({ text: name, detail: address, kind: Class }));

const offerAccounts = (app: Chainside, group: ChainGroup): Offer[] =>
  ownAccounts(app, group).map(({ label, address }) => ({ text: label, detail: address, kind: EnumMember }));

const expectWords: Offer[] = ["event", "revert", ...Object.keys(expectedComparisons)].map((text) => ({
  text,
  detail: expectForm,
  kind: Keyword,
}));

const { Module, Field: fieldKind } = vscode.CompletionItemKind;

/** What a field of an operation may hold, as far as that is known. */
function offerValues(app: Chainside, group: ChainGroup | undefined, { among, kind }: Field): Offer[] {
  if (among) return among.map((text) => ({ text, detail: "", kind: EnumMember }));
  if (kind === "flag") return ["true", "false"].map((text) => ({ text, detail: "", kind: EnumMember }));
  if (!group) return [];
  if (kind === "contract") return offerTargets(app, group);
  return kind === "account" ? offerAccounts(app, group) : [];
}

/** Behind a noun: its verbs, then values of the next field, and options. */
async function offerOperation(
  app: Chainside,
  group: ChainGroup | undefined,
  [noun = "", verb = "", ...words]: readonly string[],
): Promise<Offer[]> {
  const operations = await operationsOf(noun);
  if (verb === "")
    return operations.map((each) => ({ text: each.verb, detail: say(each.summary), kind: functionKind }));
  const operation = operations.find((each) => each.verb === verb);
  if (!operation) return [];
  const named = new Map(Object.entries(operation.fields).map(([name, field]) => [`--${kebab(name)}`, field]));
  const before = named.get(words.at(-1) ?? "");
  if (before && before.kind !== "flag") return offerValues(app, group, before);
  const options = [...named].filter(([option]) => !words.includes(option));
  // options with their values are no words
  const taken = words.filter((word, at) => !word.startsWith("--") && !(named.get(words[at - 1] ?? "") ?? false)).length;
  const open = wordOrder(operation.fields).filter(([name]) => !words.includes(`--${kebab(name)}`));
  const next = open[taken]?.[1];
  return [
    ...(next ? offerValues(app, group, next) : []),
    ...options.map(([text, { label }]) => ({ text, detail: say(label), kind: fieldKind })),
  ];
}

/** What may stand behind the words of a line. */
async function offers(app: Chainside, group: ChainGroup | undefined, words: readonly string[]): Promise<Offer[]> {
  // `name = …` is followed by a request like any other.
  if (words[1] === "=" && words[0] !== undefined) return offers(app, group, words.slice(2));
  const [kind = "", target = ""] = words;
  if (words.length === 0)
    return [
      ...requestKinds.map((text) => ({ text, detail: requestForms[text], kind: Keyword })),
      { text: "expect", detail: expectForm, kind: Keyword },
      ...Object.entries(nouns)
        .filter(([noun]) => noun !== "rpc")
        .map(([text, { summary }]) => ({ text, detail: say(summary), kind: Module })),
    ];
  if (words.at(-1) === "--from" && group) return offerAccounts(app, group);
  if (kind === "expect") return words.length === 1 ? expectWords : [];
  if (kind === "rpc") return offerMethods(words);
  if (Object.hasOwn(nouns, kind)) return offerOperation(app, group, words);
  if (kind === "deploy" && words.length === 1) {
    const all = (await app.artifacts.list()).filter(({ deployable }) => deployable);
    return all.map(({ name, uri }) => ({ text: name, detail: vscode.workspace.asRelativePath(uri), kind: Class }));
  }
  if (!group || (kind !== "call" && kind !== "send")) return [];
  if (words.length === 1) return offerTargets(app, group);
  return words.length === 2 ? offerFunctions(app, group, kind, target) : [];
}

/** Kinds of requests, methods, contracts and functions, as a line is typed; in SQL tables and columns of the index. */
export async function requestCompletions(
  app: Chainside,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const group = connectedGroup(app, notebookOf(document));
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const sql = sqlAt(text, offset);
  if (sql) {
    const { queryCompletions, queryTables } = await import("../../flows/queries/queryHelp");
    const tables = group ? await queryTables(app, group) : [];
    return queryCompletions(text.slice(sql.from, sql.to), offset - sql.from, tables);
  }
  const before = document.lineAt(position.line).text.slice(0, position.character);
  const words = before.split(/\s+/).slice(0, -1).filter(Boolean);
  try {
    const found = await offers(app, group, words);
    return found.map(({ text, detail, kind }, index) => {
      const item = new vscode.CompletionItem({ label: text, description: detail }, kind);
      item.insertText = /\(|^--/.test(text) ? text : requestWord(text);
      item.sortText = String(index).padStart(4, "0");
      return item;
    });
  } catch (error) {
    // Half a line names nothing yet.
    app.errors.log(error);
    return [];
  }
}
