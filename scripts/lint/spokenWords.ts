import { lineOf, readSources } from "./sources";

/** What the command line prints comes from these; each of their sentences must be in the catalogue. */
const spoken = /^src\/(?:cli\/|devchain\/devChainProcess\.ts$)/;
/** Two words beside each other, or one that ends like a sentence: something that a person reads. */
const sentence = /[A-Za-z]{2}[,;:]? [A-Za-z]{2}|^[A-Z][a-z]{1,40}[.:!?]$/;
/** Options as they are typed, markup, what a runner reads, the name of the program before what it says. */
const isTyped = (words: string): boolean => /^(?:-|::)|[<>={}]|^ ?chainside \w+(?:: )?$/.test(words);
/** Where words are not said to anyone: what is typed, what programs read, what can't happen. */
const silentCalls = new Set(["t", "text", "phrase", "TypeError", "RangeError", "import"]);
const silentMembers = new Set(["synopsis", "program", "description", "form", "name"]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Every piece of text below a node, without those that are translated or silent. */
function pieces(node: Node, found: { readonly text: string; readonly at: number }[]): void {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
      if (isNode(node["source"])) return;
      break;
    case "TSLiteralType":
      return;
    case "Literal":
      if (typeof node["value"] === "string") found.push({ text: node["value"], at: node.start });
      return;
    case "TemplateElement":
      found.push({ text: (node["value"] as { cooked?: string }).cooked ?? "", at: node.start });
      return;
    case "CallExpression":
    case "NewExpression": {
      const callee = node["callee"];
      const name = isNode(callee) && callee.type === "Identifier" ? String(callee["name"]) : "";
      // what is hashed is said to no one
      if (isNode(callee) && isNode(callee["property"]) && callee["property"]["name"] === "update") return;
      if (silentCalls.has(name)) {
        for (const each of (node["arguments"] as unknown[]).slice(1)) if (isNode(each)) pieces(each, found);
        return;
      }
      break;
    }
    case "Property": {
      const key = node["key"];
      const name = isNode(key) ? String(key["name"] ?? key["value"] ?? "") : "";
      if (silentMembers.has(name)) return;
      break;
    }
  }
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(each)) pieces(each, found);
  }
}

/** Sentences of the command line that are in no catalogue; one line each. */
export function checkSpokenWords(): string[] {
  const problems: string[] = [];
  for (const { path, text, program } of readSources("src")) {
    if (!spoken.test(path)) continue;
    const found: { readonly text: string; readonly at: number }[] = [];
    pieces(program as unknown as Node, found);
    for (const piece of found)
      if (sentence.test(piece.text) && !isTyped(piece.text))
        problems.push(`${path}:${lineOf(text, piece.at)} say it by t(…): ${piece.text.trim()}`);
  }
  return problems;
}
