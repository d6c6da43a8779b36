import { type Expression, Visitor } from "oxc-parser";
import { lineOf, readSources, type SourceFile } from "./sources";

/** What may change beside the functions of a module, and why it belongs to no object that ends. */
const moduleMemory: Readonly<Record<string, string>> = {
  "src/extension/kit/commands/noteDone.ts: noted":
    "context keys of VS Code are the window's, and nothing takes them back",
  "src/extension/kit/commands/commands.ts: trusted":
    "a mark on objects, which ends with them and tells ours from a stranger's",
  "src/extension/flows/records/showRecord.ts: made":
    "texts of documents, which VS Code asks for by their URI until they are closed",
  "src/extension/flows/records/showRecord.ts: askedAnew":
    "the documents of the same scheme, of which VS Code has one provider",
};
/** Where commands are registered with what they need. */
const declared = /^src\/extension\/(?:features|flows|state)\/(?!target\/chainCommands\.ts$)/;
/** The one way to name a command of ours. */
const door = "src/extension/kit/commands/commands.ts";
/** Where what VS Code hands over is read already. */
const read = /^src\/extension\/(?:features|flows)\//;

interface Found {
  readonly at: number;
  readonly says: string;
}

/** Whether a value is there to be filled: `new Map()`, `[]`, `{}`, an emitter, an object of one of our own classes. */
function isFilled(init: Expression | null): boolean {
  if (init?.type === "TSAsExpression" || init?.type === "TSSatisfiesExpression") return isFilled(init.expression);
  if (init?.type === "ArrayExpression") return init.elements.length === 0;
  if (init?.type === "ObjectExpression") return init.properties.length === 0;
  if (init?.type !== "NewExpression") return false;
  const { callee } = init;
  const name = callee.type === "Identifier" ? callee.name : callee.type === "MemberExpression" ? "EventEmitter" : "";
  return init.arguments.length === 0 || !/^(?:Map|Set|RegExp|URL)$/.test(name);
}

/** `let x` and `const x = new Map()` of a module. */
function moduleState({ path, program }: SourceFile): (Found & { readonly name: string })[] {
  return program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") return [];
    const says =
      "what changes belongs to an object that ends (`kept` of a group, its session or the window) or to the tree, not to the module";
    return declaration.declarations.flatMap(({ id, init }) => {
      const name = `${path}: ${id.type === "Identifier" ? id.name : ""}`;
      return declaration.kind !== "const" || isFilled(init) ? [{ at: declaration.start, says, name }] : [];
    });
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

/** Names of commands of ours, also `chainside.chains.focus`. */
const ownCommand = /^chainside\.[\w.]+$/;

/** A command of ours that is named where nothing looks at what it takes. */
function untypedCommands({ program }: SourceFile): Found[] {
  const found: Found[] = [];
  const see = (at: number): void => {
    found.push({ at, says: "runCommand, commandOf and commandLink (kit/commands) know what a command takes" });
  };
  const isOwn = (node: { readonly type: string; readonly value?: unknown } | undefined): boolean =>
    node?.type === "Literal" && typeof node.value === "string" && ownCommand.test(node.value);
  new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      const isRun =
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        callee.property.name === "executeCommand";
      const isSent =
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        /^(?:send|on)(?:Request|Notification)$/.test(callee.property.name);
      const [name] = given;
      if (isSent && name?.type === "Literal" && typeof name.value === "string" && name.value.startsWith("chainside/"))
        found.push({
          at: start,
          says: "askEditor, hearEditor, answerServer and tellServer know what goes with a message",
        });
      // A name that is no literal may be one of ours.
      if (isRun && (isOwn(given[0]) || given[0]?.type === "Identifier")) see(start);
    },
    Property({ key, value, start }) {
      if (key.type === "Identifier" && key.name === "command" && isOwn(value)) see(start);
    },
    AssignmentExpression({ left, right, start }) {
      const isCommand =
        left.type === "MemberExpression" && left.property.type === "Identifier" && left.property.name === "command";
      if (isCommand && isOwn(right)) see(start);
    },
    TemplateElement({ value, start }) {
      if (/\bcommand:chainside\./.test(value.raw)) see(start);
    },
  }).visit(program);
  return found;
}

const problemsIn = ({ path, text }: SourceFile, found: readonly Found[]): string[] =>
  found.map(({ at, says }) => `${path}:${lineOf(text, at)}: ${says}`);

/** What breaks the promises of the extension's shelves beyond imports (docs/architecture.md, "Shelves"). */
export function extensionProblems(source: SourceFile): string[] {
  const { path } = source;
  return problemsIn(source, [
    ...moduleState(source).filter(({ name }) => !(name in moduleMemory)),
    ...(declared.test(path) ? undeclaredCommands(source) : []),
    ...(read.test(path) ? guessedTargets(source) : []),
    ...(path === door ? [] : untypedCommands(source)),
  ]);
}

export function checkExtensionRules(): string[] {
  const sources = readSources("src/extension");
  const changing = new Set(sources.flatMap(moduleState).map(({ name }) => name));
  const gone = Object.keys(moduleMemory).filter((name) => !changing.has(name));
  return [
    ...sources.flatMap(extensionProblems),
    ...readSources("src/languageServer").flatMap((source) => problemsIn(source, untypedCommands(source))),
    ...gone.map((name) => `${name} is no memory of a module any more`),
  ];
}
