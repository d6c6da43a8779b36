import type { AbiFunction } from "../../chain/abi/contractInterface";
import { hexToBytes } from "../../crypto/bytes/hex";
import { nodesOf, parametersOf, type SyntaxNode } from "../../solidity/program/syntaxTree";
import { t } from "../../text/catalogue";
import { methodsNamed } from "../program/viewCall";
import { externalFunction, lengthOf, membersOf, numberOf } from "../values/readValue";
import { plain } from "../values/solidityType";
import { addressText, NotAvailable, type Value } from "../values/value";
import {
  addressType,
  asValue,
  bytes4,
  bytes32,
  bytesType,
  dynamic,
  type EvaluationContext,
  type EvaluationResult,
  type Method,
  stringType,
  uint256,
  word,
} from "./evaluation";
import { accountMember, globalValue } from "./globals";

const typeKinds = /^(Enum|Struct|UserDefinedValueType)Definition$/;
const signedKinds = /^(Event|Error)Definition$/;

const noMember = (name: string): NotAvailable => new NotAvailable(t("member {0} doesn't exist", name));

/** The only function of the name; of overloads the one with so many parameters. @throws NotAvailable */
export function methodOf({ calls }: EvaluationContext, { contract, name }: Method, given?: number): AbiFunction {
  const abi = calls?.interfaceOf(contract);
  const named = abi ? methodsNamed(abi, name) : [];
  const found = named.length === 1 ? named[0] : named.find(({ inputs }) => inputs.length === given);
  if (!found) throw new NotAvailable(t("{0} isn't known here", name));
  return found;
}

/** The hash of an event's or error's signature, as its topic or selector has it. */
function hashOfDefinition({ scope, calls }: EvaluationContext, node: SyntaxNode): EvaluationResult {
  const name = node.name ?? "";
  const count = parametersOf(node).length;
  for (const contract of [scope.info?.node, ...(scope.info?.syntax.contracts ?? [])]) {
    const abi = calls?.interfaceOf(contract);
    const isEvent = node.nodeType === "EventDefinition";
    const list = (isEvent ? abi?.events : abi?.errors) ?? [];
    const found = list.find((each) => each.name === name && each.inputs.length === count);
    if (!found) continue;
    if ("topic" in found) return word(bytes32, BigInt(found.topic as string));
    return word(bytes4, BigInt((found as { selector: string }).selector) << 224n);
  }
  throw new NotAvailable(t("{0} isn't known here", name));
}

async function valueMember(context: EvaluationContext, value: Value, name: string): Promise<EvaluationResult> {
  const { scope } = context;
  const { view, debuggee } = scope;
  const bare = plain(value.type);
  switch (bare.kind) {
    case "struct": {
      const found = membersOf(view, value).find((member) => member.name === name);
      if (found) return asValue(found.value);
      break;
    }
    case "array":
    case "bytes":
    case "string":
      if (name === "length") return word(uint256, BigInt(lengthOf(view, value)));
      break;
    case "fixedBytes":
      if (name === "length") return word(uint256, BigInt(bare.size));
      break;
    case "address":
    case "contract": {
      const address = numberOf(view, value);
      // a function of the contract hides what old compilers gave it of an address
      if (bare.kind === "contract" && isMethod(context, bare.node, name))
        return { kind: "method", to: addressText(address), contract: bare.node, name, inside: false };
      const recorded = name === "balance" ? debuggee.playback.balances.at(addressText(address), scope.step) : undefined;
      if (recorded !== undefined) return word(uint256, recorded);
      const member = await accountMember(context, address, name);
      if (member) return member;
      break;
    }
    case "function":
      if (!bare.external) break;
      if (name === "address") return word(addressType, externalFunction(view, value).address);
      if (name === "selector") return word(bytes4, externalFunction(view, value).selector << 224n);
  }
  throw noMember(name);
}

function isMethod({ calls }: EvaluationContext, contract: SyntaxNode | undefined, name: string): boolean {
  const abi = calls?.interfaceOf(contract);
  return abi !== undefined && methodsNamed(abi, name).length > 0;
}

/** `type(C).name` and what else the compiler tells of a contract. */
function contractFact(context: EvaluationContext, node: SyntaxNode, name: string): EvaluationResult | undefined {
  if (name === "name") return dynamic(stringType, new TextEncoder().encode(node.name ?? ""));
  if (name === "interfaceId") {
    const abi = context.calls?.interfaceOf(node);
    const own = new Set(nodesOf(node["nodes"]).map((each) => each.name));
    const selectors = (abi?.functions ?? [])
      .filter((each) => own.has(each.name))
      .map(({ selector }) => BigInt(selector));
    return word(bytes4, selectors.reduce((all, selector) => all ^ selector, 0n) << 224n);
  }
  if (name !== "creationCode" && name !== "runtimeCode") return undefined;
  const code = context.calls?.codeOf(node, name === "creationCode");
  return code === undefined ? undefined : dynamic(bytesType, hexToBytes(`0x${code}`));
}

async function contractMember(context: EvaluationContext, node: SyntaxNode, name: string): Promise<EvaluationResult> {
  const { scope } = context;
  for (const contract of scope.info?.syntax.basesOf(node) ?? []) {
    const inner = nodesOf(contract["nodes"]).find((each) => each.name === name);
    if (!inner) continue;
    if (typeKinds.test(inner.nodeType) && scope.types)
      return { kind: "type", type: scope.types.ofDefinition(inner), node: inner };
    if (signedKinds.test(inner.nodeType)) return { kind: "definition", node: inner };
  }
  const own = scope.info?.syntax.basesOf(scope.info.node).includes(node) === true;
  const state = own ? scope.stateVariables().find((each) => each.name === name) : undefined;
  if (state) return asValue(state.value);
  const constant = scope.constantOf(node, name);
  if (constant) return context.constant(constant);
  const abi = context.calls?.interfaceOf(node);
  if (abi && methodsNamed(abi, name).length > 0)
    return { kind: "method", to: own ? scope.address : undefined, contract: node, name, inside: true };
  const fact = contractFact(context, node, name);
  if (fact) return fact;
  throw noMember(name);
}

async function typeMember(
  context: EvaluationContext,
  { type, node }: Extract<EvaluationResult, { kind: "type" }>,
  name: string,
): Promise<EvaluationResult> {
  const bare = plain(type);
  if (bare.kind === "enum") {
    const index = bare.members.indexOf(name);
    if (index >= 0) return word(type, BigInt(index));
    if (name === "min" || name === "max") return word(type, name === "min" ? 0n : BigInt(bare.members.length - 1));
  }
  if (node?.nodeType === "ContractDefinition") return contractMember(context, node, name);
  if ((bare.kind === "uint" || bare.kind === "int") && (name === "max" || name === "min")) {
    const signed = bare.kind === "int";
    const top = 1n << BigInt(signed ? bare.bits - 1 : bare.bits);
    return word(type, name === "max" ? top - 1n : signed ? -top : 0n);
  }
  throw noMember(name);
}

/** What stands behind a point. @throws NotAvailable */
export async function memberOf(
  context: EvaluationContext,
  of: EvaluationResult,
  name: string,
): Promise<EvaluationResult> {
  switch (of.kind) {
    case "space":
      if (of.name === "msg" || of.name === "tx" || of.name === "block") return globalValue(context, of.name, name);
      if (of.name === "abi") return { kind: "space", name: `abi.${name}` };
      throw new NotAvailable(t("{0} isn't known here", of.name));
    case "type":
      return typeMember(context, of, name);
    case "value":
      return valueMember(context, of.value, name);
    case "method":
      if (name === "selector") return word(bytes4, BigInt(methodOf(context, of).selector) << 224n);
      if (name === "address" && of.to !== undefined) return word(addressType, BigInt(of.to));
      throw noMember(name);
    case "definition":
      if (name === "selector") return hashOfDefinition(context, of.node);
      throw noMember(name);
    default:
      throw noMember(name);
  }
}
