import { literal } from "../../java/javaLayout";
import { bodyNames } from "../base/sampleValue";
import type { TypeTexts } from "../java/javaContractText";
import controller from "./Controller.java.eta";
import { schemaName } from "./openApiSchemas";
import type { SpringContract, SpringFunction } from "./springContract";
import { reading, writing, writtenMembers } from "./springJsonText";

/** Values of a function's results as callers get them. `of` is what the client gave: a value, a tuple, or a class. */
export function resultText(types: TypeTexts, json: string, { own, found }: SpringFunction, of: string): string {
  const { outputs } = own;
  const [only] = outputs;
  if (!only) return "null";
  if (outputs.length === 1) return writing(types, json, only.type, of, false);
  return writtenMembers(types, json, outputs, found.declared.outputs, (_, at) => `${of}.getValue${at + 1}()`);
}

/** The results that a receipt has, which are a tuple even for one. */
function receiptResult(types: TypeTexts, json: string, spring: SpringFunction): string {
  const [only] = spring.own.outputs;
  return only && spring.own.outputs.length === 1
    ? writing(types, json, only.type, "results.getValue1()", true)
    : resultText(types, json, spring, "results");
}

/** The arguments of a call, read from the body. */
const given = (types: TypeTexts, json: string, { own, found }: SpringFunction): string => {
  const names = bodyNames(found.declared.inputs);
  return own.inputs
    .map(({ type }, at) => `\n            ${reading(types, json, type, `values.member(${literal(names[at] ?? "")})`)}`)
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
