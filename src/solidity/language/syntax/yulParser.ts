import { ExpressionParser } from "./expressionParser";
import { tokenKinds } from "./lexer";
import type { Name, YulBlock, YulName, YulNode } from "./nodes";

/** Inline assembly. */
export class YulParser extends ExpressionParser {
  protected yulBlock(): YulBlock {
    const start = this.here;
    const parts: YulNode[] = [];
    if (this.expect("{")) {
      while (!this.ended && !this.is("}")) {
        const before = this.at;
        const part = this.deeper<YulNode | undefined>(
          () => this.#statement(),
          () => undefined,
        );
        if (part) parts.push(part);
        if (this.at === before) this.at++;
      }
      this.expect("}");
    }
    return { kind: "yulBlock", parts, start, end: this.behind };
  }

  #statement(): YulNode | undefined {
    const start = this.here;
    switch (this.word) {
      case "{":
        return this.yulBlock();
      case "let":
        return this.#variables(start);
      case "function":
        return this.#function(start);
      case "if":
      case "case":
        return this.#compound(start, 1);
      case "switch":
        return this.#compound(start, 0);
      case "for":
        return this.#loop(start);
      case "default":
        this.at++;
        return this.yulBlock();
      default:
        return this.#assignmentOrCall(start);
    }
  }

  #variables(start: number): YulNode {
    this.at++;
    const names = this.#names();
    const value = this.take(":=") || this.take("=") ? this.#expression() : undefined;
    return { kind: "yulVariables", names, value, start, end: this.behind };
  }

  #names(): Name[] {
    const names = [this.#name()];
    for (;;) {
      // Types of early assembly: `let x: u256`.
      if (this.is(":") && this.isWordAt(this.at + 1)) this.at += 2;
      if (!this.take(",")) return names;
      names.push(this.#name());
    }
  }

  #name(): Name {
    return this.isWordAt(this.at) ? this.anyWord() : this.noName();
  }

  #function(start: number): YulNode {
    this.at++;
    const name = this.#name();
    let parameters: Name[] = [];
    if (this.expect("(")) {
      if (!this.is(")")) parameters = this.#names();
      this.expect(")");
    }
    const returns = this.take("->") ? this.#names() : [];
    const body = this.yulBlock();
    return { kind: "yulFunction", name, parameters, returns, body, start, end: this.behind };
  }

  /** `if`, `switch` and `case`: an expression, and its block. */
  #compound(start: number, blocks: number): YulNode {
    const { word } = this;
    this.at++;
    const parts: YulNode[] = [];
    const value = this.#expression();
    if (value) parts.push(value);
    if (blocks > 0) parts.push(this.yulBlock());
    return { kind: "yulCompound", word, parts, start, end: this.behind };
  }

  #loop(start: number): YulNode {
    this.at++;
    const parts: YulNode[] = [this.yulBlock()];
    const condition = this.#expression();
    if (condition) parts.push(condition);
    parts.push(this.yulBlock(), this.yulBlock());
    return { kind: "yulCompound", word: "for", parts, start, end: this.behind };
  }

  #assignmentOrCall(start: number): YulNode | undefined {
    if (!this.isWordAt(this.at)) {
      // Early assembly has stack instructions with `=:` and labels; literals are values.
      this.at++;
      return undefined;
    }
    if (this.wordAt(this.at + 1) === "(") return this.#expression();
    const targets = [this.#yulName()];
    while (this.take(",")) targets.push(this.#yulName());
    if (!this.take(":=")) return targets[0];
    const value = this.#expression();
    return { kind: "yulAssignment", targets, value, start, end: this.behind };
  }

  #yulName(): YulName {
    const start = this.here;
    const path = [this.#name()];
    while (this.take(".")) path.push(this.#name());
    return { kind: "yulName", path, start, end: this.behind };
  }

  #expression(): YulNode | undefined {
    return this.deeper<YulNode | undefined>(
      () => this.#value(),
      () => undefined,
    );
  }

  #value(): YulNode | undefined {
    const start = this.here;
    if (this.kindAt(this.at) === tokenKinds.number || this.kindAt(this.at) === tokenKinds.string) {
      this.at++;
      return undefined;
    }
    if (!this.isWordAt(this.at)) {
      this.fault();
      return undefined;
    }
    if (this.wordAt(this.at + 1) !== "(") return this.#yulName();
    const name = this.anyWord();
    this.at++;
    const values: YulNode[] = [];
    while (!this.ended && !this.is(")") && !this.is("{") && !this.is("}")) {
      const before = this.at;
      const value = this.#expression();
      if (value) values.push(value);
      if (!this.take(",") && this.at === before) break;
    }
    this.expect(")");
    return { kind: "yulCall", name, values, start, end: this.behind };
  }
}
