import type { AbiParameter } from "../../../chain/abi/abiType";
import { literal } from "../../java/javaLayout";
import { isHashed, isSdkList, type JavaMember, type JavaType } from "../../java/javaType";
import { bodyNames } from "../base/sampleValue";
import { sdkList, type TypeTexts } from "../java/javaContractText";
import controller from "./Controller.java.eta";
import javaJson from "./Json.java.eta";
import { schemaName } from "./openApiSchemas";
import type { SpringContract, SpringFunction } from "./springContract";

/** An expression that makes a value of the type from a `JsonValue`. */
function readingText(types: TypeTexts, json: string, type: JavaType, value: string, depth = 0): string {
  if (type.kind === "struct") return `${json}.read${type.struct.name}(${value})`;
  if (type.kind === "list") {
    const each = `each${depth}`;
    const element = readingText(types, json, type.element, each, depth + 1);
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
function writingText(types: TypeTexts, json: string, type: JavaType, value: string, together: boolean): string {
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
function writtenMembers(
  types: TypeTexts,
  json: string,
  members: readonly JavaMember[],
  parameters: readonly AbiParameter[],
  valueAt: (member: JavaMember, at: number) => string,
): string {
  const names = bodyNames(parameters);
  const parts = members.flatMap((member, at) => {
    const value = valueAt(member, at);
    const shown = isHashed(member) ? `JsonValue.hex(${value})` : writingText(types, json, member.type, value, true);
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
        const value = readingText(types, json, member.type, `value.member(${literal(names[at] ?? "")})`);
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

/** Values of a function's results as callers get them. `of` is what the client gave: a value, a tuple, or a class. */
export function resultText(types: TypeTexts, json: string, { own, found }: SpringFunction, of: string): string {
  const { outputs } = own;
  const [only] = outputs;
  if (!only) return "null";
  if (outputs.length === 1) return writingText(types, json, only.type, of, false);
  return writtenMembers(types, json, outputs, found.declared.outputs, (_, at) => `${of}.getValue${at + 1}()`);
}

/** The results that a receipt has, which are a tuple even for one. */
function receiptResult(types: TypeTexts, json: string, spring: SpringFunction): string {
  const [only] = spring.own.outputs;
  return only && spring.own.outputs.length === 1
    ? writingText(types, json, only.type, "results.getValue1()", true)
    : resultText(types, json, spring, "results");
}

/** The arguments of a call, read from the body. */
const given = (types: TypeTexts, json: string, { own, found }: SpringFunction): string => {
  const names = bodyNames(found.declared.inputs);
  return own.inputs
    .map(
      ({ type }, at) => `\n            ${readingText(types, json, type, `values.member(${literal(names[at] ?? "")})`)}`,
    )
    .join(",");
};

const content = (name: string): string =>
  `content = @Content(mediaType = "application/json", schema = @Schema(ref = ${literal(`#/components/schemas/${name}`)}))`;

/** Methods of a controller for a function: one for what reads, else one that sends and one that only tries. */
function methodsOf(types: TypeTexts, contract: string, spring: SpringFunction) {
  const { own, found, method } = spring;
  const { reads, route, declared } = found;
  const json = `${contract}Json`;
  const takes = declared.inputs.length > 0;
  const body = takes ? ["@org.springframework.web.bind.annotation.RequestBody JsonNode body"] : [];
  const mapping = reads && !takes ? "Get" : "Post";
  const about = (declared.doc ?? "").trim();
  const common = {
    input: takes ? content(schemaName(contract, route, "input")) : undefined,
    values: takes ? `JsonValue.body(body, ${bodyNames(declared.inputs).map(literal).join(", ")})` : undefined,
    outer: types.outer,
    type: types.answer(own),
    result: resultText(types, json, spring, "result"),
  };
  const asking = (name: string, dry: boolean) => ({
    ...common,
    operation: [
      `operationId = ${literal(`${contract}.${route}${dry ? ".simulate" : ""}`)}`,
      `summary = ${literal(dry ? `What ${declared.signature} would give, without a transaction` : declared.signature)}`,
      ...(about === "" || dry ? [] : [`description = ${literal(about)}`]),
    ].join(", "),
    answer: content(schemaName(contract, route, "result")),
    mapping: `${mapping}Mapping(${literal(dry ? `/${route}/simulate` : `/${route}`)})`,
    call: `${name}(${given(types, json, spring)})`,
  });
  if (reads) return [{ ...asking(own.names.call, false), name: method, parameters: body.join(""), signs: false }];
  const signing = {
    parameters: [...body, "org.springframework.web.context.request.WebRequest request"].join(", "),
    signs: true,
  };
  const results = own.outputs.length === 0 ? "null" : receiptResult(types, json, spring);
  return [
    {
      ...asking(own.names.call, false),
      ...signing,
      name: method,
      answer: content(schemaName(contract, route, "receipt")),
      results:
        own.outputs.length === 0 ? undefined : `${types.results(own)} results = contract.${own.names.output}(receipt)`,
      receipt: `JsonValue.receipt(receipt, ${results}, ${json}.events(contract, receipt))`,
    },
    { ...asking(own.names.simulate, true), ...signing, name: `${method}Simulate` },
  ];
}

/** `KioskController.java`: a route for each function. */
export function controllerText(packageName: string, types: TypeTexts, { name, functions }: SpringContract): string {
  const posts = functions.some(({ found }) => !found.reads || found.declared.inputs.length > 0);
  const takes = functions.some(({ found }) => found.declared.inputs.length > 0);
  return controller({
    packageName,
    name,
    posts,
    takes,
    gets: functions.some(({ found }) => found.reads && found.declared.inputs.length === 0),
    writes: functions.some(({ found }) => !found.reads),
    methods: functions.flatMap((each) => methodsOf(types, name, each)),
  });
}
