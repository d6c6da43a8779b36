import type { AbiParameter } from "../../../chain/abi/abiType";
import { literal } from "../../java/javaLayout";
import { isHashed, isSdkList, type JavaMember, type JavaType } from "../../java/javaType";
import { bodyNames } from "../base/sampleValue";
import { sdkList, type TypeTexts } from "../java/javaContractText";
import javaJson from "./Json.java.eta";
import type { SpringContract } from "./springContract";

/** An expression that makes a value of the type from a `JsonValue`. */
export function reading(types: TypeTexts, json: string, type: JavaType, value: string, depth = 0): string {
  if (type.kind === "struct") return `${json}.read${type.struct.name}(${value})`;
  if (type.kind === "list") {
    const each = `each${depth}`;
    const element = reading(types, json, type.element, each, depth + 1);
    return `${value}.list(${type.length === undefined ? "" : `${type.length}, `}${each} -> ${element})`;
  }
  if (type.java === "BigInteger") return `${value}.integer(${literal(type.codec)})`;
  if (type.java === "Boolean") return `${value}.bool()`;
  if (type.java === "byte[]") return `${value}.bytes(${type.codec.slice("bytes".length)})`;
  return type.codec === "address" ? `${value}.address()` : `${value}.text()`;
}

/**
 * An expression that makes of a value what callers get.
 * @param together whether the value stands with others (in a tuple, an event, a struct), where lists of structs are the SDK's
 */
export function writing(types: TypeTexts, json: string, type: JavaType, value: string, together: boolean): string {
  return written(types, json, type, value, { together, depth: 0 });
}

function written(
  types: TypeTexts,
  json: string,
  type: JavaType,
  value: string,
  { together, depth }: { readonly together: boolean; readonly depth: number },
): string {
  if (type.kind === "struct") return `${json}.write${type.struct.name}(${value})`;
  if (type.kind === "list") {
    const each = `each${depth}`;
    const list = together && isSdkList(type) ? `${value}.getValue()` : value;
    const element = written(types, json, type.element, each, { together: false, depth: depth + 1 });
    return `JsonValue.list(${list}, ${each} -> ${element})`;
  }
  if (type.java === "BigInteger") return `JsonValue.decimal(${value})`;
  return type.java === "byte[]" ? `JsonValue.hex(${value})` : value;
}

/** An object of values that stand together. */
export function writtenMembers(
  types: TypeTexts,
  json: string,
  members: readonly JavaMember[],
  parameters: readonly AbiParameter[],
  valueAt: (member: JavaMember, at: number) => string,
): string {
  const names = bodyNames(parameters);
  const parts = members.flatMap((member, at) => {
    const value = valueAt(member, at);
    const shown = isHashed(member) ? `JsonValue.hex(${value})` : writing(types, json, member.type, value, true);
    return [literal(names[at] ?? ""), shown];
  });
  return `JsonValue.object(${parts.join(", ")})`;
}

/** `KioskJson.java`: values of the contract's own types in JSON, both ways. */
export function jsonText(packageName: string, types: TypeTexts, spring: SpringContract): string {
  const { name, structs, events, errors } = spring;
  const json = `${name}Json`;
  // an anonymous event is known by its shape alone: what has a name goes first
  const ordered = [...events].sort((one, other) => Number(one.own.anonymous) - Number(other.own.anonymous));
  return javaJson({
    packageName,
    name,
    json,
    outer: types.outer,
    structs: structs.map(({ struct, members }) => {
      const names = bodyNames(members);
      const values = struct.members.map((member, at) => {
        const value = reading(types, json, member.type, `value.member(${literal(names[at] ?? "")})`);
        return isSdkList(member.type) ? sdkList(types, member.type, value) : value;
      });
      return {
        name: struct.name,
        type: `${types.outer}.${struct.name}`,
        names: names.map(literal).join(", "),
        values: values.join(",\n        "),
        written: writtenMembers(types, json, struct.members, members, (member) => `value.${member.name}`),
      };
    }),
    events: ordered.map(({ own, declared }) => ({
      response: own.response,
      find: own.names.find,
      signature: literal(own.signature),
      written: writtenMembers(types, json, own.parameters, declared.inputs, (member) => `each.${member.name}`),
    })),
    errors: errors.map(({ own, declared }) => ({
      name: own.name,
      hasMembers: own.members.length > 0,
      declared: literal(declared.name),
      signature: literal(own.signature),
      written: writtenMembers(types, json, own.members, declared.inputs, (member) => `own.${member.name}`),
    })),
  });
}
