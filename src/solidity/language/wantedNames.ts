import { compareVersions } from "../../text/versions";
import type { Dialect } from "./dialect";
import { words } from "./languageWords";
import type { Declaration, SourceFile } from "./names/declarations";
import type { ProjectNames } from "./names/places";
import type { CompletionProposal } from "./questions";
import { commentAt } from "./quotedAt";
import { type Tokens, tokenBefore, tokenKinds } from "./syntax/lexer";
import { partsAround } from "./syntax/walk";

/** Which names may stand at a place, and which words of the language beside them. */
export interface Wanted {
  readonly takes: (declaration: Declaration) => boolean;
  readonly words: readonly CompletionProposal[] | "types" | "members";
}

/** Where a person writes. */
interface Place {
  readonly project: ProjectNames;
  readonly file: SourceFile;
  readonly offset: number;
  readonly dialect: Dialect;
}

const nothing: Wanted = { takes: () => false, words: [] };
const only = (list: string, kind: CompletionProposal["kind"] = "keyword"): Wanted => ({
  takes: () => false,
  words: words(kind, list),
});
const typeKinds = new Set<Declaration["kind"]>(["contract", "struct", "enum", "valueType", "alias"]);
const isType = ({ kind }: Declaration): boolean => typeKinds.has(kind);
const types: Wanted = { takes: isType, words: "types" };
const members: Wanted = { takes: isType, words: "members" };
const forms = new Set(["contract", "interface", "library"]);

/** Behind these a name is thought of. */
const declaring = new Set([...forms, "function", "event", "struct", "enum", "modifier", "error"]);
const places = new Set(["memory", "storage", "calldata", "indexed"]);

/** What the machine itself reverts with, and `require` and `assert`. */
const caught = {
  Error: {
    label: "Error",
    kind: "error",
    detail: "(string memory reason)",
    documentation: "",
    insert: "Error(string memory reason)",
  },
  Panic: { label: "Panic", kind: "error", detail: "(uint256 code)", documentation: "", insert: "Panic(uint256 code)" },
} as const satisfies Record<string, CompletionProposal>;

/** Words behind which something else than a name of a variable may stand. */
const leading = new Set(
  "abstract anonymous as assembly break catch constructor continue delete do else emit enum event external for from function global if import in is let mapping modifier new override payable pragma pure return returns solidity super this throw try unchecked using view virtual while".split(
    " ",
  ),
);

/** What stands between a type and the name of a variable. */
const ofVariables = words(
  "keyword",
  "memory storage calldata indexed payable public private internal constant immutable override",
);
/** What stands behind the parameters of a function. */
const ofFunctions = words("keyword", "external public internal private pure view payable virtual override returns");
const units = words("keyword", "wei gwei ether seconds minutes hours days weeks");
const elementary = /^(?:u?int\d*|bytes\d*|address|bool|string|var)$/;

/** Words before a place, the nearest first; those of a name with dots that is being written are left out. */
class Before {
  readonly #last: number;

  constructor(
    private readonly tokens: Tokens,
    offset: number,
  ) {
    let at = tokenBefore(tokens, offset);
    if (tokens.kinds[at] === tokenKinds.word && (tokens.ends[at] ?? 0) >= offset) at--;
    while (tokens.words[at] === "." && tokens.kinds[at - 1] === tokenKinds.word) at -= 2;
    this.#last = at;
  }

  word(back = 0): string {
    return this.tokens.words[this.#last - back] ?? "";
  }

  get isNumber(): boolean {
    return this.tokens.kinds[this.#last] === tokenKinds.number;
  }

  isName(back: number): boolean {
    return this.tokens.kinds[this.#last - back] === tokenKinds.word;
  }

  /** How far back the beginning of a list is of which only names, commas and what is in parentheses were written. */
  listBegins(): number {
    let depth = 0;
    for (let back = 0; this.#last - back >= 0; back++) {
      const word = this.word(back);
      if (word === ")") depth++;
      else if (word === "(" && depth > 0) depth--;
      else if (depth === 0 && word !== "," && word !== ".") {
        const isPart = this.isName(back) && !["is", "using"].includes(word);
        if (!isPart) return back;
      } else if (word === ";" || word === "{" || word === "}") return back;
    }
    return this.#last;
  }
}

/** Whether something stands in a contract, or behind the name of a file, that is wanted. */
function holds({ names }: ProjectNames, declaration: Declaration, kind: Declaration["kind"]): boolean {
  if (declaration.kind === "alias") return true;
  return (
    declaration.kind === "contract" &&
    [...names.contractNames(declaration).values()].some((list) => list.some((each) => each.kind === kind))
  );
}

const behind = (project: ProjectNames, kind: "event" | "error"): Wanted => ({
  takes: (each) => each.kind === kind || holds(project, each, kind),
  words: [],
});

/** What a contract may inherit from, or that it says it overrides. */
function bases({ project, file, offset }: Place, before: Before): Wanted | undefined {
  const begins = before.listBegins();
  const contract = file.items.find(({ kind, start, end }) => kind === "contract" && start <= offset && offset <= end);
  if (before.word(begins) === "(" && before.word(begins + 1) === "override") {
    const line = contract ? project.names.line(contract).slice(1) : [];
    return { takes: (each) => each.kind === "alias" || line.includes(each), words: [] };
  }
  if (before.word(begins) !== "is" || (begins > 0 && before.word() !== ",")) return undefined;
  const form = before.word(begins + 2);
  if (form === "type") return { takes: () => false, words: "types" };
  if (!forms.has(form)) return undefined;
  const name = before.word(begins + 1);
  return {
    takes: (each) => {
      const node = each.contractNode;
      if (each.kind === "alias") return true;
      if (!node || node.form === "library" || (form === "interface" && node.form !== "interface")) return false;
      return each.file !== file || each.name.text !== name;
    },
    words: [],
  };
}

const isLibrary = (each: Declaration): boolean => each.kind === "alias" || each.contractNode?.form === "library";

function attached(before: Before): Wanted | undefined {
  if (before.word() === "using") return { takes: isLibrary, words: [] };
  const begins = before.listBegins();
  if (before.word(begins) === "using" && before.isName(0) && before.word() !== "for") {
    // Behind the type, too, no other name stands.
    const isTyped = Array.from({ length: begins }, (_, back) => before.word(back)).includes("for");
    return only(isTyped ? "global" : "for");
  }
  if (before.word(begins) === "{" && before.word(begins + 1) === "using" && (begins === 0 || before.word() === ","))
    return {
      takes: (each) =>
        isLibrary(each) || (each.kind === "function" && each.contract?.contractNode?.form !== "contract"),
      words: [],
    };
  return before.word() === "for" && isUsing(before, begins) ? types : undefined;
}

/** Whether a `for` right before a place is that of a `using`. */
function isUsing(before: Before, begins: number): boolean {
  if (before.word(begins) === "using") return true;
  if (before.word(1) !== "}") return false;
  let back = 2;
  while (!["{", "}", ";", ""].includes(before.word(back))) back++;
  return before.word(back) === "{" && before.word(back + 1) === "using";
}

/** Whether the parenthesis that is open opens parameters. */
function inParameters(before: Before): boolean {
  if (before.word() === "(") {
    if (["returns", "constructor", "function"].includes(before.word(1))) return true;
    return before.isName(1) && ["function", "event", "error", "modifier"].includes(before.word(2));
  }
  if (before.word() !== ",") return false;
  let depth = 0;
  for (let back = 1; back < 400; back++) {
    const word = before.word(back);
    if (word === "" || word === ";" || word === "{" || word === "}") return false;
    if (word === ")") depth++;
    if (word !== "(") continue;
    if (depth-- > 0) continue;
    if (["returns", "constructor"].includes(before.word(back + 1))) return true;
    return before.isName(back + 1) && ["function", "event", "error", "modifier"].includes(before.word(back + 2));
  }
  return false;
}

/** What stands around, where a member of it begins. */
function memberOf({ file, offset }: Place, before: Before): Wanted | undefined {
  const enclosing = partsAround(file.tree.items, offset).at(-1);
  if (enclosing?.kind === "enum" && before.word() !== "enum") return nothing;
  if (!["{", "}", ";", ""].includes(before.word())) return undefined;
  const around = partsAround(file.tree.items, offset).filter(
    ({ start, end }) => start < offset && (offset < end || !/[;}]/.test(file.text[end - 1] ?? "")),
  );
  // What is half written counts for what it stands in.
  const inner = around.findLast(({ kind }) => kind !== "variable" && kind !== "userType");
  if (!inner) return members;
  if (inner.kind === "struct") return types;
  if (inner.kind === "enum") return nothing;
  if (inner.kind === "contract") return offset > inner.open ? members : undefined;
  return undefined;
}

/** What stands behind the parameters of a function: words of the language, modifiers, and bases of a constructor. */
function behindParameters({ project, file, offset }: Place, before: Before): Wanted | undefined {
  if (before.word() !== ")" && !before.isName(0)) return undefined;
  const inner = partsAround(file.tree.items, offset).at(-1);
  if (inner?.kind !== "function" || offset < inner.headEnd || offset > (inner.body?.start ?? inner.end))
    return undefined;
  if (before.word() === "returns") return nothing;
  const contract = file.items.find(({ members: own }) => own.some(({ node }) => node === inner));
  const line = contract && inner.form === "constructor" ? project.names.line(contract).slice(1) : [];
  return { takes: (each) => each.kind === "modifier" || line.includes(each), words: ofFunctions };
}

/** Names of what a call is given: options, and parameters or fields where these are given by name. */
function givenByName({ project, file, offset }: Place, before: Before): Wanted | undefined {
  if (before.word() !== "{" && before.word() !== ",") return undefined;
  const around = partsAround(file.tree.items, offset);
  // Empty ones may as well be a block.
  const isBegun = before.word() === "{" && before.isName(1) && around.some(({ kind }) => kind === "block");
  if (isBegun && before.word(2) === "new") return only("value salt", "field");
  if (isBegun && before.word(2) === ".") return only("value gas", "field");
  const inner = around.findLast(
    ({ kind, start, end }) => (kind === "call" || kind === "callOptions") && start < offset && offset < end,
  );
  if (inner?.kind === "callOptions") return only(inner.callee.kind === "new" ? "value salt" : "value gas", "field");
  if (inner?.kind !== "call" || !inner.names) return undefined;
  const call = project.names.bind(file).calls.find(({ node }) => node === inner);
  const given = new Set(inner.names.map(({ text }) => text));
  const names = (call?.to ?? []).flatMap(({ taken }) => taken.map(({ name }) => name.text));
  const open = names.filter((name) => name !== "" && !given.has(name));
  return open.length > 0 ? only(open.join(" "), "field") : nothing;
}

/** Whether the statement that is written is an import. */
function isImport(before: Before): boolean {
  for (let back = 0; back < 400; back++) {
    const word = before.word(back);
    if (word === "import") return true;
    if (word === "" || word === ";") return false;
  }
  return false;
}

/** What stands behind a type that a variable has, or behind a word that such a one has, too: the name is thought of. */
function behindType(before: Before): Wanted | undefined {
  const isType = before.word() === "]" || (before.isName(0) && !leading.has(before.word()));
  return isType ? { takes: () => false, words: ofVariables } : undefined;
}

/** Which names may stand at a place; undefined: any that the place knows. */
export function wantedAt(place: Place): Wanted | undefined {
  const { project, file, offset, dialect } = place;
  if (commentAt(file.tokens, offset)) return undefined;
  const before = new Before(file.tokens, offset);
  const isSince = (release: string): boolean => compareVersions(dialect.release, release) >= 0;
  const word = before.word();
  switch (word) {
    case "emit":
      return behind(project, "event");
    case "revert":
      return isSince("0.8.4") ? behind(project, "error") : undefined;
    case "new":
    case "=>":
      return types;
    case "catch":
      return {
        takes: () => false,
        words: isSince("0.8.1") ? [caught.Error, caught.Panic] : [caught.Error],
      };
    case "pragma":
      return only("solidity abicoder experimental");
    default:
  }
  if (before.isNumber) return { takes: () => false, words: units };
  if (places.has(word)) return nothing;
  if (elementary.test(word) || (word === "payable" && before.word(1) === "address"))
    return { takes: () => false, words: ofVariables };
  if (declaring.has(word) && !(word === "error" && !isSince("0.8.4"))) return nothing;
  if (before.isName(0) && forms.has(before.word(1))) return only("is");
  if (word === "(" && before.word(1) === "mapping") return types;
  if (before.word(1) === "type" && before.isName(0)) return only("is");
  if (isImport(before)) return only("as from");
  return (
    givenByName(place, before) ??
    bases(place, before) ??
    attached(before) ??
    (inParameters(before) ? types : (behindParameters(place, before) ?? memberOf(place, before) ?? behindType(before)))
  );
}
