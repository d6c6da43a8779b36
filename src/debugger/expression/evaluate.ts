import type { AbiParameter } from "../../chain/abi/abiType";
import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { nodesOf, type SyntaxNode } from "../../solidity/program/syntaxTree";
import { t } from "../../text/catalogue";
import type { Constant, FrameScope } from "../program/frameScope";
import type { PointCalls } from "../program/viewCall";
import { decodedValues, tupleOf } from "../values/encodeValue";
import { bytesOf, itemOf, lengthOf, mappedValue, membersOf, numberOf, toSize, wordOf } from "../values/readValue";
import { elementaryType, plain, type SolidityType, typeOfAbi } from "../values/solidityType";
import { NotAvailable, type Value } from "../values/value";
import { abiCall, builtins, callDataOf, concatenated } from "./builtins";
import {
  addressType,
  asValue,
  bytesType,
  dynamic,
  type EvaluationContext,
  type EvaluationResult,
  type Method,
  settled,
  stringType,
  truth,
  uint256,
  word,
} from "./evaluation";
import { globalValue } from "./globals";
import { memberOf, methodOf } from "./members";
import { binary, converted, unary } from "./numbers";
import { type Expression, parseExpression } from "./parseExpression";

const spaces = new Set(["msg", "tx", "block", "abi"]);
const definitions = new Set([
  "EnumDefinition",
  "StructDefinition",
  "ContractDefinition",
  "UserDefinedValueTypeDefinition",
  "EventDefinition",
  "ErrorDefinition",
]);
const deepest = 20;

/** Works expressions out at one point of an execution. */
export class Evaluator implements EvaluationContext {
  readonly scope: FrameScope;
  readonly calls: PointCalls | undefined;
  #depth = 0;

  constructor(scope: FrameScope, calls?: PointCalls) {
    this.scope = scope;
    this.calls = calls;
  }

  /** @throws NotAvailable with the reason, in words for people. */
  async evaluate(source: string): Promise<Value> {
    return settled(await this.#outcome(parseExpression(source)));
  }

  async constant({ text, type }: Constant): Promise<EvaluationResult> {
    if (++this.#depth > deepest) throw new NotAvailable(t("the expression is too deep"));
    try {
      return asValue(converted(this.scope.view, type, await this.#outcome(parseExpression(text))));
    } finally {
      this.#depth--;
    }
  }

  typesOf(parameters: readonly AbiParameter[]): readonly SolidityType[] {
    const { types } = this.scope;
    const named = (name: string): SolidityType | undefined => {
      const node = this.#nodeNamed(name);
      return node && types?.ofDefinition(node);
    };
    return parameters.map((parameter) => typeOfAbi(parameter, named));
  }

  async #value(expression: Expression): Promise<Value> {
    return settled(await this.#outcome(expression));
  }

  async #all(expressions: readonly Expression[]): Promise<EvaluationResult[]> {
    const outcomes: EvaluationResult[] = [];
    for (const each of expressions) outcomes.push(await this.#outcome(each));
    return outcomes;
  }

  async #outcome(expression: Expression): Promise<EvaluationResult> {
    const { view } = this.scope;
    switch (expression.kind) {
      case "number":
        return this.#literal(expression);
      case "bool":
        return truth(expression.value);
      case "text":
        return dynamic(stringType, new TextEncoder().encode(expression.value));
      case "bytes":
        return dynamic(bytesType, hexToBytes(`0x${expression.hex}`));
      case "name":
        return this.#name(expression.name);
      case "member":
        return memberOf(this, await this.#outcome(expression.of), expression.name);
      case "index":
        return this.#index(expression);
      case "slice":
        return this.#slice(expression);
      case "tuple":
        return { kind: "tuple", items: await this.#all(expression.items) };
      case "list":
        return this.#list(await this.#all(expression.items));
      case "call":
        return this.#call(expression);
      case "unary":
        return unary(view, expression.operator, await this.#outcome(expression.operand));
      case "binary":
        return this.#binary(expression.operator, expression.left, expression.right);
      case "choice": {
        const condition = await this.#value(expression.condition);
        return this.#outcome(numberOf(view, condition) !== 0n ? expression.yes : expression.no);
      }
    }
  }

  #literal({ value, digits }: { readonly value: bigint; readonly digits: number | undefined }): EvaluationResult {
    if (digits === 40) return word(addressType, value);
    return { kind: "number", value };
  }

  async #binary(operator: string, left: Expression, right: Expression): Promise<EvaluationResult> {
    const { view } = this.scope;
    if (operator !== "&&" && operator !== "||")
      return binary(view, operator, await this.#outcome(left), await this.#outcome(right));
    const first = numberOf(view, await this.#value(left)) !== 0n;
    if (first !== (operator === "&&")) return truth(first);
    return truth(numberOf(view, await this.#value(right)) !== 0n);
  }

  async #name(name: string): Promise<EvaluationResult> {
    const { scope } = this;
    const local = scope.locals().findLast((each) => each.name === name);
    if (local) return asValue(local.value);
    const state = scope.stateVariables().findLast((each) => each.name === name);
    if (state) return asValue(state.value);
    if (name === "this") {
      const { node } = scope.info ?? {};
      const type: SolidityType = node ? { kind: "contract", name: node.name ?? "", node } : addressType;
      return word(type, BigInt(scope.address));
    }
    if (name === "now") return globalValue(this, "block", "timestamp");
    if (spaces.has(name)) return { kind: "space", name };
    const constant = scope.constant(name);
    if (constant) return this.constant(constant);
    const type = elementaryType(name);
    if (type) return { kind: "type", type };
    const definition = this.#nodeNamed(name);
    if (definition?.nodeType === "EventDefinition" || definition?.nodeType === "ErrorDefinition")
      return { kind: "definition", node: definition };
    if (definition && scope.types)
      return { kind: "type", type: scope.types.ofDefinition(definition), node: definition };
    return scope.info?.node
      ? { kind: "method", to: scope.address, contract: scope.info.node, name, inside: true }
      : { kind: "space", name };
  }

  /** What sources define under a name, also `Shop.Item`; what the contract and its bases define comes first. */
  #nodeNamed(name: string): SyntaxNode | undefined {
    const { info } = this.scope;
    for (const contract of info?.syntax.basesOf(info.node) ?? []) {
      const own = nodesOf(contract["nodes"]).find((node) => node.name === name && definitions.has(node.nodeType));
      if (own) return own;
    }
    return [...(info?.syntax.nodes.values() ?? [])].find(
      (node) => (node.name === name || node["canonicalName"] === name) && definitions.has(node.nodeType),
    );
  }

  async #index({
    of,
    index,
  }: {
    readonly of: Expression;
    readonly index: Expression | undefined;
  }): Promise<EvaluationResult> {
    const { view } = this.scope;
    const base = await this.#outcome(of);
    if (base.kind === "type") {
      const length = index === undefined ? undefined : Number(numberOf(view, await this.#value(index)));
      return { kind: "type", type: { kind: "array", item: base.type, length } };
    }
    if (!index) throw new NotAvailable(t("the expression ends too early"));
    return asValue(this.#itemOf(settled(base), await this.#outcome(index)));
  }

  #itemOf(value: Value, index: EvaluationResult): Value {
    const { view } = this.scope;
    const bare = plain(value.type);
    if (bare.kind === "mapping") return mappedValue(view, value, converted(view, bare.key, index));
    const at = numberOf(view, settled(index));
    const place = toSize(BigInt.asUintN(256, at));
    if (bare.kind === "fixedBytes") {
      if (place >= bare.size) throw new NotAvailable(t("the index is out of range"));
      return settled(word({ kind: "fixedBytes", size: 1 }, ((wordOf(view, value) >> (248n - 8n * at)) & 255n) << 248n));
    }
    // several results of a call, by their number
    const part = bare.kind === "struct" && bare.name === "" ? membersOf(view, value)[place] : undefined;
    return part ? part.value : itemOf(view, value, place);
  }

  async #slice({ of, from, to }: Extract<Expression, { kind: "slice" }>): Promise<EvaluationResult> {
    const { view } = this.scope;
    const value = await this.#value(of);
    const bare = plain(value.type);
    const length = lengthOf(view, value);
    const number = async (given: Expression | undefined, otherwise: number): Promise<number> => {
      const asked = given ? numberOf(view, await this.#value(given)) : BigInt(otherwise);
      if (asked < 0n || asked > BigInt(length)) throw new NotAvailable(t("the index is out of range"));
      return Number(asked);
    };
    const [start, end] = [await number(from, 0), await number(to, length)];
    if (bare.kind === "bytes" || bare.kind === "string")
      return dynamic(value.type, bytesOf(view, value).subarray(start, end));
    const items = Array.from({ length: Math.max(0, end - start) }, (_, i) => itemOf(view, value, start + i));
    const item = bare.kind === "array" ? bare.item : value.type;
    return asValue({ type: { kind: "array", item, length: undefined }, place: { kind: "parts", parts: items } });
  }

  /** A list in brackets: its items have the type of the first one. */
  #list(outcomes: readonly EvaluationResult[]): EvaluationResult {
    const [first] = outcomes;
    const item = first ? settled(first).type : uint256;
    const parts = outcomes.map((each) => converted(this.scope.view, item, each));
    return asValue({ type: { kind: "array", item, length: parts.length }, place: { kind: "parts", parts } });
  }

  async #call({ of, arguments: given, names }: Extract<Expression, { kind: "call" }>): Promise<EvaluationResult> {
    if (of.kind === "name" && Object.hasOwn(builtins, of.name) && !this.#isOwn(of.name)) {
      const answer = await builtins[of.name]?.(this, await this.#all(given));
      if (answer) return answer;
    }
    const ofType = of.kind === "member" ? await this.#callOfType(of.of, of.name, given) : undefined;
    if (ofType) return ofType;
    const target = await this.#outcome(of);
    const outcomes = await this.#all(given);
    if (target.kind === "type") return this.#make(target.type, outcomes, names);
    if (target.kind === "space" && target.name.startsWith("abi."))
      return abiCall(this, target.name.slice("abi.".length), outcomes);
    if (target.kind === "method") return this.#ask(target, outcomes);
    // the getter of a state variable
    if (target.kind === "value" && of.kind === "name")
      return asValue(outcomes.reduce((value, index) => this.#itemOf(value, index), target.value));
    throw new NotAvailable(t("this can't be called here"));
  }

  #isOwn(name: string): boolean {
    return this.scope.locals().some((each) => each.name === name);
  }

  /** `T.wrap(x)`, `T.unwrap(x)`, `string.concat(…)`, `bytes.concat(…)`. */
  async #callOfType(of: Expression, name: string, given: readonly Expression[]): Promise<EvaluationResult | undefined> {
    if (name !== "wrap" && name !== "unwrap" && name !== "concat") return undefined;
    const base = await this.#outcome(of);
    if (base.kind !== "type") return undefined;
    const outcomes = await this.#all(given);
    const { view } = this.scope;
    if (name === "concat") return concatenated(view, base.type, outcomes);
    const [only] = outcomes;
    if (!only || base.type.kind !== "alias") throw new NotAvailable(t("this can't be called here"));
    return asValue(converted(view, name === "wrap" ? base.type : plain(base.type), only));
  }

  /** A cast, or a struct that is made. */
  #make(
    type: SolidityType,
    given: readonly EvaluationResult[],
    names: readonly string[] | undefined,
  ): EvaluationResult {
    const { view } = this.scope;
    const bare = plain(type);
    const [first] = given;
    if (
      bare.kind === "struct" &&
      !(first?.kind === "value" && given.length === 1 && plain(first.value.type) === bare)
    ) {
      const members = bare.members().filter((member) => plain(member.type).kind !== "mapping");
      const parts = members.map((member, i) => {
        const outcome = given[names ? names.indexOf(member.name) : i];
        if (!outcome) throw new NotAvailable(t("the expression ends too early"));
        return converted(view, member.type, outcome);
      });
      return asValue({ type, place: { kind: "parts", parts } });
    }
    if (!first || given.length > 1) throw new NotAvailable(t("this can't be called here"));
    return asValue(converted(view, type, first));
  }

  /** What a function answers on the state at this point. */
  async #ask(method: Method, given: readonly EvaluationResult[]): Promise<EvaluationResult> {
    if (!this.calls || method.to === undefined) throw new NotAvailable(t("this can't be called here"));
    const { data } = callDataOf(this, method, given);
    const { succeeded, output } = await this.calls.call(method.to, bytesToHex(data), method.inside);
    if (!succeeded) throw new NotAvailable(t("{0} fails here", method.name));
    const { outputs } = methodOf(this, method, given.length);
    const values = decodedValues(this.typesOf(outputs), output);
    const [only] = values;
    if (!only) throw new NotAvailable(t("{0} returns nothing", method.name));
    return asValue(
      values.length === 1 ? only : tupleOf(values.map((value, i) => ({ name: outputs[i]?.name ?? "", value }))),
    );
  }
}
