import type { AbiParameter, AbiShape } from "../../../chain/abi/abiType";
import type { AbiError, AbiEvent } from "../../../chain/abi/contractInterface";
import type { JavaError, JavaEvent, JavaFunction } from "../../java/clientModel";
import { Names } from "../../java/javaNames";
import type { JavaStruct, JavaType } from "../../java/javaType";
import type { ApplicationFunction } from "../base/applicationContract";
import { bodyNames, type SampleValue, sampleValue } from "../base/sampleValue";
import type { JavaContract } from "../java/javaContractText";

/** A function with its route, and with the method of the controller that serves it. */
export interface SpringFunction {
  readonly own: JavaFunction;
  readonly found: ApplicationFunction;
  /** `stock`; a name that no method of a controller has. */
  readonly method: string;
}

/** A contract as a controller has it. */
export interface SpringContract {
  /** `Kiosk`: of classes, and in addresses. */
  readonly name: string;
  readonly contract: JavaContract;
  readonly functions: readonly SpringFunction[];
  readonly structs: readonly { readonly struct: JavaStruct; readonly members: readonly AbiParameter[] }[];
  readonly events: readonly { readonly own: JavaEvent; readonly declared: AbiEvent }[];
  readonly errors: readonly { readonly own: JavaError; readonly declared: AbiError }[];
}

/** Methods without parameters or with a body's one that every controller has. */
const controllerMethods =
  "service failed undecodable getClass hashCode toString notify notifyAll wait clone finalize equals".split(" ");

/** Pairs what the class and the ABI call alike. */
function paired<Own extends { readonly signature: string }, Declared extends { readonly signature: string }>(
  own: readonly Own[],
  declared: readonly Declared[],
): { own: Own; declared: Declared }[] {
  const bySignature = new Map(declared.map((each) => [each.signature, each]));
  return own.flatMap((each) => {
    const found = bySignature.get(each.signature);
    return found ? [{ own: each, declared: found }] : [];
  });
}

/** The structs that values are made of, each with the names of its members in the source. */
class Structs {
  readonly found = new Map<string, { readonly struct: JavaStruct; readonly members: readonly AbiParameter[] }>();

  add(type: JavaType, shape: AbiShape): void {
    if (type.kind === "list" && shape.kind === "array") this.add(type.element, shape.element);
    if (type.kind !== "struct" || shape.kind !== "tuple" || this.found.has(type.struct.name)) return;
    this.found.set(type.struct.name, { struct: type.struct, members: shape.members });
    this.addAll(type.struct.members, shape.members);
  }

  addAll(members: readonly { readonly type: JavaType }[], parameters: readonly AbiParameter[]): void {
    for (const [at, { type }] of members.entries()) {
      const shape = parameters[at]?.shape;
      if (shape) this.add(type, shape);
    }
  }
}

/** What a controller has to know of a contract. */
export function springContract(contract: JavaContract): SpringContract {
  const { client } = contract;
  const { abi, functions: declared } = contract.contract;
  const methods = new Names(controllerMethods);
  const routes = new Map(declared.map((found) => [found.declared.signature, found]));
  const functions = client.functions.flatMap((own): SpringFunction[] => {
    const found = routes.get(own.signature);
    return found ? [{ own, found, method: methods.take(found.route) }] : [];
  });
  const events = paired(client.events, abi.events);
  const errors = paired(client.errors, abi.errors);
  const structs = new Structs();
  for (const { own, found } of functions) {
    structs.addAll(own.inputs, found.declared.inputs);
    structs.addAll(own.outputs, found.declared.outputs);
  }
  for (const { own, declared: event } of events) structs.addAll(own.parameters, event.inputs);
  for (const { own, declared: error } of errors) structs.addAll(own.members, error.inputs);
  return { name: client.className, contract, functions, structs: [...structs.found.values()], events, errors };
}

/** A small value in the JSON of a service: structs are objects even where members have no names. */
function jsonSample(shape: AbiShape): SampleValue {
  if (shape.kind === "array") return Array.from({ length: shape.length ?? 1 }, () => jsonSample(shape.element));
  return shape.kind === "tuple" ? jsonSamples(shape.members) : sampleValue(shape);
}

/** What a caller sends for a call with small values. */
export const jsonSamples = (parameters: readonly AbiParameter[]): { readonly [name: string]: SampleValue } => {
  const names = bodyNames(parameters);
  return Object.fromEntries(parameters.map(({ shape }, at) => [names[at] ?? "", jsonSample(shape)]));
};
