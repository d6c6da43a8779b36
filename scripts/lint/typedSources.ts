import * as ts from "typescript/unstable/ast";
import {
  API,
  type Checker,
  type Symbol as MemberSymbol,
  type NodeHandle,
  type Project,
} from "typescript/unstable/sync";
import { lineOf, root } from "./sources";

/** A file of the product with the types that it is checked by. */
export interface TypedSource {
  /** Below the project, with forward slashes. */
  readonly path: string;
  readonly file: ts.SourceFile;
  readonly checker: Checker;
}

export interface TypedSources {
  /** The project's folder, with forward slashes. */
  readonly folder: string;
  readonly files: readonly TypedSource[];
  /** What VS Code declares. */
  readonly external: TypedSource;
}

function opened(project: Project, folder: string, name: string): TypedSource {
  const file = project.program.getSourceFile(name);
  if (!file) throw new Error(`${name} is in no project`);
  return { path: name.slice(folder.length + 1), file, checker: project.checker };
}

/**
 * Opens all of `src` of a project with its types, until `use` is done.
 *
 * @param config below the folder; neither tests nor scripts need be opened with the product
 */
export async function withTypes<T>(
  use: (sources: TypedSources) => Promise<T>,
  folder = root,
  config = "scripts/lint/product.tsconfig.json",
): Promise<T> {
  const api = new API({ cwd: folder });
  try {
    // messages of pages are in both: there the extension's types are to be compared with them
    const configs = [`${folder}/${config}`, `${folder}/src/webview/tsconfig.json`];
    const snapshot = api.updateSnapshot({ openProjects: configs });
    const files = new Map<string, TypedSource>();
    let external: TypedSource | undefined;
    for (const config of configs) {
      const project = snapshot.getProject(config);
      if (!project) throw new Error(`${config} does not open`);
      for (const name of project.program.getSourceFileNames()) {
        if (name.startsWith(`${folder}/src/`) && !files.has(name)) files.set(name, opened(project, folder, name));
        if (name.endsWith("/@types/vscode/index.d.ts")) external = opened(project, folder, name);
      }
    }
    if (!external) throw new Error("the types of VS Code are not there");
    return await use({ folder, files: [...files.values()], external });
  } finally {
    api.close();
  }
}

const keyOf = (declaration: NodeHandle): string => `${declaration.path}#${declaration.index}`;

/** One key for each place where a symbol is declared; the same for every type that has the member from there. */
export const keysOf = (symbol: MemberSymbol | undefined): string[] => symbol?.declarations.map(keyOf) ?? [];

/** Where what stands above a node begins; for a type of a union before its `|`. */
function beginningOf(node: ts.Node): number {
  const { parent } = node;
  if (!ts.isUnionTypeNode(parent)) return node.pos;
  return parent.types[parent.types.indexOf(node as ts.TypeNode) - 1]?.end ?? parent.pos;
}

/** Whether a comment above the node, or above what holds it, says why nothing of the product uses it (`@public`, with the reason). */
export function isExplained(node: ts.Node): boolean {
  const { text } = node.getSourceFile();
  for (let at = node; at && !ts.isSourceFile(at); at = at.parent) {
    if (text.slice(beginningOf(at), at.getStart()).includes("@public")) return true;
  }
  return false;
}

const comparing = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** A text that the program makes: not one of a type, of an import, or that something is compared with. */
export function isProducedText(node: ts.Node): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral {
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return false;
  const { parent } = node;
  if (ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent) || ts.isImportDeclaration(parent)) return false;
  return !(ts.isBinaryExpression(parent) && comparing.has(parent.operatorToken.kind));
}

export const placeOf = ({ path, file }: TypedSource, node: ts.Node): string =>
  `${path}:${lineOf(file.text, node.getStart())}`;
