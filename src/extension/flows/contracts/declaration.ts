import * as vscode from "vscode";
import { mostBytes } from "../../../files/regularFile";
import type { OutlineItem } from "../../../solidity/language/questions";
import { readIfSmall } from "../../kit/files/readFile";
import type { Chainside } from "../../state/chainside";

/** Contracts of a source with what they have: as it stands in the editor, else on disk. Empty for a source that is too long. */
export async function outlineOfFile(app: Chainside, uri: vscode.Uri): Promise<readonly OutlineItem[]> {
  const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  const text = open?.getText() ?? (await readIfSmall(uri, mostBytes.source));
  if (text === undefined) return [];
  const answer = await app.solidity.ask({ uri }, { kind: "outline", text });
  return answer.kind === "outline" ? answer.items : [];
}

/** Where a source declares a contract, or a function: in the contract of that name, else in any of its own. Getters are variables. */
export function declarationIn(
  items: readonly OutlineItem[],
  contract: string,
  name: string | undefined,
): OutlineItem | undefined {
  const own = items.filter((item) => item.name === contract);
  if (name === undefined) return own[0];
  const inside = [...own, ...items].flatMap(({ children }) => children);
  const called = inside.filter(
    (item) => item.name === name && ["function", "variable", "constant"].includes(item.kind),
  );
  return called.find(({ external }) => external) ?? called[0];
}
