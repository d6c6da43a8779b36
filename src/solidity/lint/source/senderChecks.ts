import type { Declaration } from "../../language/names/declarations";
import type { Expression, FunctionItem, Statement } from "../../language/syntax/nodes";
import { partsOf, type SyntaxPart } from "../../language/syntax/walk";
import { type ChainFacts, LintSource, wordsOf } from "./lintSource";

const deepest = 5;
/** Words of functions that give the sender something, and don't look who it is. */
const givings = new Set(["mint", "transfer", "push", "send", "encode"]);
const compares = new Set(["==", "!=", "<", ">", "<=", ">="]);

/** Whether functions look at who calls them, by what they do and by what the functions and modifiers do that they use. */
class SenderChecks {
  readonly #known = new Map<Declaration, boolean>();
  readonly #sources = new Map<Declaration["file"], LintSource>();

  constructor(source: LintSource) {
    this.#sources.set(source.file, source);
    this.project = source.project;
    this.chain = source.chain;
  }

  private readonly project: LintSource["project"];
  private readonly chain: ChainFacts;

  #sourceOf(declaration: Declaration): LintSource {
    const { file } = declaration;
    const kept = this.#sources.get(file);
    if (kept) return kept;
    const source = new LintSource(this.project, file, this.chain);
    this.#sources.set(file, source);
    return source;
  }

  /** What isn't known (a modifier of a file that isn't there) counts as a check: nothing is said on a guess. */
  isGuarded(declaration: Declaration, depth = 0): boolean {
    const kept = this.#known.get(declaration);
    if (kept !== undefined) return kept;
    this.#known.set(declaration, false);
    const guarded = depth <= deepest && this.#looks(declaration, depth);
    this.#known.set(declaration, guarded);
    return guarded;
  }

  #looks(declaration: Declaration, depth: number): boolean {
    const node = declaration.function;
    if (!node) return false;
    // What heirs write isn't known here.
    if (!node.body) return true;
    return this.#byModifier(declaration, node, depth) || this.#byBody(declaration, node.body, depth);
  }

  #byModifier(declaration: Declaration, { invocations }: FunctionItem, depth: number): boolean {
    const where = { file: declaration.file, contract: declaration.contract };
    return invocations.some(({ path }) => {
      if (/initializ/i.test(path.at(-1)?.text ?? "")) return true;
      const found = this.project.names.named(path, where);
      if (found.length === 0) return true;
      return found.some(({ declaration: each }) => each.kind === "modifier" && this.isGuarded(each, depth + 1));
    });
  }

  #byBody(declaration: Declaration, body: Statement, depth: number): boolean {
    const source = this.#sourceOf(declaration);
    const waiting: SyntaxPart[] = [body];
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      if (this.#isCheck(source, part)) return true;
      if (part.kind === "call" && this.#callsCheck(source, part.callee, depth)) return true;
      // `caller()` of inline assembly is not followed: it counts as a look.
      if (part.kind === "yulCall" && (part.name.text === "caller" || part.name.text === "origin")) return true;
      waiting.push(...partsOf(part));
    }
    return false;
  }

  #callsCheck(source: LintSource, callee: Expression, depth: number): boolean {
    const meant = source.meaningOf(callee);
    if (meant.length === 0) return callee.kind === "identifier" && !source.isGlobal(callee, callee.name.text);
    return meant.some((each) => {
      if (each.kind !== "function") return false;
      const isInside =
        callee.kind === "identifier" || (callee.kind === "member" && source.typeOf(callee.of).is !== "instance");
      return isInside && this.isGuarded(each, depth + 1);
    });
  }

  /** A condition, comparison, key or argument in which the sender stands. */
  #isCheck(source: LintSource, part: SyntaxPart): boolean {
    const mentions = (each: Expression | undefined): boolean => each !== undefined && mentionsSender(source, each);
    switch (part.kind) {
      case "binary":
        return part.operators.some((each) => compares.has(each)) && part.operands.some(mentions);
      case "index":
        return part.indexes.some(mentions);
      case "compound":
        return part.word === "if" && mentions(part.parts[0] as Expression | undefined);
      case "call": {
        if (source.isGlobal(part.callee, "require", "assert")) return mentions(part.values[0]);
        const { callee } = part;
        if (callee.kind !== "identifier" && callee.kind !== "member") return false;
        if (wordsOf(callee.name.text).some((word) => givings.has(word))) return false;
        // Who is given to another function of ours, or to a contract that is asked, is looked at there.
        const isFunction = source.meaningOf(callee).some(({ kind }) => kind === "function");
        return isFunction && part.values.some(mentions);
      }
      default:
        return false;
    }
  }
}

/** Whether an expression is, or holds, who sent the call. */
function mentionsSender(source: LintSource, node: Expression, depth = 0): boolean {
  if (depth > deepest) return false;
  const waiting: SyntaxPart[] = [node];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.kind === "member") {
      if (source.builtInMember(part, "msg") === "sender" || source.builtInMember(part, "tx") === "origin") return true;
    } else if (part.kind === "identifier") {
      if (/^_?msgSender$/i.test(part.name.text) || source.isGlobal(part, "ecrecover")) return true;
      for (const meant of source.meaningOf(part)) {
        if (beginsWithSender(source, meant, depth + 1)) return true;
      }
    }
    waiting.push(...partsOf(part));
  }
  return false;
}

const known = new WeakMap<Declaration, boolean>();

/** Whether a variable of a function begins with who sent the call: `address caller = _msgSender();`. */
function beginsWithSender(source: LintSource, variable: Declaration, depth: number): boolean {
  const kept = known.get(variable);
  if (kept !== undefined) return kept;
  known.set(variable, false);
  const value = source.beginsWith(variable);
  const begins = value !== undefined && mentionsSender(source, value, depth);
  known.set(variable, begins);
  return begins;
}

const checks = new WeakMap<LintSource, SenderChecks>();

/** The checks of a source, which its rules share. */
export function senderChecks(source: LintSource): SenderChecks {
  const kept = checks.get(source) ?? new SenderChecks(source);
  checks.set(source, kept);
  return kept;
}
