import { isDynamic } from "../../chain/abi/abiReader";
import { type AbiParameter, type AbiShape, readsOnly } from "../../chain/abi/abiType";
import type { AbiEvent, AbiFunction, ContractInterface } from "../../chain/abi/contractInterface";
import { isDeviceName } from "../../text/deviceNames";
import {
  capitalised,
  classNameOf,
  fixedFields,
  inheritedMethods,
  isName,
  isTypeName,
  languageClasses,
  memberName,
  Names,
  requireNameable,
  typesSuffix,
} from "./javaNames";
import { type JavaMember, type JavaStruct, type JavaType, plainType, sourceNameOf } from "./javaType";

/** An enum as a class of the client. */
export interface JavaEnum {
  readonly name: string;
  readonly source: string;
  readonly constants: readonly string[];
}

/** A class with the values of a function that has more of them than the SDK has tuples for. */
export interface JavaValues {
  readonly name: string;
  readonly members: readonly JavaMember[];
}

/** A function with the names of all that stands for it. */
export interface JavaFunction {
  readonly signature: string;
  readonly reads: boolean;
  readonly payable: boolean;
  readonly attribute: number;
  readonly inputs: readonly JavaMember[];
  readonly outputs: readonly JavaMember[];
  readonly inputsClass: JavaValues | undefined;
  readonly outputsClass: JavaValues | undefined;
  readonly doc: string | undefined;
  /** The constant with its codec. */
  readonly method: string;
  readonly names: {
    readonly call: string;
    readonly raw: string;
    readonly async: string;
    readonly results: string;
    /** Of functions that change something. */
    readonly signed: string;
    readonly input: string;
    readonly output: string;
    readonly simulate: string;
    /** Of payable ones. */
    readonly value: string;
  };
}

/** An event with the names of all that stands for it. */
export interface JavaEvent {
  readonly signature: string;
  readonly anonymous: boolean;
  readonly parameters: readonly JavaMember[];
  readonly constant: string;
  readonly log: string;
  readonly response: string;
  readonly names: { readonly read: string; readonly find: string; readonly subscribe: string };
}

/** A custom error of the contract. */
export interface JavaError {
  readonly name: string;
  readonly signature: string;
  readonly members: readonly JavaMember[];
}

/** A contract as a Java class: everything has its name. */
export interface JavaClient {
  readonly className: string;
  readonly structs: readonly JavaStruct[];
  readonly enums: readonly JavaEnum[];
  readonly functions: readonly JavaFunction[];
  /** The constants with names of functions, in the order of the names. */
  readonly nameConstants: readonly { readonly constant: string; readonly name: string }[];
  readonly events: readonly JavaEvent[];
  readonly errors: readonly JavaError[];
  readonly constructorInputs: readonly JavaMember[];
  readonly constructorDoc: string | undefined;
  /** Whether the constructor takes a value along. */
  readonly constructorPayable: boolean;
  readonly names: {
    readonly codec: string;
    readonly newCodec: string;
    readonly failure: string;
    readonly fallback: string | undefined;
    readonly receive: string | undefined;
  };
  /** Every class in its scope, by which others of the same name are told apart. */
  readonly ownTypes: ReadonlySet<string>;
}

/** Types with more values have no tuple in the SDK. */
const maxTupleLength = 20;

/** The constant with the codec of a client. */
const codecName = "CODEC";

/** Names that parameters must leave alone: what bodies name. */
const bodyNames = ["callback", "value", "ChainsideAbi"];
const deployNames = [
  "client",
  "credential",
  "libraries",
  "name",
  "version",
  "ChainsideAbi",
  "BINARY",
  "SM_BINARY",
  "ABI",
];

function erasure(type: JavaType): string {
  if (type.kind === "plain") return type.java;
  return type.kind === "struct" ? type.struct.name : "List";
}

/** What tells a method's overloads apart: the types of its parameters, as Java sees them. */
const parametersKey = (members: readonly JavaMember[]): string => members.map(({ type }) => erasure(type)).join(",");

const withLast = (key: string, type: string): string => (key === "" ? type : `${key},${type}`);

const isFileName = (name: string): boolean => isTypeName(name) && !isDeviceName(name);

/** The classes of contracts in one package. Their files have to stay apart where case isn't known, too, and be files on Windows. */
export function classNames(contracts: readonly string[]): string[] {
  const names = new Names([...languageClasses, "ChainsideAbi"].map((name) => name.toLowerCase()));
  return contracts.map((contract) => names.take(classNameOf(contract), isFileName, (name) => name.toLowerCase()));
}

/** Makes the classes of structs and enums as types want them. */
class Types {
  readonly structs: JavaStruct[] = [];
  readonly enums: JavaEnum[] = [];
  readonly classes: Names;
  readonly #known = new Map<string, JavaStruct>();
  readonly #enums = new Set<string>();

  constructor(className: string) {
    this.classes = new Names([className, "ChainsideAbi"]);
  }

  className(wanted: string): string {
    return this.classes.take(wanted, isTypeName);
  }

  of(parameter: AbiParameter): JavaType {
    return this.#ofShape(parameter.shape, parameter);
  }

  #ofShape(shape: AbiShape, parameter: AbiParameter): JavaType {
    if (shape.kind === "array")
      return { kind: "list", element: this.#ofShape(shape.element, parameter), length: shape.length };
    if (shape.kind === "tuple") return { kind: "struct", struct: this.#struct(shape, parameter) };
    if (shape.kind === "integer" && shape.names) this.#enum(shape.names, parameter);
    const plain = plainType(shape);
    if (!plain) throw new TypeError(shape.kind);
    return plain;
  }

  #struct(shape: AbiShape & { kind: "tuple" }, parameter: AbiParameter): JavaStruct {
    const source = sourceNameOf(parameter, "struct") ?? "";
    const key = `${source}(${shape.members.map((member) => `${member.type} ${member.name}`).join(",")})`;
    const known = this.#known.get(key);
    if (known) return known;
    const members = membersOf(shape.members, this, [codecName]);
    const name = this.className(source === "" ? "Tuple" : source.slice(source.lastIndexOf(".") + 1));
    const made = { name, source, isDynamic: isDynamic(shape), members };
    this.#known.set(key, made);
    this.structs.push(made);
    return made;
  }

  #enum(names: readonly string[], parameter: AbiParameter): void {
    const source = sourceNameOf(parameter, "enum");
    if (source === undefined || this.#enums.has(source)) return;
    this.#enums.add(source);
    const constants = new Names();
    const name = this.className(source.slice(source.lastIndexOf(".") + 1));
    this.enums.push({ name, source, constants: names.map((each) => constants.take(each)) });
  }
}

function membersOf(parameters: readonly AbiParameter[], types: Types, taken: readonly string[] = []): JavaMember[] {
  const names = new Names(taken);
  return parameters.map((parameter, index) => ({
    name: names.take(memberName(parameter.name, index)),
    type: types.of(parameter),
    indexed: parameter.indexed,
    doc: parameter.doc,
  }));
}

const inNameOrder = <Named extends { readonly name: string }>(items: readonly Named[]): Named[] =>
  [...items].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));

/** Names that several of the items have. */
function repeated(items: readonly { readonly name: string }[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  for (const { name } of items) (seen.has(name) ? found : seen).add(name);
  return found;
}

/** An ABI entry's mark that its transactions may run in parallel (the compiler's `conflictFields`). */
const parallelAttribute = 4;

function parallelFunctions(abi: readonly unknown[]): ReadonlySet<string> {
  const names = abi.flatMap((entry) => {
    const { name, conflictFields } = (entry ?? {}) as { name?: unknown; conflictFields?: unknown };
    return typeof name === "string" && Array.isArray(conflictFields) && conflictFields.length > 0 ? [name] : [];
  });
  return new Set(names);
}

const hasEntry = (abi: readonly unknown[], type: string): boolean =>
  abi.some((entry) => (entry as { type?: unknown } | null)?.type === type);

const takesValue = (abi: readonly unknown[]): boolean =>
  abi.some((entry) => {
    const { type, stateMutability } = (entry ?? {}) as { type?: unknown; stateMutability?: unknown };
    return type === "constructor" && stateMutability === "payable";
  });

/** Names the functions of a contract. */
class FunctionNames {
  readonly methods = new Names(inheritedMethods);
  readonly fields: Names;
  readonly #constants = new Map<string, string>();
  readonly #overloads = new Set<string>();

  constructor(fields: Names) {
    this.fields = fields;
  }

  get nameConstants(): { constant: string; name: string }[] {
    return [...this.#constants].map(([name, constant]) => ({ name, constant }));
  }

  /** The constant with the name of functions; overloads share it. @throws ChainError usage `notAnIdentifier` */
  nameConstant(name: string): void {
    requireNameable(name);
    if (!this.#constants.has(name)) this.#constants.set(name, this.fields.take(`FUNC_${name.toUpperCase()}`));
  }

  /**
   * The function's own name: overloads that Java takes for the same have their types behind it.
   * @param own `parametersKey` of its inputs
   */
  callName(found: AbiFunction, own: string, reads: boolean): string {
    const overload = `${found.name}(${own})`;
    const suffix = this.#overloads.has(overload) ? typesSuffix(found.inputs.map(({ type }) => type)) : "";
    this.#overloads.add(overload);
    for (let name = `${found.name}${suffix}`; ; name = `_${name}`) {
      const keys = [`${name}(${own})`, ...(reads ? [] : [`${name}(${withLast(own, "TransactionCallback")})`])];
      if (!isName(name) || keys.some((key) => this.methods.has(key))) continue;
      for (const key of keys) this.methods.add(key);
      return name;
    }
  }

  method(wanted: string, parameters: string): string {
    return this.methods.take(wanted, undefined, (name) => `${name}(${parameters})`);
  }
}

/**
 * The Java class of a contract. The names are those of the official generator wherever Java has room for them.
 * @param className `classNames` of this contract
 * @param abi the compiler's list, for what the interface leaves out
 */
export function clientModel(
  className: string,
  contractInterface: ContractInterface,
  abi: readonly unknown[],
): JavaClient {
  const types = new Types(className);
  const fields = new Names(fixedFields);
  const codec = fields.take(codecName);
  const naming = new FunctionNames(fields);
  const parallel = parallelFunctions(abi);
  const declared = inNameOrder(contractInterface.functions);
  const overloaded = repeated(declared);
  const typed = declared.map((found) => {
    const reads = readsOnly(found);
    const inputs = membersOf(found.inputs, types, bodyNames);
    const outputs = membersOf(found.outputs, types);
    naming.nameConstant(found.name);
    const own = parametersKey(inputs);
    return { found, reads, inputs, outputs, own, call: naming.callName(found, own, reads) };
  });
  const events = eventsOf(contractInterface.events, types, fields, naming);
  const errors = errorsOf(contractInterface.errors, types);
  const functions = typed.map(({ found, reads, inputs, outputs, own, call }): JavaFunction => {
    const upper = capitalised(call);
    const suffix =
      overloaded.has(found.name) && call === found.name ? typesSuffix(found.inputs.map(({ type }) => type)) : "";
    const valuesOf = (members: readonly JavaMember[], kind: string): JavaValues | undefined =>
      members.length > maxTupleLength ? { name: types.className(`${upper}${suffix}${kind}`), members } : undefined;
    return {
      signature: found.signature,
      reads,
      payable: found.stateMutability === "payable",
      attribute: parallel.has(found.name) ? parallelAttribute : 0,
      inputs,
      outputs,
      inputsClass: reads ? undefined : valuesOf(inputs, "Input"),
      outputsClass: valuesOf(outputs, "Output"),
      doc: found.doc,
      method: fields.take(`METHOD_${`${call}${suffix === "" ? "" : `_${suffix}`}`.toUpperCase()}`),
      names: {
        call,
        raw: naming.method(`getMethod${upper}RawFunction`, own),
        async: naming.method(`${call}Async`, own),
        results: naming.method(`results${upper}${suffix}`, "Object[]"),
        signed: reads ? "" : naming.method(`getSignedTransactionFor${upper}`, own),
        input: reads ? "" : naming.method(`get${upper}${suffix}Input`, "TransactionReceipt"),
        output: reads ? "" : naming.method(`get${upper}${suffix}Output`, "TransactionReceipt"),
        simulate: reads ? "" : naming.method(`simulate${upper}`, own),
        value: reads ? "" : naming.method(call, withLast(own, "BigInteger")),
      },
    };
  });
  const constructorPayable = takesValue(abi);
  const leftAlone = [...deployNames, codec, ...(constructorPayable ? ["transactionManager", "value"] : [])];
  const constructorInputs = membersOf(contractInterface.constructorInputs, types, leftAlone);
  const names = {
    codec,
    newCodec: naming.method("newCodec", ""),
    failure: naming.method("getError", "TransactionReceipt"),
    fallback: hasEntry(abi, "fallback") ? naming.method("fallback", "byte[]") : undefined,
    receive: hasEntry(abi, "receive") ? naming.method("receive", "") : undefined,
  };
  const { structs, enums } = types;
  return {
    className,
    structs,
    enums,
    functions,
    nameConstants: naming.nameConstants,
    events,
    errors,
    constructorInputs,
    constructorDoc: contractInterface.constructorDoc,
    constructorPayable,
    names,
    ownTypes: types.classes.all(),
  };
}

function eventsOf(events: readonly AbiEvent[], types: Types, fields: Names, naming: FunctionNames): JavaEvent[] {
  const declared = inNameOrder(events);
  const overloaded = repeated(declared);
  return declared.map((event) => {
    const parameters = membersOf(event.inputs, types, ["log"]);
    const suffix = overloaded.has(event.name) ? typesSuffix(event.inputs.map(({ type }) => type)) : "";
    const name = capitalised(`${event.name}${suffix}`);
    const response = types.className(`${name}EventResponse`);
    const plain = response.slice(0, -"EventResponse".length);
    return {
      signature: event.signature,
      anonymous: event.anonymous,
      parameters,
      constant: fields.take(`${plain.toUpperCase()}_EVENT`),
      log: fields.take(`LOG_${plain.toUpperCase()}`),
      response,
      names: {
        read: naming.method(`read${plain}`, "TransactionReceipt.Logs"),
        find: naming.method(`get${plain}Events`, "TransactionReceipt"),
        subscribe: naming.method(`subscribe${plain}Event`, "EventSubCallback"),
      },
    };
  });
}

function errorsOf(errors: ContractInterface["errors"], types: Types): JavaError[] {
  const declared = inNameOrder(errors);
  const overloaded = repeated(declared);
  return declared.map((error) => {
    const suffix = overloaded.has(error.name) ? typesSuffix(error.inputs.map(({ type }) => type)) : "";
    const members = membersOf(error.inputs, types);
    return {
      name: types.className(`${capitalised(error.name)}${suffix}Exception`),
      signature: error.signature,
      members,
    };
  });
}
