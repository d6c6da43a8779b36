import { basesOf, isNode, nodesOf, parametersOf, type SyntaxNode } from "../program/syntaxTree";
import { builtInMembers, globalWords, limitsOf, membersNamed, natspecTags } from "./builtInMembers";
import { natspecFor } from "./hover";
import type { CompletionKind, CompletionProposal } from "./questions";
import { declarationOfType } from "./signature";
import type { Declaration, SyntaxIndex } from "./syntaxIndex";
import { quotedAt, type Token, tokensOf } from "./tokens";

/** What an expression is, as far as its members want to know. */
type Kind =
  | { readonly is: "value"; readonly type: SyntaxNode }
  | { readonly is: "instance"; readonly of: Declaration }
  /** The name of a contract, struct or enum itself. */
  | { readonly is: "name"; readonly of: Declaration }
  | { readonly is: "callable"; readonly of: Declaration }
  | { readonly is: "builtIn"; readonly name: string }
  | { readonly is: "super"; readonly of: Declaration };

const kinds: Readonly<Record<string, CompletionKind>> = {
  ContractDefinition: "contract",
  FunctionDefinition: "function",
  ModifierDefinition: "function",
  EventDefinition: "event",
  ErrorDefinition: "error",
  StructDefinition: "struct",
  EnumDefinition: "enum",
  EnumValue: "enumValue",
  VariableDeclaration: "variable",
  UserDefinedValueTypeDefinition: "type",
};
const mostLinks = 12;

/** A position in a source, and the trees of its last analysis, which may be of an older text. */
export interface CompletionContext {
  readonly text: string;
  readonly offset: number;
  readonly index: SyntaxIndex | undefined;
  /** Name of the source in the index. */
  readonly source: string | undefined;
  /** The same place in the text of the index. */
  readonly analysedOffset: number;
}

const textAt = (index: SyntaxIndex, source: string, node: unknown): string => {
  const range = isNode(node) ? index.rangeOf(source, node) : undefined;
  return range ? (index.texts.get(source)?.text.slice(range.start, range.end) ?? "").split(/\s+/).join(" ") : "";
};

function detailOf(index: SyntaxIndex, { node, source }: Declaration): string {
  if (node.nodeType === "VariableDeclaration") return textAt(index, source, node["typeName"]);
  if (node.nodeType === "ContractDefinition") return String(node["contractKind"] ?? "");
  const parameters = isNode(node["parameters"]) ? textAt(index, source, node["parameters"]) : "";
  const returned =
    parametersOf(node, "returnParameters").length > 0 ? textAt(index, source, node["returnParameters"]) : "";
  return returned === "" ? parameters : `${parameters} returns ${returned}`;
}

function proposal(index: SyntaxIndex, declaration: Declaration): CompletionProposal {
  const { node, name, parent } = declaration;
  const isField = node.nodeType === "VariableDeclaration" && parent?.node.nodeType === "StructDefinition";
  const isInterface = node["contractKind"] === "interface";
  return {
    label: name,
    kind: isField ? "field" : isInterface ? "interface" : (kinds[node.nodeType] ?? "variable"),
    detail: detailOf(index, declaration),
    documentation: natspecFor(index, declaration)
      .filter(({ tag }) => tag === "notice" || tag === "dev")
      .map(({ text }) => text)
      .join("\n\n"),
  };
}

class Completer {
  constructor(
    private readonly index: SyntaxIndex,
    private readonly source: string,
    private readonly context: CompletionContext,
  ) {}

  get #around(): Declaration[] {
    return this.index.around(this.source, this.context.analysedOffset);
  }

  get #contract(): Declaration | undefined {
    return this.#around.find(({ node }) => node.nodeType === "ContractDefinition");
  }

  /** A contract and all that it inherits, itself first. */
  #line(contract: Declaration): Declaration[] {
    const list = basesOf(contract.node).flatMap((id) => this.index.named(id) ?? []);
    return list.length > 0 ? list : [contract];
  }

  #childrenOf(parent: Declaration): Declaration[] {
    return [...this.index.declarations.values()].filter((each) => each.parent === parent && each.name !== "");
  }

  /** Everything that can be named without a dot, the nearest first. */
  scope(): Declaration[] {
    const found: Declaration[] = [];
    for (const around of [...this.#around].reverse()) {
      if (around.node.nodeType !== "ContractDefinition") found.push(...this.#childrenOf(around));
    }
    const contract = this.#contract;
    if (contract) for (const base of this.#line(contract)) found.push(...this.#childrenOf(base));
    for (const each of this.index.declarations.values()) if (!each.parent && each.name !== "") found.push(each);
    return found;
  }

  #ofType(type: unknown): Kind | undefined {
    if (!isNode(type)) return undefined;
    if (type.nodeType === "UserDefinedTypeName") {
      const declaration = declarationOfType(this.index, type);
      return declaration && { is: "instance", of: declaration };
    }
    return { is: "value", type };
  }

  #ofDeclaration(declaration: Declaration): Kind | undefined {
    const { node } = declaration;
    switch (node.nodeType) {
      case "VariableDeclaration":
        return this.#ofType(node["typeName"]);
      case "FunctionDefinition":
      case "EventDefinition":
      case "ErrorDefinition":
        return { is: "callable", of: declaration };
      case "EnumValue":
        return declaration.parent && { is: "instance", of: declaration.parent };
      default:
        return { is: "name", of: declaration };
    }
  }

  /** A variable that stands in the text but not in the last analysis: `Coin memory coin = …`. */
  #ofText(name: string): Kind | undefined {
    const tokens = tokensOf(this.context.text.slice(0, this.context.offset));
    for (let i = tokens.length - 2; i > 0; i--) {
      if (tokens[i]?.text !== name || !["=", ";", ",", ")"].includes(tokens[i + 1]?.text ?? "")) continue;
      let at = i - 1;
      while (
        ["memory", "storage", "calldata", "payable", "public", "private", "internal"].includes(tokens[at]?.text ?? "")
      )
        at--;
      const before = tokens[at];
      if (before?.kind !== "word") continue;
      const type = this.scope().find((each) => each.name === before.text);
      if (type && type.node.nodeType !== "VariableDeclaration") return { is: "instance", of: type };
      if (before.text === "address") return { is: "builtIn", name: "address" };
      if (before.text === "bytes") return { is: "builtIn", name: "bytes" };
    }
    return undefined;
  }

  #ofName(name: string): Kind | undefined {
    if (["msg", "tx", "block", "abi"].includes(name)) return { is: "builtIn", name };
    if (name === "bytes" || name === "string") return { is: "builtIn", name: `${name}Type` };
    const contract = this.#contract;
    if (name === "this") return contract && { is: "instance", of: contract };
    if (name === "super") return contract && { is: "super", of: contract };
    const found = this.scope().find((each) => each.name === name);
    return (found && this.#ofDeclaration(found)) ?? this.#ofText(name);
  }

  #called(kind: Kind | undefined): Kind | undefined {
    if (kind?.is === "name") return { is: "instance", of: kind.of };
    if (kind?.is !== "callable") return undefined;
    const [first] = parametersOf(kind.of.node, "returnParameters");
    return first && this.#ofType(first["typeName"]);
  }

  #indexed(kind: Kind | undefined): Kind | undefined {
    if (kind?.is !== "value") return undefined;
    const { type } = kind;
    return this.#ofType(type.nodeType === "Mapping" ? type["valueType"] : type["baseType"]);
  }

  #declaredMembers(kind: Kind): Declaration[] {
    if (kind.is === "super") {
      const bases = this.#line(kind.of).slice(1);
      return bases
        .flatMap((base) => this.#childrenOf(base))
        .filter(({ node }) => node.nodeType === "FunctionDefinition");
    }
    if (kind.is !== "instance" && kind.is !== "name") return [];
    const { of } = kind;
    switch (of.node.nodeType) {
      case "StructDefinition":
        return kind.is === "instance" ? this.#childrenOf(of) : [];
      case "EnumDefinition":
        return kind.is === "name" ? this.#childrenOf(of) : [];
      case "ContractDefinition": {
        const all = (kind.is === "name" ? [of] : this.#line(of)).flatMap((each) => this.#childrenOf(each));
        if (kind.is === "name") return all.filter(({ node }) => node.nodeType !== "ModifierDefinition");
        return all.filter(
          ({ node }) =>
            (node.nodeType === "FunctionDefinition" || node.nodeType === "VariableDeclaration") &&
            (node["visibility"] === "public" || node["visibility"] === "external"),
        );
      }
      default:
        return [];
    }
  }

  /** Functions of libraries that `using … for …` of this contract attaches. */
  #attached(kind: Kind): Declaration[] {
    const wanted =
      kind.is === "value" ? textAt(this.index, this.source, kind.type) : kind.is === "instance" ? kind.of.name : "";
    if (wanted === "") return [];
    const contract = this.#contract;
    const tree = this.index.trees.get(this.source);
    const directives = [...nodesOf(contract?.node["nodes"]), ...nodesOf(tree?.["nodes"])].filter(
      ({ nodeType }) => nodeType === "UsingForDirective",
    );
    return directives.flatMap((directive) => {
      const type = directive["typeName"];
      if (isNode(type) && textAt(this.index, this.source, type) !== wanted) return [];
      const name = directive["libraryName"];
      const library = isNode(name) ? declarationOfType(this.index, name) : undefined;
      return library ? this.#childrenOf(library).filter(({ node }) => node.nodeType === "FunctionDefinition") : [];
    });
  }

  #builtIn(kind: Kind): readonly CompletionProposal[] {
    switch (kind.is) {
      case "builtIn":
        return membersNamed(kind.name);
      case "callable":
        return builtInMembers[kind.of.node.nodeType === "FunctionDefinition" ? "function" : "event"] ?? [];
      case "value": {
        const { type } = kind;
        if (type.nodeType === "ArrayTypeName") return builtInMembers["array"] ?? [];
        const name = String(type.name ?? "");
        if (name.startsWith("address")) return builtInMembers["address"] ?? [];
        if (name === "bytes") return builtInMembers["bytes"] ?? [];
        return /^bytes\d/.test(name) ? (builtInMembers["fixedBytes"] ?? []) : [];
      }
      default:
        return [];
    }
  }

  #members(kind: Kind): CompletionProposal[] {
    const declared = [...this.#declaredMembers(kind), ...this.#attached(kind)];
    return [...declared.map((each) => proposal(this.index, each)), ...this.#builtIn(kind)];
  }

  /** The kind of `a.b(…)[…]`, whose links stand in the order of the text. */
  #resolve(links: readonly string[]): Kind | undefined {
    const [first = "", ...rest] = links;
    if ((first === "address" || first === "payable") && rest[0] === "()") {
      return rest.length === 1 ? { is: "builtIn", name: "address" } : undefined;
    }
    let kind = this.#ofName(first);
    for (const link of rest) {
      if (!kind) return undefined;
      if (link === "()") kind = this.#called(kind);
      else if (link === "[]") kind = this.#indexed(kind);
      else {
        if (kind.is === "builtIn" && kind.name === "msg" && link === "sender") {
          kind = { is: "builtIn", name: "address" };
          continue;
        }
        const member = [...this.#declaredMembers(kind), ...this.#attached(kind)].find((each) => each.name === link);
        kind = member && this.#ofDeclaration(member);
      }
    }
    return kind;
  }

  membersOf(links: readonly string[]): CompletionProposal[] {
    const kind = this.#resolve(links);
    return kind ? this.#members(kind) : [];
  }

  /** Members of `type(name)`: limits of an enum, or what is known of a contract. */
  ofType(name: string): readonly CompletionProposal[] {
    const links = name.split(".");
    const kind = this.#resolve(links);
    const node = kind?.is === "name" ? kind.of.node : undefined;
    if (node?.nodeType === "EnumDefinition") return limitsOf(name);
    if (node?.nodeType !== "ContractDefinition") return [];
    if (node["contractKind"] === "interface") return membersNamed("typeOfInterface");
    // what can't be made has no code
    return membersNamed("typeOfContract").filter(({ label }) => node["abstract"] !== true || label === "name");
  }

  names(): CompletionProposal[] {
    return this.scope().map((each) => proposal(this.index, each));
  }
}

/** What stands before a dot, `["coins", "[]", "owner", "()"]`; undefined where no name begins it. */
function linksBefore(tokens: readonly Token[]): string[] | undefined {
  const links: string[] = [];
  const openers = new Map([
    [")", "("],
    ["]", "["],
  ]);
  let at = tokens.length - 1;
  while (at >= 0 && links.length < mostLinks) {
    const token = tokens[at];
    const opener = token ? openers.get(token.text) : undefined;
    if (opener !== undefined && token) {
      let depth = 0;
      for (; at >= 0; at--) {
        const text = tokens[at]?.text;
        if (text === token.text) depth++;
        else if (text === opener && --depth === 0) break;
      }
      links.unshift(`${opener}${token.text}`);
      at--;
      continue;
    }
    if (token?.kind !== "word") return undefined;
    links.unshift(token.text);
    if (tokens[at - 1]?.text !== ".") return links;
    at -= 2;
  }
  return undefined;
}

/** Names of the parameters of the function that a documentation comment stands before. */
function documentedParameters(text: string, offset: number): CompletionProposal[] {
  const rest = tokensOf(text.slice(offset).replace(/^[^\n]*\n(?:[ \t]*(?:\*|\/\/\/)[^\n]*\n)*/, "\n"));
  const open = rest.findIndex((each) => each.text === "(");
  if (open < 0 || open > 3) return [];
  const close = rest.findIndex((each) => each.text === ")");
  return rest.slice(open + 1, close + 1).flatMap((each, i, list) => {
    const name = list[i - 1];
    const ends = each.text === "," || each.text === ")";
    return ends && name?.kind === "word"
      ? [{ label: name.text, kind: "variable" as const, detail: "", documentation: "" }]
      : [];
  });
}

function inComment({ text, offset }: CompletionContext): CompletionProposal[] {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  if (/@(?:param|return)\s+\w*$/.test(line)) return documentedParameters(text, offset);
  const comment = Math.max(text.lastIndexOf("/**", offset), text.lastIndexOf("///", offset));
  return comment >= 0 ? [...natspecTags] : [];
}

/** The first of each name and kind: what is nearer hides what is further. */
function unlike(proposals: readonly CompletionProposal[]): CompletionProposal[] {
  const seen = new Set<string>();
  return proposals.filter(({ label, detail, kind }) => {
    const key = kind === "function" ? `${label}${detail}` : label;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What stands within `type(…)` before a dot: `uint256`, `Shop.Color`. */
function typeAsked(tokens: readonly Token[]): string | undefined {
  if (tokens.at(-1)?.text !== ")") return undefined;
  const open = tokens.findLastIndex(({ text }) => text === "(");
  return open > 0 && tokens[open - 1]?.text === "type"
    ? tokens
        .slice(open + 1, -1)
        .map(({ text }) => text)
        .join("")
    : undefined;
}

/** Members of `type(…)`, of which numbers are known without any analysis. */
function membersOfType(asked: string, completer: Completer | undefined): readonly CompletionProposal[] {
  if (/^u?int(?:\d{1,3})?$/.test(asked)) return limitsOf(/\d$/.test(asked) ? asked : `${asked}256`);
  return completer?.ofType(asked) ?? [];
}

/** What may be written at a place; imports aside. */
export function completionAt(context: CompletionContext): CompletionProposal[] {
  const { text, offset, index, source } = context;
  const quoted = quotedAt(text, offset);
  if (quoted === "comment") return inComment(context);
  if (quoted === "string") return [];
  const completer = index && source !== undefined ? new Completer(index, source, context) : undefined;
  const tokens = tokensOf(text.slice(0, offset));
  const last = tokens.at(-1);
  const before = last?.kind === "word" && last.end === offset ? tokens.slice(0, -1) : tokens;
  if (before.at(-1)?.text === ".") {
    const asked = typeAsked(before.slice(0, -1));
    if (asked !== undefined) return [...membersOfType(asked, completer)];
    const links = linksBefore(before.slice(0, -1));
    if (!links) return [];
    const [only = ""] = links;
    const plain = links.length === 1 ? membersNamed(only) : [];
    return unlike(completer?.membersOf(links) ?? [...plain]);
  }
  return unlike([...(completer?.names() ?? []), ...globalWords]);
}
