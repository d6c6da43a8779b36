// Which members of VS Code's API are newer than the oldest version that the extension runs in, and where they are used. The compiler knows
// only the oldest version's types, so a newer member is reached through a cast alone.
import { parseSync, Visitor } from "oxc-parser";

/** A node of the tree, as far as it is looked at here. */
interface Node {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly id?: Node;
  readonly key?: Node;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly body?: Node | readonly Node[] | null;
  readonly members?: readonly Node[];
}

const nameOf = (node: Node): string | undefined => {
  const { name, value } = node.id ?? node.key ?? node;
  return typeof name === "string" ? name : typeof value === "string" ? value : undefined;
};

function membersOf({ body, members, declaration, declarations }: Node): readonly Node[] {
  if (declaration) return [declaration];
  if (declarations) return declarations;
  if (members) return members;
  if (Array.isArray(body)) return body as readonly Node[];
  return body ? membersOf(body as Node) : [];
}

/** What wraps declarations without a name of its own; a module's name is `vscode` alone. */
const isWrapper = ({ type, id }: Node): boolean =>
  /^(?:ExportNamedDeclaration|VariableDeclaration|Program)$/.test(type) ||
  (type === "TSModuleDeclaration" && id?.type === "Literal");

/** What a file of types declares of the module `vscode`, as `lm.registerTool` or `TreeItem.label`. */
export function declaredMembers(types: string): Set<string> {
  const found = new Set<string>();
  const visit = (node: Node, prefix: string): void => {
    const name = isWrapper(node) ? undefined : nameOf(node);
    if (name !== undefined) found.add(`${prefix}${name}`);
    for (const member of membersOf(node)) visit(member, name === undefined ? prefix : `${prefix}${name}.`);
  };
  visit(parseSync("vscode.d.ts", types).program as unknown as Node, "");
  return found;
}

/** What the newer types have that the older ones don't; of a newer class, not its members besides. */
export function newerMembers(older: string, newer: string): string[] {
  const [known, all] = [declaredMembers(older), declaredMembers(newer)];
  const containerOf = (member: string): string => member.slice(0, Math.max(0, member.lastIndexOf(".")));
  const isNewer = (member: string): boolean => all.has(member) && !known.has(member);
  return [...all].filter((member) => isNewer(member) && !isNewer(containerOf(member))).sort();
}

/** A newer member in a source. */
export interface NewerUse {
  readonly path: string;
  readonly member: string;
  /** Whether the source asks for the version before. */
  readonly guarded: boolean;
}

/** Names that a source reads or declares members by. */
function memberNames(path: string, text: string): Set<string> {
  const names = new Set<string>();
  const add = (key: unknown): void => {
    names.add(nameOf(key as Node) ?? "");
  };
  new Visitor({
    MemberExpression: ({ property }) => add(property),
    Property: ({ key }) => add(key),
    TSPropertySignature: ({ key }) => add(key),
    TSMethodSignature: ({ key }) => add(key),
  }).visit(parseSync(path, text).program);
  return names;
}

/** A source that looks at VS Code's API, or a part of it, by types of its own: `vscode as unknown as Host`. */
const castPattern = /\bvscode[\w.]{0,200} as unknown as\b/;

/** Uses of newer members in one source: a member of something is used where that is named, too. */
export function newerUses(path: string, text: string, newer: readonly string[]): NewerUse[] {
  if (!castPattern.test(text)) return [];
  const names = memberNames(path, text);
  const guarded = /\batLeast\(vscode\.version,/.test(text);
  return newer
    .filter((member) => member.split(".").every((part) => names.has(part)))
    .map((member) => ({ path, member, guarded }));
}

/** Members of `vscode` that a source names, as far as the types know them: `window.showQuickPick`, `TreeItem`. */
export function usedMembers(text: string, known: ReadonlySet<string>): string[] {
  const named = [...text.matchAll(/(?<![\w.])vscode\.([A-Za-z]\w*)(?:\.([A-Za-z]\w*))?/g)].map(
    ([, first = "", second = ""]) => (known.has(`${first}.${second}`) ? `${first}.${second}` : first),
  );
  return [...new Set(named)].filter((member) => known.has(member));
}
