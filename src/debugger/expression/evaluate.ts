import { bytesToHex, hexToBytes } from "../../crypto/hex";
import { t } from "../../text/catalogue";
import { bytesToWord, wordToBytes } from "../replay/machine";
import { nodesOf, type SyntaxNode } from "../source/syntax";
import {
  bytesOf,
  externalFunction,
  itemOf,
  lengthOf,
  mappedValue,
  membersOf,
  numberOf,
  wordOf,
} from "../values/readValue";
import { elementaryType, isValueType, packedSize, plain, type SolidityType, typeName } from "../values/solidityType";
import { NotAvailable, type Value, wordValue } from "../values/value";
import type { Scene } from "../values/variables";
import { type Expression, parseExpression } from "./parseExpression";

/** What an expression comes to: a value, a number without a type, or a name that is none. */
export type Outcome =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "number"; readonly value: bigint; readonly digits?: number }
  | { readonly kind: "type"; readonly type: SolidityType; readonly node?: SyntaxNode }
  | { readonly kind: "space"; readonly name: string };

/** Asks a function of a contract at this point; undefined where nobody can. */
export type CallView = (
  address: string,
  contract: SyntaxNode | undefined,
  name: string,
  given: readonly Value[],
) => Promise<Value>;

const uint256: SolidityType = { kind: "uint", bits: 256 };
const bool: SolidityType = { kind: "bool" };
const addressType: SolidityType = { kind: "address" };
const bytesType: SolidityType = { kind: "bytes" };
const stringType: SolidityType = { kind: "string" };
const bytes32: SolidityType = { kind: "fixedBytes", size: 32 };

const asValue = (value: Value): Outcome => ({ kind: "value", value });
const word = (type: SolidityType, number: bigint): Outcome => asValue(wordValue(type, BigInt.asUintN(256, number)));
const truth = (value: boolean): Outcome => word(bool, value ? 1n : 0n);
const dynamic = (type: SolidityType, bytes: Uint8Array): Outcome => asValue({ type, place: { kind: "bytes", bytes } });

/** Works expressions out at one point of an execution. */
export class Evaluator {
  readonly #scene: Scene;
  readonly #callView: CallView | undefined;
  #depth = 0;

  constructor(scene: Scene, callView?: CallView) {
    this.#scene = scene;
    this.#callView = callView;
  }

  /** @throws NotAvailable with the reason, in words for people. */
  async evaluate(source: string): Promise<Value> {
    return this.#settled(await this.#outcome(parseExpression(source)));
  }

  #settled(outcome: Outcome): Value {
    if (outcome.kind === "value") return outcome.value;
    if (outcome.kind === "number") {
      const type: SolidityType = outcome.value < 0n ? { kind: "int", bits: 256 } : uint256;
      return wordValue(type, BigInt.asUintN(256, outcome.value));
    }
    throw new NotAvailable(t("{0} isn't a value", outcome.kind === "type" ? typeName(outcome.type) : outcome.name));
  }

  async #value(expression: Expression): Promise<Value> {
    return this.#settled(await this.#outcome(expression));
  }

  async #outcome(expression: Expression): Promise<Outcome> {
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
        return this.#member(await this.#outcome(expression.of), expression.name);
      case "index":
        return this.#index(expression);
      case "call":
        return this.#call(expression.of, expression.arguments);
      case "unary":
        return this.#unary(expression.operator, await this.#outcome(expression.operand));
      case "binary":
        return this.#binary(expression.operator, expression.left, expression.right);
      case "choice": {
        const condition = await this.#value(expression.condition);
        return this.#outcome(numberOf(this.#scene.view, condition) !== 0n ? expression.yes : expression.no);
      }
    }
  }

  #literal({ value, digits }: { readonly value: bigint; readonly digits: number | undefined }): Outcome {
    if (digits === 40) return word(addressType, value);
    return { kind: "number", value, ...(digits === undefined ? {} : { digits }) };
  }

  async #name(name: string): Promise<Outcome> {
    const scene = this.#scene;
    const local = scene.locals().findLast((each) => each.name === name);
    if (local) return asValue(local.value);
    const state = scene.stateVariables().findLast((each) => each.name === name);
    if (state) return asValue(state.value);
    if (name === "this") {
      const type: SolidityType = scene.info?.node
        ? { kind: "contract", name: scene.info.node.name ?? "", node: scene.info.node }
        : addressType;
      return word(type, BigInt(scene.address));
    }
    if (name === "now") return this.#global("block", "timestamp");
    if (["msg", "tx", "block", "abi", "type", "super"].includes(name)) return { kind: "space", name };
    const constant = scene.constants().get(name);
    if (constant !== undefined) {
      if (++this.#depth > 20) throw new NotAvailable(t("the expression is too deep"));
      try {
        return await this.#outcome(parseExpression(constant));
      } finally {
        this.#depth--;
      }
    }
    const type = elementaryType(name);
    if (type) return { kind: "type", type };
    const definition = this.#definition(name);
    if (definition && scene.types)
      return { kind: "type", type: scene.types.ofDefinition(definition), node: definition };
    return { kind: "space", name };
  }

  #definition(name: string): SyntaxNode | undefined {
    const kinds = ["EnumDefinition", "StructDefinition", "ContractDefinition", "UserDefinedValueTypeDefinition"];
    const own = nodesOf(this.#scene.info?.node?.["nodes"]).find(
      (node) => node.name === name && kinds.includes(node.nodeType),
    );
    if (own) return own;
    return [...(this.#scene.info?.syntax.nodes.values() ?? [])].find(
      (node) => node.name === name && kinds.includes(node.nodeType),
    );
  }

  #global(space: string, name: string): Outcome {
    const { debuggee, activation } = this.#scene;
    const { transaction, block } = debuggee.recording;
    const frame = debuggee.playback.frame(activation.frame);
    switch (`${space}.${name}`) {
      case "msg.sender":
        return word(addressType, BigInt(frame.from));
      case "msg.value":
        return word(uint256, BigInt(frame.value));
      case "msg.data":
        return dynamic(bytesType, hexToBytes(frame.type.startsWith("CREATE") ? "0x" : frame.input));
      case "msg.sig":
        return word({ kind: "fixedBytes", size: 4 }, BigInt(`0x${frame.input.slice(2, 10).padEnd(64, "0")}`));
      case "tx.origin":
        return word(addressType, BigInt(transaction.from));
      case "tx.gasprice":
        return word(uint256, BigInt(transaction.gasPrice === "" ? "0" : transaction.gasPrice));
      case "block.number":
        return word(uint256, BigInt(block.number));
      case "block.timestamp":
        return word(uint256, BigInt(block.timestamp));
      case "block.gaslimit":
        return word(uint256, BigInt(transaction.gasLimit));
      case "block.coinbase":
        return word(addressType, 0n);
      case "block.difficulty":
      case "block.prevrandao":
      case "block.basefee":
        return word(uint256, 0n);
      default:
        throw new NotAvailable(t("{0} isn't known here", `${space}.${name}`));
    }
  }

  #member(of: Outcome, name: string): Outcome {
    const { view, debuggee } = this.#scene;
    if (of.kind === "space") {
      if (of.name === "msg" || of.name === "tx" || of.name === "block") return this.#global(of.name, name);
      if (of.name === "abi") return { kind: "space", name: `abi.${name}` };
      throw new NotAvailable(t("{0} isn't known here", of.name));
    }
    if (of.kind === "number") throw new NotAvailable(t("there is no member {0}", name));
    if (of.kind === "type") return this.#typeMember(of, name);
    const { value } = of;
    const bare = plain(value.type);
    if (bare.kind === "struct") {
      const found = membersOf(view, value).find((member) => member.name === name);
      if (found) return asValue(found.value);
    }
    if (name === "length" && ["array", "bytes", "string"].includes(bare.kind))
      return word(uint256, BigInt(lengthOf(view, value)));
    if (name === "length" && bare.kind === "fixedBytes") return word(uint256, BigInt(bare.size));
    if (name === "balance" && (bare.kind === "address" || bare.kind === "contract")) {
      const balance = debuggee.recording.balances[`0x${numberOf(view, value).toString(16).padStart(40, "0")}`];
      if (balance !== undefined) return word(uint256, BigInt(balance));
    }
    if (bare.kind === "function" && bare.external) {
      const { address, selector } = externalFunction(view, value);
      if (name === "address") return word(addressType, address);
      if (name === "selector") return word({ kind: "fixedBytes", size: 4 }, selector << 224n);
    }
    throw new NotAvailable(t("there is no member {0}", name));
  }

  #typeMember({ type, node }: { readonly type: SolidityType; readonly node?: SyntaxNode }, name: string): Outcome {
    const bare = plain(type);
    if (bare.kind === "enum") {
      const index = bare.members.indexOf(name);
      if (index >= 0) return word(type, BigInt(index));
    }
    if (node?.nodeType === "ContractDefinition") {
      const inner = nodesOf(node["nodes"]).find((each) => each.name === name);
      if (inner && this.#scene.types && /^(Enum|Struct|UserDefinedValueType)Definition$/.test(inner.nodeType)) {
        return { kind: "type", type: this.#scene.types.ofDefinition(inner), node: inner };
      }
      const state = this.#scene.stateVariables().find((each) => each.name === name);
      if (state) return asValue(state.value);
    }
    const bits = bare.kind === "uint" || bare.kind === "int" ? bare.bits : 0;
    if (bits > 0 && (name === "max" || name === "min")) {
      const signed = bare.kind === "int";
      const top = 1n << BigInt(signed ? bits - 1 : bits);
      return word(type, name === "max" ? top - 1n : signed ? -top : 0n);
    }
    if (bare.kind === "enum" && (name === "max" || name === "min")) {
      return word(type, name === "min" ? 0n : BigInt(bare.members.length - 1));
    }
    throw new NotAvailable(t("there is no member {0}", name));
  }

  async #index({ of, index }: { readonly of: Expression; readonly index: Expression | undefined }): Promise<Outcome> {
    const { view } = this.#scene;
    const base = await this.#outcome(of);
    if (base.kind === "type") {
      const length = index === undefined ? undefined : Number(numberOf(view, await this.#value(index)));
      return { kind: "type", type: { kind: "array", item: base.type, length } };
    }
    if (!index) throw new NotAvailable(t("the expression ends too early"));
    const value = this.#settled(base);
    const bare = plain(value.type);
    const key = await this.#value(index);
    if (bare.kind === "mapping") return asValue(mappedValue(view, value, this.#cast(bare.key, key)));
    const at = numberOf(view, key);
    if (bare.kind === "fixedBytes") {
      if (at < 0n || at >= BigInt(bare.size)) throw new NotAvailable(t("the index is out of range"));
      return word({ kind: "fixedBytes", size: 1 }, ((wordOf(view, value) >> (248n - 8n * at)) & 255n) << 248n);
    }
    return asValue(itemOf(view, value, at > 0xffffffffn ? 0xffffffff : Number(at)));
  }

  #unary(operator: string, operand: Outcome): Outcome {
    if (operand.kind === "number") {
      if (operator === "-") return { kind: "number", value: -operand.value };
      if (operator === "~") return { kind: "number", value: ~operand.value };
      if (operator === "+") return operand;
    }
    const value = this.#settled(operand);
    const { view } = this.#scene;
    if (operator === "!") return truth(numberOf(view, value) === 0n);
    if (operator === "-") return this.#fitting(value.type, -numberOf(view, value));
    if (operator === "~") return this.#cut(value.type, ~numberOf(view, value));
    return operand;
  }

  /** A number in a type; what does not fit is an error, as the code itself would say. */
  #fitting(type: SolidityType, number: bigint): Outcome {
    const cut = this.#cut(type, number);
    if (cut.kind === "value" && numberOf(this.#scene.view, cut.value) !== number) {
      throw new NotAvailable(t("{0} doesn't fit into {1}", String(number), typeName(type)));
    }
    return cut;
  }

  #cut(type: SolidityType, number: bigint): Outcome {
    const bare = plain(type);
    if (bare.kind === "int") return word(type, BigInt.asIntN(bare.bits, number));
    if (bare.kind === "fixedBytes") {
      const size = BigInt(8 * bare.size);
      return word(type, (BigInt.asUintN(256, number) >> (256n - size)) << (256n - size));
    }
    return word(type, BigInt.asUintN(8 * packedSize(bare), number));
  }

  async #binary(operator: string, left: Expression, right: Expression): Promise<Outcome> {
    const { view } = this.#scene;
    if (operator === "&&" || operator === "||") {
      const first = numberOf(view, await this.#value(left)) !== 0n;
      if (first !== (operator === "&&")) return truth(first);
      return truth(numberOf(view, await this.#value(right)) !== 0n);
    }
    const [a, b] = [await this.#outcome(left), await this.#outcome(right)];
    if (["==", "!=", "<", ">", "<=", ">="].includes(operator)) return truth(this.#compare(operator, a, b));
    if (a.kind === "number" && b.kind === "number")
      return { kind: "number", value: arithmetic(operator, a.value, b.value) };
    const shift = operator === "<<" || operator === ">>" || operator === "**";
    const typed = a.kind === "value" ? a.value : this.#settled(shift ? a : b);
    const other = b.kind === "value" ? b.value : undefined;
    let type = typed.type;
    // the wider of two numbers decides
    if (!shift && a.kind === "value" && other && packedSize(other.type) > packedSize(type)) type = other.type;
    const [x, y] = [this.#operand(a, type), shift ? numberOf(view, this.#settled(b)) : this.#operand(b, type)];
    const result = arithmetic(operator, x, y);
    return ["&", "|", "^", "<<", ">>"].includes(operator) ? this.#cut(type, result) : this.#fitting(type, result);
  }

  #operand(outcome: Outcome, type: SolidityType): bigint {
    if (outcome.kind !== "number") return numberOf(this.#scene.view, this.#settled(outcome));
    const bare = plain(type);
    return bare.kind === "fixedBytes" ? outcome.value << BigInt(8 * (32 - bare.size)) : outcome.value;
  }

  #compare(operator: string, a: Outcome, b: Outcome): boolean {
    const { view } = this.#scene;
    const textual = (outcome: Outcome): boolean =>
      outcome.kind === "value" && ["string", "bytes"].includes(plain(outcome.value.type).kind);
    if (textual(a) && textual(b)) {
      const same = bytesToHex(bytesOf(view, this.#settled(a))) === bytesToHex(bytesOf(view, this.#settled(b)));
      return operator === "==" ? same : operator === "!=" && !same;
    }
    const type = a.kind === "value" ? a.value.type : b.kind === "value" ? b.value.type : uint256;
    const [x, y] = [this.#operand(a, type), this.#operand(b, type)];
    switch (operator) {
      case "==":
        return x === y;
      case "!=":
        return x !== y;
      case "<":
        return x < y;
      case ">":
        return x > y;
      case "<=":
        return x <= y;
      default:
        return x >= y;
    }
  }

  async #call(of: Expression, given: readonly Expression[]): Promise<Outcome> {
    const { view, debuggee } = this.#scene;
    if (of.kind === "name") {
      if (of.name === "keccak256" || of.name === "sm3" || of.name === "sha3") {
        const [first] = given;
        if (!first) throw new NotAvailable(t("the expression ends too early"));
        return word(bytes32, bytesToWord(debuggee.suite.hash(this.#bytes(await this.#value(first)))));
      }
      if (of.name === "gasleft") {
        const frame = debuggee.playback.frameAt(this.#scene.step, this.#scene.activation.frame);
        return word(uint256, BigInt(frame?.gas ?? 0));
      }
      if (of.name === "type" && given[0]) {
        const type = await this.#outcome(given[0]);
        if (type.kind === "type") return type;
      }
      if (of.name === "payable" && given[0]) return asValue(this.#cast(addressType, await this.#value(given[0])));
    }
    const target = of.kind === "name" || of.kind === "member" ? await this.#target(of) : await this.#outcome(of);
    if (target && "kind" in target) {
      if (target.kind === "type") return this.#make(target.type, given);
      if (target.kind === "space" && target.name.startsWith("abi.encode")) return this.#encode(target.name, given);
    }
    if (target && "address" in target && this.#callView) {
      const values: Value[] = [];
      for (const each of given) values.push(await this.#value(each));
      return asValue(await this.#callView(target.address, target.contract, target.name, values));
    }
    throw new NotAvailable(view ? t("this can't be called here") : "");
  }

  /** What is called: a type, a function of the ABI, or a function of a contract. */
  async #target(
    of: Expression,
  ): Promise<
    Outcome | { readonly address: string; readonly contract: SyntaxNode | undefined; readonly name: string } | undefined
  > {
    const scene = this.#scene;
    if (of.kind === "name") {
      const outcome = await this.#name(of.name);
      if (outcome.kind === "space" && scene.info)
        return { address: scene.address, contract: scene.info.node, name: of.name };
      return outcome;
    }
    if (of.kind !== "member") return undefined;
    const base = await this.#outcome(of.of);
    if (base.kind === "value") {
      const bare = plain(base.value.type);
      if (bare.kind === "contract") {
        const address = `0x${numberOf(scene.view, base.value).toString(16).padStart(40, "0")}`;
        return { address, contract: bare.node, name: of.name };
      }
    }
    return this.#member(base, of.name);
  }

  /** A cast, or a struct that is made. */
  async #make(type: SolidityType, given: readonly Expression[]): Promise<Outcome> {
    const [first] = given;
    if (!first || given.length > 1) throw new NotAvailable(t("this can't be called here"));
    const outcome = await this.#outcome(first);
    const bare = plain(type);
    if (outcome.kind === "number") {
      if (bare.kind === "fixedBytes") return word(type, outcome.value << BigInt(8 * (32 - bare.size)));
      return this.#cut(type, outcome.value);
    }
    return asValue(this.#cast(type, this.#settled(outcome)));
  }

  #cast(type: SolidityType, value: Value): Value {
    const { view } = this.#scene;
    const [to, from] = [plain(type), plain(value.type)];
    if (!isValueType(to)) {
      return { type, place: { kind: "bytes", bytes: bytesOf(view, value) } };
    }
    if (to.kind === "fixedBytes") {
      if (from.kind === "string" || from.kind === "bytes") {
        return wordValue(
          type,
          bytesToWord(bytesOf(view, value).subarray(0, to.size)) <<
            BigInt(8 * (32 - Math.min(to.size, lengthOf(view, value)))),
        );
      }
      const left =
        from.kind === "fixedBytes" ? wordOf(view, value) : numberOf(view, value) << BigInt(8 * (32 - to.size));
      const cut = this.#cut(type, BigInt.asUintN(256, left));
      return this.#settled(cut);
    }
    const number =
      from.kind === "fixedBytes" ? wordOf(view, value) >> BigInt(8 * (32 - from.size)) : numberOf(view, value);
    return this.#settled(this.#cut(type, number));
  }

  #bytes(value: Value): Uint8Array {
    const { view } = this.#scene;
    const bare = plain(value.type);
    if (bare.kind === "string" || bare.kind === "bytes") return bytesOf(view, value);
    if (isValueType(bare)) return this.#packed(value);
    throw new NotAvailable(t("this has no bytes to hash"));
  }

  #packed(value: Value): Uint8Array {
    const { view } = this.#scene;
    const bare = plain(value.type);
    if (bare.kind === "string" || bare.kind === "bytes") return bytesOf(view, value);
    if (!isValueType(bare)) throw new NotAvailable(t("only plain values can be encoded here"));
    const size = packedSize(bare);
    if (bare.kind === "fixedBytes") return wordToBytes(wordOf(view, value)).subarray(0, size);
    return wordToBytes(BigInt.asUintN(256, numberOf(view, value))).subarray(32 - size);
  }

  async #encode(name: string, given: readonly Expression[]): Promise<Outcome> {
    const { view } = this.#scene;
    const values: Value[] = [];
    for (const each of given) values.push(await this.#value(each));
    if (name === "abi.encodePacked") return dynamic(bytesType, joined(values.map((value) => this.#packed(value))));
    if (name !== "abi.encode") throw new NotAvailable(t("this can't be called here"));
    const heads: Uint8Array[] = [];
    const tails: Uint8Array[] = [];
    let end = 32 * values.length;
    for (const value of values) {
      const bare = plain(value.type);
      if (isValueType(bare)) {
        heads.push(
          wordToBytes(bare.kind === "fixedBytes" ? wordOf(view, value) : BigInt.asUintN(256, numberOf(view, value))),
        );
        continue;
      }
      const content = this.#packed(value);
      const tail = new Uint8Array(32 + Math.ceil(content.length / 32) * 32);
      tail.set(wordToBytes(BigInt(content.length)));
      tail.set(content, 32);
      heads.push(wordToBytes(BigInt(end)));
      tails.push(tail);
      end += tail.length;
    }
    return dynamic(bytesType, joined([...heads, ...tails]));
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function arithmetic(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
    case "%":
      if (b === 0n) throw new NotAvailable(t("division by zero"));
      return operator === "/" ? a / b : a % b;
    case "**":
      if (b < 0n || b > 4096n) throw new NotAvailable(t("the exponent is too large"));
      return a ** b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<<":
      return b > 256n ? 0n : a << b;
    default:
      return a >> (b > 256n ? 256n : b);
  }
}
