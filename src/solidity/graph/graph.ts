import { calleesOf } from "../language/answers/related";
import { whereOf } from "../language/names/binding";
import type { Declaration } from "../language/names/declarations";
import type { ProjectNames } from "../language/names/places";

export type GraphKind = "inheritance" | "calls";

/** A box of a picture. */
export interface GraphNode {
  /** Within its graph. */
  readonly id: string;
  readonly label: string;
  /** What it is, for its look: an interface, what can be called from outside … */
  readonly style: "contract" | "abstract" | "interface" | "library" | "external" | "internal" | "modifier";
  readonly declaration: Declaration;
}

/** A line from one box to another. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** There were more boxes than a person reads. */
  readonly isCut: boolean;
}

const maxNodes = 300;
const maxEdges = 2000;

/** Gives each declaration a box, as long as there is room. */
class Boxes {
  readonly nodes = new Map<Declaration, GraphNode>();
  readonly edges = new Map<string, GraphEdge>();
  isCut = false;

  constructor(private readonly look: (declaration: Declaration) => Pick<GraphNode, "label" | "style">) {}

  /** Undefined where there is no room for another one; `isNew`: it wasn't there. */
  add(declaration: Declaration): { readonly node: GraphNode; readonly isNew: boolean } | undefined {
    const known = this.nodes.get(declaration);
    if (known) return { node: known, isNew: false };
    if (this.nodes.size >= maxNodes) {
      this.isCut = true;
      return undefined;
    }
    const node = { id: `n${this.nodes.size}`, declaration, ...this.look(declaration) };
    this.nodes.set(declaration, node);
    return { node, isNew: true };
  }

  join(from: GraphNode, to: GraphNode): void {
    if (this.edges.size >= maxEdges) this.isCut = true;
    else this.edges.set(`${from.id} ${to.id}`, { from: from.id, to: to.id });
  }

  /** Goes from declarations to those that each leads to. */
  follow(first: readonly Declaration[], next: (declaration: Declaration) => readonly Declaration[]): Graph {
    const waiting = first.flatMap((each) => this.add(each)?.node ?? []);
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      for (const to of next(node.declaration)) {
        const added = this.add(to);
        if (!added) continue;
        this.join(node, added.node);
        if (added.isNew) waiting.push(added.node);
      }
    }
    return { nodes: [...this.nodes.values()], edges: [...this.edges.values()], isCut: this.isCut };
  }
}

function contractStyle({ contractNode }: Declaration): GraphNode["style"] {
  if (contractNode?.form === "interface" || contractNode?.form === "library") return contractNode.form;
  return contractNode?.isAbstract ? "abstract" : "contract";
}

/** Contracts, and all that they inherit from. */
export function inheritanceGraph({ names }: ProjectNames, contracts: readonly Declaration[]): Graph {
  const boxes = new Boxes((each) => ({ label: each.name.text, style: contractStyle(each) }));
  return boxes.follow(contracts, (each) => names.basesOf(each));
}

function callStyle({ kind, parent, words }: Declaration): GraphNode["style"] {
  if (kind === "modifier") return "modifier";
  if (parent?.contractNode?.form === "interface") return "interface";
  return words.includes("external") || words.includes("public") ? "external" : "internal";
}

function callLabel(declaration: Declaration): string {
  const own = declaration.name.text || (declaration.function?.form ?? "");
  const home = declaration.parent?.kind === "contract" ? `${declaration.parent.name.text}.` : "";
  return `${home}${own}`;
}

/** Modifiers of a function, and constructors of bases that it names. */
function invoked({ names }: ProjectNames, declaration: Declaration): Declaration[] {
  return (declaration.function?.invocations ?? []).flatMap(({ path }) =>
    names
      .named(path, whereOf(declaration))
      .flatMap(({ declaration: meant }) => (meant.kind === "contract" ? meant.constructors : [meant])),
  );
}

/** Who calls whom, from the functions of a contract on, those that it inherits among them. */
export function callGraph(project: ProjectNames, contract: Declaration): Graph {
  const functions = project.names
    .line(contract)
    .flatMap(({ members }) => members.filter(({ function: node }) => node?.body && node.form !== "modifier"));
  const boxes = new Boxes((each) => ({ label: callLabel(each), style: callStyle(each) }));
  return boxes.follow(functions, (each) => [
    ...invoked(project, each),
    ...calleesOf(project, each).map(({ with: callee }) => callee),
  ]);
}
