import type * as vscode from "vscode";
import { maxBytes } from "../../../files/regularFile";
import type { OutlineItem } from "../../../solidity/language/questions";
import { readIfSmall } from "../../kit/files/readFile";
import { openDocument } from "../../kit/files/showFile";
import type { Chainside } from "../../state/chainside";

/** Contracts of a source with what they have: as it stands in the editor, else on disk. Empty for a source that is too long. */
export async function outlineOfFile(app: Chainside, uri: vscode.Uri): Promise<readonly OutlineItem[]> {
  const text = openDocument(uri)?.getText() ?? (await readIfSmall(uri, maxBytes.source));
  if (text === undefined) return [];
  const answer = await app.solidity.ask({ uri }, { kind: "outline", text });
  return answer.kind === "outline" ? answer.items : [];
}

/** Parameters of a function as written, from bracket to bracket. */
export const parametersOf = ({ detail }: OutlineItem): string => detail.slice(0, detail.indexOf(")") + 1);

/** Types of parameters alone: what tells overloads apart, and an override from none. */
const parameterTypes = (item: OutlineItem): string =>
  parametersOf(item)
    .slice(1, -1)
    .split(",")
    .map((each) => each.trim().split(" ", 1)[0])
    .join();

/**
 * Where a source declares a contract, or a function, each overload once: in the contract of that name, else in any of its own. Getters are
 * variables.
 */
export function declarationsIn(
  items: readonly OutlineItem[],
  contract: string,
  name: string | undefined,
): readonly OutlineItem[] {
  const own = items.filter((item) => item.name === contract);
  if (name === undefined) return own.slice(0, 1);
  const inside = [...own, ...items].flatMap(({ children }) => children);
  const called = inside.filter(
    (item) => item.name === name && ["function", "variable", "constant"].includes(item.kind),
  );
  const overloads = new Map<string, OutlineItem>();
  for (const item of called.filter(({ external }) => external))
    if (!overloads.has(parameterTypes(item))) overloads.set(parameterTypes(item), item);
  return overloads.size > 0 ? [...overloads.values()] : called.slice(0, 1);
}

/** The first of {@link declarationsIn}. */
export const declarationIn = (
  items: readonly OutlineItem[],
  contract: string,
  name: string | undefined,
): OutlineItem | undefined => declarationsIn(items, contract, name)[0];
