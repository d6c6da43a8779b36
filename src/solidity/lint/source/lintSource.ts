import { clockCountsSeconds } from "../../../chain/evm/chainMachine";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import type { Binding, Reference } from "../../language/names/binding";
import { globalNames } from "../../language/names/builtIns";
import { constantOf } from "../../language/names/constants";
import type { Declaration, SourceFile } from "../../language/names/declarations";
import type { Names } from "../../language/names/names";
import type { ProjectNames } from "../../language/names/places";
import type { Type } from "../../language/names/types";
import type { Expression } from "../../language/syntax/nodes";
import { partsOf, type SyntaxPart } from "../../language/syntax/walk";
import type { ChainTarget } from "../../version/evmVersion";

/** What is known of the chain that sources are for; undefined: not known. */
export interface ChainFacts {
  readonly suite: CryptoSuiteName;
  /** Whether contracts and accounts hold coins that can be moved. */
  readonly coins?: boolean | undefined;
  /** Whether `block.timestamp` counts seconds, as on Ethereum. */
  readonly seconds?: boolean | undefined;
}

/** What rules know of the chain that sources are compiled for (docs/protocol/evm-differences.md). */
export function chainFacts(
  suite: CryptoSuiteName,
  { features = [], executorVersion, movesCoins }: ChainTarget = {},
): ChainFacts {
  const seconds = clockCountsSeconds({ executorVersion, hasFeature: (name) => features.includes(name) });
  return { suite, coins: movesCoins, seconds };
}

/** A part of a source, and where it stands. */
interface Placed<Part = SyntaxPart> {
  readonly part: Part;
  readonly function: Declaration | undefined;
  readonly contract: Declaration | undefined;
}

type PartOf<Kind extends SyntaxPart["kind"]> = Extract<SyntaxPart, { readonly kind: Kind }>;

const betweenWords = /_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)/;

/** The words of a name, in small letters: `usdt` and `mock` of `USDTMock`. */
export const wordsOf = (name: string): string[] => name.split(betweenWords).map((word) => word.toLowerCase());

const testWords = new Set(["mock", "mocks", "mocked", "test", "tests", "tester", "testing", "harness"]);

/** Whether a contract is one of tests by a word of its name: `TokenMock`, but not `Attestation`. */
export const isTestName = (name: string): boolean => wordsOf(name).some((word) => testWords.has(word));

/** A source as rules look at it: its parts by their kinds, what names mean, and the chain that it is for. */
export class LintSource {
  readonly #parts = new Map<string, Placed[]>();
  readonly #references = new Map<number, Reference>();
  #locals: Map<unknown, Expression> | undefined;
  readonly names: Names;
  readonly binding: Binding;

  constructor(
    readonly project: ProjectNames,
    readonly file: SourceFile,
    readonly chain: ChainFacts,
  ) {
    this.names = project.names;
    this.binding = this.names.bind(file);
    for (const each of this.binding.references) this.#references.set(each.start, each);
    const byNode = new Map<unknown, Declaration>();
    for (const item of file.items) for (const each of [item, ...item.members]) byNode.set(each.node, each);
    const waiting = [...file.tree.items]
      .reverse()
      .map((part): Placed => ({ part, function: undefined, contract: undefined }));
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const placed = this.#inside(next, byNode);
      const list = this.#parts.get(placed.part.kind);
      if (list) list.push(placed);
      else this.#parts.set(placed.part.kind, [placed]);
      const inside = partsOf(placed.part);
      for (let i = inside.length - 1; i >= 0; i--) {
        const part = inside[i];
        if (part) waiting.push({ part, function: placed.function, contract: placed.contract });
      }
    }
  }

  #inside(placed: Placed, byNode: ReadonlyMap<unknown, Declaration>): Placed {
    const declaration = byNode.get(placed.part);
    if (placed.part.kind === "contract") return { ...placed, contract: declaration };
    return placed.part.kind === "function" ? { ...placed, function: declaration } : placed;
  }

  /** All parts of a kind, in the order of the text. */
  of<Kind extends SyntaxPart["kind"]>(kind: Kind): readonly Placed<PartOf<Kind>>[] {
    return (this.#parts.get(kind) ?? []) as unknown as readonly Placed<PartOf<Kind>>[];
  }

  /** Contracts of the file. */
  get contracts(): readonly Declaration[] {
    return this.file.items.filter(({ kind }) => kind === "contract");
  }

  /** Whether it holds tests or what tests use: what is wrong for people is right there. */
  get isTest(): boolean {
    return /\.[ts]\.sol$|(?:^|\/)(?:tests?|mocks?)\//i.test(this.file.path.replaceAll("\\", "/"));
  }

  text({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.file.text.slice(start, end);
  }

  typeOf(node: Expression): Type {
    return this.binding.typeOf(node);
  }

  /** What a name means: `x`, or the last one of `a.b.x`. */
  meaningOf(node: Expression): readonly Declaration[] {
    if (node.kind !== "identifier" && node.kind !== "member") return [];
    return this.#references.get(node.name.start)?.to ?? [];
  }

  /** What is named within a stretch. */
  referencesIn({ start, end }: { readonly start: number; readonly end: number }): readonly Reference[] {
    const { references } = this.binding;
    let [low, high] = [0, references.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((references[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    const found: Reference[] = [];
    for (let i = low; (references[i]?.end ?? Number.POSITIVE_INFINITY) <= end; i++) {
      const one = references[i];
      if (one) found.push(one);
    }
    return found;
  }

  /** Whether it is what the language itself calls so: `keccak256`, `now`; not a declaration of that name. */
  isGlobal(node: Expression, ...names: readonly string[]): boolean {
    if (node.kind !== "identifier" || !names.includes(node.name.text) || !globalNames.has(node.name.text)) return false;
    return !this.#references.has(node.name.start);
  }

  /** Whether it is `block.timestamp` and the like; gives the name behind the dot. */
  builtInMember(node: Expression, of: "block" | "msg" | "tx" | "abi"): string | undefined {
    return node.kind === "member" && this.isGlobal(node.of, of) ? node.name.text : undefined;
  }

  /** What a variable of a function begins with, where it is declared alone. */
  beginsWith({ node, role }: Declaration): Expression | undefined {
    if (role !== "local") return undefined;
    this.#locals ??= new Map(
      this.of("variableStatement").flatMap(({ part: { variables, value } }) =>
        variables.length === 1 && variables[0] && value ? [[variables[0], value]] : [],
      ),
    );
    return this.#locals.get(node);
  }

  /** The number that an expression of constants is. */
  numberOf(node: Expression, contract: Declaration | undefined): bigint | undefined {
    return constantOf(this.names, node, { file: this.file, contract });
  }
}

/** What a call of `address(x)` or `payable(x)` is about; anything else is itself. */
export function unwrapped(node: Expression): Expression {
  let inner = node;
  while (
    inner.kind === "call" &&
    inner.callee.kind === "typeExpression" &&
    inner.values.length === 1 &&
    inner.values[0]
  )
    inner = inner.values[0];
  return inner;
}
