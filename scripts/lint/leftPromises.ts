import { Visitor } from "oxc-parser";
import { lineOf, readSources, type SourceFile } from "./sources";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Whether a chain of promises ends with a step whose failure has no one to hear it: `a().then(b)`, and `.finally(c)` behind that. */
function isUnheard(argument: Node): boolean {
  const call = (argument.type === "ChainExpression" ? argument["expression"] : argument) as Node;
  if (call.type !== "CallExpression") return false;
  const callee = call["callee"] as Node;
  if (callee.type !== "MemberExpression") return false;
  const { name } = callee["property"] as unknown as { readonly name?: string };
  if (name === "finally") return isUnheard(callee["object"] as Node);
  return name === "then" && (call["arguments"] as readonly unknown[]).length < 2;
}

/** A promise that is left alone with `void` and goes on to something, says who hears of its failure: `void a.then(b)` has no one. */
export function leftPromises({ path, text, program }: SourceFile): string[] {
  const found: number[] = [];
  new Visitor({
    UnaryExpression({ operator, argument, start }) {
      if (operator === "void" && isUnheard(argument as unknown as Node)) found.push(start);
    },
  }).visit(program);
  return found.map((at) => `${path}:${lineOf(text, at)} nobody hears of its failure: end it with .catch(…)`);
}

/** What is called for a value that stands alone: without brackets, assertions of types, and `!`. */
function bare(node: Node): Node {
  const inner = node["expression"] as Node | undefined;
  return inner && /^(?:TS\w+|Parenthesized|Chain)Expression$/.test(node.type) ? bare(inner) : node;
}

/** The name of the method that a call is of, and what it is called on: `a.catch(b)`. */
function methodOf(node: Node): { readonly name: string; readonly on: Node } | undefined {
  if (node.type !== "CallExpression") return undefined;
  const callee = bare(node["callee"] as Node);
  if (callee.type !== "MemberExpression") return undefined;
  const { name = "" } = callee["property"] as unknown as { readonly name?: string };
  return { name, on: bare(callee["object"] as Node) };
}

/** Whether a failure of it is heard whatever comes: `.catch(…)`, `Promise.allSettled(…)`, and what is made of these. */
function isHeard(node: Node): boolean {
  const method = methodOf(node);
  if (!method) return false;
  const { name, on } = method;
  const count = (node["arguments"] as readonly unknown[]).length;
  return name === "catch" || name === "allSettled" || (name === "then" && count > 1) || isHeard(on);
}

const isFunction = ({ type }: Node): boolean => /Function(?:Declaration|Expression)$|^StaticBlock$/.test(type);

/** What a node holds, in its order. */
const partsOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter((part): part is Node => typeof (part as Partial<Node> | null)?.type === "string");

interface Made {
  readonly name: string;
  readonly end: number;
}

/** What one function, without those within it, makes, hears, and waits for. */
class OwnPromises {
  readonly #made: Made[] = [];
  readonly #heard: { readonly name: string; readonly at: number }[] = [];
  readonly #awaits: { readonly names: ReadonlySet<string>; readonly start: number; readonly end: number }[] = [];

  constructor(own: Node) {
    for (const part of partsOf(own)) this.#look(part);
  }

  #look(node: Node): void {
    if (isFunction(node)) return;
    if (node.type === "VariableDeclarator") this.#declared(node);
    const method = methodOf(node);
    if (method && isHeard(node) && method.on.type === "Identifier")
      this.#heard.push({ name: String(method.on["name"]), at: node.start });
    if (node.type === "AwaitExpression") {
      const argument = bare(node["argument"] as Node);
      this.#awaits.push({ names: new Set(this.#waitedFor(argument)), start: node.start, end: node.end });
    }
    for (const part of partsOf(node)) this.#look(part);
  }

  #declared(node: Node): void {
    const id = node["id"] as Node;
    const init = node["init"] as Node | null;
    if (!init || id.type !== "Identifier") return;
    const call = bare(init);
    if (call.type === "CallExpression" && !isHeard(call)) this.#made.push({ name: String(id["name"]), end: node.end });
  }

  /** A promise by its name, or several of them: `await a`, `await Promise.all([a, b])`, `await Promise.all(list)`. */
  #waitedFor(node: Node): string[] {
    if (node.type === "Identifier") return [String(node["name"])];
    const method = methodOf(node);
    if (method?.on.type !== "Identifier" || method.on["name"] !== "Promise") return [];
    const [list] = node["arguments"] as readonly Node[];
    if (list?.type === "Identifier") return [String(list["name"])];
    return list?.type === "ArrayExpression"
      ? (list["elements"] as readonly (Node | null)[]).flatMap((each) =>
          each?.type === "Identifier" ? [String(each["name"])] : [],
        )
      : [];
  }

  /** Where promises are made that wait for another one before they are waited for. */
  early(): number[] {
    return this.#made.flatMap(({ name, end }) => {
      const own = this.#awaits.find(({ names, start }) => start > end && names.has(name));
      const until = Math.min(...this.#heard.flatMap((each) => (each.name === name && each.at > end ? [each.at] : [])));
      const other = own && this.#awaits.find((each) => each.start > end && each.end <= own.start && each.start < until);
      return other ? [end] : [];
    });
  }
}

function* functionsIn(node: Node): Generator<Node> {
  if (isFunction(node) || node.type === "Program") yield node;
  for (const part of partsOf(node)) yield* functionsIn(part);
}

/**
 * A promise that is made before others are awaited, and awaited after them: its failure meanwhile ends the process, and where one of the
 * others fails first, no one hears of its own.
 */
export function earlyPromises({ path, text, program }: SourceFile): string[] {
  const found = [...functionsIn(program as unknown as Node)].flatMap((own) => new OwnPromises(own).early());
  return found.map(
    (at) => `${path}:${lineOf(text, at)} it fails unheard while others are awaited: await them together`,
  );
}

export const checkLeftPromises = (): string[] =>
  readSources("src").flatMap((source) => [...leftPromises(source), ...earlyPromises(source)]);
