import * as ts from "typescript/unstable/ast";
import type { Checker, Type } from "typescript/unstable/sync";
import { isExplained, isProducedText, keysOf, placeOf, type TypedSource, type TypedSources } from "./typedSources";

/** `kind: "compile"` in a type: what one variant of a union goes by. */
interface Variant {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly node: ts.Node;
  readonly source: TypedSource;
}

const pairOf = (name: string, value: string): string => `${name}: ${value}`;

/** `kind: "a"` in one of the types of a union. */
function variantText({ type, parent }: ts.PropertySignatureDeclaration): string | undefined {
  if (!type || !ts.isLiteralTypeNode(type) || !ts.isStringLiteral(type.literal)) return undefined;
  let union: ts.Node = parent.parent;
  while (ts.isParenthesizedTypeNode(union) || ts.isIntersectionTypeNode(union)) union = union.parent;
  return ts.isUnionTypeNode(union) && union.types.length > 1 ? type.literal.text : undefined;
}

/** The texts that an expression may become, as far as they are written there: `"a"`, `x ? "a" : "b"`. */
function producedTexts(expression: ts.Node): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isProducedText(node)) texts.push(node.text);
    if (ts.isObjectLiteralExpression(node) || ts.isFunctionLikeDeclaration(node)) return;
    node.forEachChild(visit);
  };
  visit(expression);
  return texts;
}

/** The texts that a type has: `"a"`, `"a" | "b"`. */
function textsOfType(type: Type | undefined): string[] {
  if (type?.isStringLiteralType()) return [type.value];
  return type?.isUnionType() ? (type.getTypes() ?? []).flatMap(textsOfType) : [];
}

/** Name and possible texts of a property of an object, as they are written there, else by its type. */
function madeOf(
  property: ts.ObjectLiteralElementLike,
  checker: Checker,
  names: ReadonlySet<string>,
): { name: string; values: string[] } | undefined {
  if (ts.isShorthandPropertyAssignment(property)) {
    const name = (property.name as ts.Identifier).text;
    return names.has(name) ? { name, values: textsOfType(checker.getTypeAtLocation(property.name)) } : undefined;
  }
  if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) return undefined;
  const name = property.name.text;
  if (!names.has(name)) return undefined;
  const written = producedTexts(property.initializer);
  return { name, values: written.length > 0 ? written : textsOfType(checker.getTypeAtLocation(property.initializer)) };
}

class Variants {
  readonly declared: Variant[] = [];
  /** Which of them are made, by the type that is expected where they are. */
  readonly #made = new Set<string>();
  /** What is made where no type is expected, or one that is not written as a variant. */
  readonly #madeSomewhere = new Set<string>();

  take(source: TypedSource): void {
    const { file, checker } = source;
    const names: { name: ts.Identifier; value: string }[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isPropertySignatureDeclaration(node)) {
        const value = variantText(node);
        if (value !== undefined && ts.isIdentifier(node.name)) names.push({ name: node.name, value });
      }
      node.forEachChild(visit);
    };
    visit(file);
    const symbols = names.length > 0 ? checker.getSymbolAtLocation(names.map(({ name }) => name)) : [];
    names.forEach(({ name, value }, index) => {
      const [key] = keysOf(symbols[index]);
      if (key !== undefined) this.declared.push({ key, name: name.text, value, node: name, source });
    });
  }

  /** Second, when all are known: what the file makes. */
  takeMade({ file, checker }: TypedSource, wanted: ReadonlySet<string>, names: ReadonlySet<string>): void {
    const visit = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node)) {
        let expected: Type | undefined | "unknown" = "unknown";
        for (const property of node.properties) {
          const made = madeOf(property, checker, names);
          const values = made?.values.filter((value) => wanted.has(pairOf(made.name, value))) ?? [];
          if (!made || values.length === 0) continue;
          if (expected === "unknown") expected = checker.getContextualType(node);
          this.#make(expected, made.name, values, checker);
        }
      }
      node.forEachChild(visit);
    };
    visit(file);
  }

  #make(expected: Type | undefined, name: string, values: readonly string[], checker: Checker): void {
    const types = expected?.isUnionType() ? (expected.getTypes() ?? []) : expected ? [expected] : [];
    const keys = types.flatMap((type) => keysOf(checker.getPropertyOfType(type, name)));
    for (const value of values) {
      if (keys.length === 0) this.#madeSomewhere.add(pairOf(name, value));
      for (const key of keys) this.#made.add(pairOf(key, value));
    }
  }

  #isMade = ({ key, name, value }: Variant): boolean =>
    this.#made.has(pairOf(key, value)) || this.#madeSomewhere.has(pairOf(name, value));

  /** Variants that are made neither as such, nor as those of a type that is handed on as theirs. */
  unmade(): Variant[] {
    return this.declared.filter((variant) => !this.#isMade(variant) && !this.#standIns(variant).some(this.#isMade));
  }

  #standIns({ name, value, node, source: { checker } }: Variant): Variant[] {
    const type = checker.getTypeAtLocation(node.parent.parent);
    return this.declared.filter((other) => {
      if (other.name !== name || other.value !== value || other.source.checker !== checker) return false;
      const given = checker.getTypeAtLocation(other.node.parent.parent);
      return type !== undefined && given !== undefined && checker.isTypeAssignableTo(given, type);
    });
  }
}

/** Variants of unions that nothing of the product makes: messages that only a test sends, states that never are. One line for each. */
export function checkVariants({ files }: TypedSources): string[] {
  const variants = new Variants();
  for (const source of files) variants.take(source);
  const wanted = new Set(variants.declared.map(({ name, value }) => pairOf(name, value)));
  const names = new Set(variants.declared.map(({ name }) => name));
  for (const source of files) variants.takeMade(source, wanted, names);
  return variants
    .unmade()
    .filter(({ node }) => !isExplained(node))
    .map(
      ({ source, node, name, value }) => `${placeOf(source, node)} nothing of the product makes ${name}: "${value}"`,
    );
}
