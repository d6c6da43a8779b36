import type { AbiShape } from "../../../chain/abi/abiType";
import type { JavaClient, JavaFunction } from "../../java/clientModel";
import { javadocText, literal, wholeName } from "../../java/javaLayout";
import { isSdkList, type JavaMember, type JavaType } from "../../java/javaType";
import type { ApplicationContract } from "../base/applicationContract";
import { hasSample, sampleValue } from "../base/sampleValue";
import main from "./Main.java.eta";
import service from "./Service.java.eta";
import serviceTest from "./ServiceTest.java.eta";

/** A contract with its class. */
export interface JavaContract {
  readonly client: JavaClient;
  readonly contract: ApplicationContract;
}

/** Types with their packages: a contract may be called as any of them. */
export class TypeTexts {
  /** The contract's class, with its package. */
  readonly outer: string;

  constructor(outer: string) {
    this.outer = outer;
  }

  type(type: JavaType): string {
    if (type.kind === "plain") return type.java === "BigInteger" ? wholeName(type.java) : type.java;
    if (type.kind === "struct") return `${this.outer}.${type.struct.name}`;
    return `${wholeName("List")}<${this.type(type.element)}>`;
  }

  /** Where values come together. */
  #valueType(type: JavaType): string {
    if (!isSdkList(type)) return this.type(type);
    return `${wholeName("DynamicArray")}<${this.type(type.element)}>`;
  }

  /** What a call gives. */
  answer(found: JavaFunction): string {
    const [only] = found.outputs;
    if (!only) return "void";
    return found.outputs.length === 1 ? this.type(only.type) : this.results(found);
  }

  /** Results that a receipt has: a tuple or a class of their own. */
  results({ outputs, outputsClass }: JavaFunction): string {
    if (outputsClass) return `${this.outer}.${outputsClass.name}`;
    return `${wholeName(`Tuple${outputs.length}`)}<${outputs.map(({ type }) => this.#valueType(type)).join(", ")}>`;
  }

  parameters(members: readonly JavaMember[]): string {
    return members.map(({ name, type }) => `${this.type(type)} ${name}`).join(", ");
  }
}

const given = (members: readonly JavaMember[]): string => members.map(({ name }) => name).join(", ");

/** `KioskService.java`. */
export function serviceText(packageName: string, { client, contract }: JavaContract): string {
  const { className, functions, constructorInputs, names, errors } = client;
  const outer = `${packageName}.contracts.${className}`;
  const types = new TypeTexts(outer);
  return service({
    packageName,
    className,
    outer,
    deploys: contract.deployable,
    deployParameters: ["Chain chain_", types.parameters(constructorInputs)].filter(Boolean).join(", "),
    deployValues: ["chain_.client()", "chain_.credential()", given(constructorInputs)].filter(Boolean).join(", "),
    failure: errors.length === 0 ? undefined : names.failure,
    functions: functions.map((found) => ({
      ...found.names,
      reads: found.reads,
      about: javadocText(found.signature),
      answer: types.answer(found),
      parameters: types.parameters(found.inputs),
      returned: types.answer(found) === "void" ? "" : "return ",
      given: given(found.inputs),
    })),
  });
}

/** A list of structs where values come together. */
export const sdkList = (types: TypeTexts, { element }: JavaType & { kind: "list" }, list: string): string =>
  `new ${wholeName("DynamicArray")}<>(${types.type(element)}.class, ${list})`;

/** A small value as a Java expression. */
export function sample(types: TypeTexts, type: JavaType, shape: AbiShape): string {
  if (type.kind === "plain") {
    if (type.java === "BigInteger") return `${wholeName(type.java)}.ONE`;
    if (type.java === "Boolean") return "true";
    if (type.java === "byte[]") {
      const size = shape.kind === "bytes" ? (shape.size ?? 1) : 1;
      return `new byte[] {${["1", ...Array.from({ length: size - 1 }, () => "0")].join(", ")}}`;
    }
    return literal(String(sampleValue(shape.kind === "address" ? shape : { kind: "string" })));
  }
  if (type.kind === "struct") {
    const members = shape.kind === "tuple" ? shape.members : [];
    const values = type.struct.members.map((member, at) => {
      const value = sample(types, member.type, members[at]?.shape ?? { kind: "bool" });
      return isSdkList(member.type) ? sdkList(types, member.type, value) : value;
    });
    return `new ${types.type(type)}(${values.join(", ")})`;
  }
  const element = shape.kind === "array" ? shape.element : shape;
  const values = Array.from({ length: type.length ?? 1 }, () => sample(types, type.element, element));
  return `java.util.Arrays.asList(${values.join(", ")})`;
}

/** What a test deploys the contract with: the chain, and small values. */
export const deployValues = (types: TypeTexts, { client, contract }: JavaContract): string =>
  [
    "devChain.chain()",
    ...client.constructorInputs.map(({ type }, at) =>
      sample(types, type, contract.abi.constructorInputs[at]?.shape ?? { kind: "bool" }),
    ),
  ].join(", ");

/** `KioskServiceTest.java`: the service on an embedded chain. */
export function serviceTestText(packageName: string, java: JavaContract): string {
  const { className, functions } = java.client;
  const types = new TypeTexts(`${packageName}.contracts.${className}`);
  return serviceTest({
    packageName,
    className,
    deployValues: deployValues(types, java),
    tests: functions.flatMap((found, number) => {
      const inputs = java.contract.abi.functions.find(({ signature }) => signature === found.signature)?.inputs ?? [];
      if (!hasSample(inputs)) return [];
      const list = found.inputs.map(({ type }, at) => sample(types, type, inputs[at]?.shape ?? { kind: "bool" }));
      const call = `${found.reads ? found.names.call : found.names.simulate}(${list.join(", ")})`;
      return [{ number, title: literal(found.signature), call, isVoid: found.outputs.length === 0 }];
    }),
  });
}

/** `Main.java`: says whether the chain answers, or deploys. */
export const javaMainText = (packageName: string, contracts: readonly JavaContract[]): string =>
  main({ packageName, contracts: contracts.map(({ client: { className } }) => ({ className })) });
