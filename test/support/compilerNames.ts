import { SourceText } from "../../src/solidity/program/sourceText";
import { isNode, rangeOf, type SyntaxNode, walkTree } from "../../src/solidity/program/syntaxTree";

/** A source as a compiler gave it back. */
export interface CompilerSource {
  readonly name: string;
  readonly content: string;
  readonly ast: unknown;
}

/** A place where a compiler says what is meant: `start` in UTF-16 units, and where that is declared. */
export interface CompilerReference {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly home: string;
  readonly declared: number;
  /** `ImportDirective`, `FunctionDefinition` … */
  readonly what: string;
}

interface Declared {
  readonly home: string;
  readonly at: number;
  readonly node: SyntaxNode;
}

const declarations = new Set([
  ...["ContractDefinition", "EnumDefinition", "EnumValue", "EventDefinition", "FunctionDefinition"],
  ...["ModifierDefinition", "StructDefinition", "VariableDeclaration"],
]);

/**
 * Where a declaration's name stands, in UTF-16 units; -1 where that isn't known. Compilers before 0.8.2 don't tell: there it is looked for
 * behind the declaration's type, or from its beginning on.
 */
function nameOf(node: SyntaxNode, text: SourceText): number {
  const reported = rangeOf(node["nameLocation"]).start;
  if (reported >= 0) return text.offsetOfByte(reported);
  const name = node["name"];
  if (typeof name !== "string" || name === "" || !declarations.has(node.nodeType)) return -1;
  const { start, end } = rangeOf(node.src);
  const from = text.offsetOfByte(isNode(node["typeName"]) ? rangeOf(node["typeName"].src).end : start);
  const word = new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`);
  const found = text.text.slice(from, text.offsetOfByte(end)).search(word);
  return found < 0 ? -1 : from + found;
}

/** Where a reference's last name stands: at the end of `a.b` and of the path of a type. */
function lastNameOf(node: SyntaxNode): unknown {
  const name = node.nodeType === "MemberAccess" ? node["memberName"] : node["name"];
  const reported = node["memberLocation"];
  if (reported !== undefined || typeof name !== "string") return reported;
  const { start, end, source } = rangeOf(node.src);
  const length = Buffer.byteLength(name.split(".").at(-1) ?? "");
  return start < 0 ? reported : `${end - length}:${length}:${source}`;
}

/** What a compiler's trees say of names: every place that means a declaration. */
export function compilerReferences(sources: readonly CompilerSource[]): {
  readonly references: CompilerReference[];
  readonly declared: readonly Declared[];
} {
  const texts = new Map(sources.map(({ name, content }) => [name, new SourceText(content)]));
  const offset = (name: string, byte: number): number => texts.get(name)?.offsetOfByte(byte) ?? -1;
  const declared = new Map<number, Declared>();
  const found: { source: string; start: number; end: number; id: number }[] = [];
  const refer = (source: string, place: unknown, id: unknown): void => {
    const { start, end } = rangeOf(place);
    if (typeof id === "number" && id >= 0 && start >= 0)
      found.push({ source, start: offset(source, start), end: offset(source, end), id });
  };
  for (const { name, ast } of sources) {
    walkTree(ast, true, (node) => {
      const text = texts.get(name);
      const at = text && node.id !== undefined ? nameOf(node, text) : -1;
      if (node.id !== undefined && at >= 0) declared.set(node.id, { home: name, at, node });
      const last = Array.isArray(node["nameLocations"]) ? (node["nameLocations"] as unknown[]).at(-1) : undefined;
      const id = node["referencedDeclaration"];
      if (node.nodeType === "MemberAccess") refer(name, lastNameOf(node), id);
      else if (last !== undefined) refer(name, last, id);
      else if (node.nodeType === "UserDefinedTypeName" && typeof node["name"] === "string")
        refer(name, lastNameOf(node), id);
      else if (node.nodeType === "Identifier") refer(name, node.src, id);
      if (Array.isArray(node["externalReferences"]))
        for (const each of node["externalReferences"] as Readonly<Record<string, unknown>>[])
          refer(name, each["src"], each["declaration"]);
      for (const alias of node.nodeType === "ImportDirective" && Array.isArray(node["symbolAliases"])
        ? (node["symbolAliases"] as unknown[])
        : []) {
        const foreign = (alias as Readonly<Record<string, unknown>>)["foreign"];
        if (isNode(foreign)) refer(name, foreign.src, foreign["referencedDeclaration"]);
      }
      return true;
    });
  }
  const references = found.flatMap(({ source, start, end, id }): CompilerReference[] => {
    const to = declared.get(id);
    return to ? [{ source, start, end, home: to.home, declared: to.at, what: to.node.nodeType }] : [];
  });
  return { references, declared: [...declared.values()] };
}
