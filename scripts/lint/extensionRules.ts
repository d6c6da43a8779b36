import { Visitor } from "oxc-parser";
import { lineOf, readSources, type SourceFile } from "./sources";

/** Where nothing that changes may stand beside the functions. */
const stateless = /^src\/extension\/(?:features|flows\/lines|kit\/tree)\//;
/** Where commands are registered with what they need. */
const declared = /^src\/extension\/(?:features|flows|state)\/(?!target\/chainCommands\.ts$)/;
/** Where what VS Code hands over is read already. */
const read = /^src\/extension\/(?:features|flows)\//;

interface Found {
  readonly at: number;
  readonly says: string;
}

/** `let x` and `const x = new Map()` of a module. */
function moduleState({ program }: SourceFile): Found[] {
  return program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") return [];
    const changes = declaration.declarations.some(
      ({ init }) =>
        declaration.kind !== "const" ||
        (init?.type === "NewExpression" &&
          init.callee.type === "Identifier" &&
          /^(?:Map|Set)$/.test(init.callee.name) &&
          init.arguments.length === 0),
    );
    const says = "what changes belongs to an object that ends, or to the tree (kit/tree), not to the module";
    return changes ? [{ at: declaration.start, says }] : [];
  });
}

function undeclaredCommands({ text, imports }: SourceFile): Found[] {
  const says = "a command says what it needs: registerTargetCommands with free, reads, writes or own";
  const byHand = text.indexOf("commands.registerCommand(");
  return [
    ...imports.filter(({ specifier }) => specifier.endsWith("/registerCommands")).map(({ offset }) => offset),
    ...(byHand < 0 ? [] : [byHand]),
  ].map((at) => ({ at, says }));
}

function guessedTargets({ program }: SourceFile): Found[] {
  const found: Found[] = [];
  new Visitor({
    BinaryExpression({ operator, left, right, start }) {
      if (operator !== "in" || left.type !== "Literal" || right.type !== "Identifier") return;
      if (/^(?:target|given|selection)$/.test(right.name))
        found.push({ at: start, says: "what a command was run on is read once, by targetOf" });
    },
  }).visit(program);
  return found;
}

/** What breaks the promises of the extension's shelves beyond imports (docs/architecture.md, "Shelves"). */
export function extensionProblems(source: SourceFile): string[] {
  const { path, text } = source;
  return [
    ...(stateless.test(path) ? moduleState(source) : []),
    ...(declared.test(path) ? undeclaredCommands(source) : []),
    ...(read.test(path) ? guessedTargets(source) : []),
  ].map(({ at, says }) => `${path}:${lineOf(text, at)}: ${says}`);
}

export function checkExtensionRules(): string[] {
  return readSources("src/extension").flatMap(extensionProblems);
}
