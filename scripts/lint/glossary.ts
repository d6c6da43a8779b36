import { Visitor } from "oxc-parser";
import { lineOf, readSources, type SourceFile } from "./sources";

/** Words of this project's own that no name has any more, each with the field's term (docs/glossary.md). */
const outWords: ReadonlyMap<string, string> = new Map([
  ["activation", "stack frame"],
  ["bearable", "max faulty nodes"],
  ["builtin", "precompiled contract"],
  ["deed", "transaction, action"],
  ["deeds", "transactions, actions"],
  ["fate", "outcome, settlement"],
  ["ground", "context"],
  ["halt", "stop"],
  ["hurry", "check soon"],
  ["journey", "execution control"],
  ["leaf", "line"],
  ["scene", "scope"],
  ["traveller", "hooks"],
  ["twin", "other suite"],
  ["workshop", "session"],
]);
/** First words that no name of anything has, members and parameters included, each with the field's term. */
const outFirstWords: ReadonlyMap<string, string> = new Map([
  ["desk", "context, handler"],
  ["flavour", "variant"],
  ["largest", "max…"],
  ["least", "min…"],
  ["longest", "max…Length"],
  ["most", "max…"],
  ["patience", "timeout"],
  ["stretch", "range"],
  ["surroundings", "environment"],
  ["tallest", "max…Height"],
]);
/** Words that no name of anything has in any place, each with the field's term. */
const outEverywhere: ReadonlyMap<string, string> = new Map([
  ["dear", "costly"],
  ["door", "access"],
  ["foreseen", "previewed, consequences"],
  ["foresees", "previews"],
  ["foretold", "expected outcome"],
  ["handed", "exported, received"],
  ["heard", "seen, reported, changed"],
  ["mend", "fix"],
  ["mended", "fixed"],
  ["mends", "fixes"],
  ["pace", "block interval, schedule"],
  ["said", "message, answer"],
  ["stranger", "what it is: other, unlisted, unknown"],
  ["strangers", "what they are: others, unlisted, unknown"],
  ["told", "reported, report"],
  ["untold", "unreported, unnamed"],
]);
/** Where such a word is the field's own, or a name that others have given. */
const meant: readonly (readonly [path: string, word: string])[] = [
  // a function that the language brings along
  ["src/debugger/expression/builtins.ts", "builtin"],
  // of a Merkle tree, of a value in a form
  ["src/chain/verification/", "leaf"],
  ["src/webview/contractForm/", "leaf"],
  // of the EVM
  ["src/devchain/execution/", "halt"],
  // of SQL
  ["src/history/", "least"],
];

const partsOf = (name: string): string[] => name.split(/(?=[A-Z])|[^A-Za-z]+/).map((part) => part.toLowerCase());

interface Declared {
  readonly type: string;
  readonly name?: string;
  readonly start: number;
}

/** Names that a file gives to functions, classes, types and constants of its own. */
function declaredIn({ program }: SourceFile): { readonly name: string; readonly at: number }[] {
  const names: { name: string; at: number }[] = [];
  const add = (id: unknown): void => {
    const { type, name, start } = (id ?? {}) as Declared;
    if (type === "Identifier" && name !== undefined) names.push({ name, at: start });
  };
  new Visitor({
    FunctionDeclaration: ({ id }) => add(id),
    ClassDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    VariableDeclarator: ({ id }) => add(id),
  }).visit(program);
  return names;
}

/** Every name in a file, once, where it stands first. */
function namesIn({ program }: SourceFile): { readonly name: string; readonly at: number }[] {
  const names = new Map<string, number>();
  const add = ({ name, start }: { readonly name: string; readonly start: number }): void => {
    if (!names.has(name)) names.set(name, start);
  };
  new Visitor({ Identifier: add, PrivateIdentifier: add }).visit(program);
  return [...names].map(([name, at]) => ({ name, at }));
}

/** Names of a file that have a word which is out, each with what to say. */
export function outWordsIn(source: SourceFile): string[] {
  const allowed = new Set(meant.filter(([path]) => source.path.startsWith(path)).map(([, word]) => word));
  const say = (name: string, at: number, part: string, words: ReadonlyMap<string, string>): string[] => {
    const better = allowed.has(part) ? undefined : words.get(part);
    return better ? [`${source.path}:${lineOf(source.text, at)} ${name}: say ${better} (docs/glossary.md)`] : [];
  };
  return [
    ...declaredIn(source).flatMap(({ name, at }) => partsOf(name).flatMap((part) => say(name, at, part, outWords))),
    ...namesIn(source).flatMap(({ name, at }) => {
      const parts = partsOf(name).filter((part) => part !== "");
      return [
        ...parts.slice(0, 1).flatMap((part) => say(name, at, part, outFirstWords)),
        ...parts.flatMap((part) => say(name, at, part, outEverywhere)),
      ];
    }),
  ];
}

export function checkGlossary(): string[] {
  return readSources("src").flatMap(outWordsIn);
}
