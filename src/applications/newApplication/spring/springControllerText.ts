import { literal } from "../../java/javaLayout";
import { bodyNames } from "../base/sampleValue";
import { exceptionType, receiptType, type TypeTexts } from "../java/javaContractText";
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

/** What stands before a method of a controller. */
function annotations(
  contract: string,
  { found }: SpringFunction,
  { path, answer, dry }: { readonly path: string; readonly answer: string; readonly dry: boolean },
): string {
  const { declared, reads } = found;
  const takes = declared.inputs.length > 0;
  const get = reads && !takes;
  const about = (declared.doc ?? "").trim();
  const said = [
    `operationId = ${literal(`${contract}.${found.route}${dry ? ".simulate" : ""}`)}`,
    `summary = ${literal(dry ? `What ${declared.signature} would give, without a transaction` : declared.signature)}`,
    ...(about === "" || dry ? [] : [`description = ${literal(about)}`]),
  ];
  const body = takes ? `  @RequestBody(required = true, ${content(schemaName(contract, found.route, "input"))})\n` : "";
  return `  @Operation(${said.join(", ")})
${body}  @ApiResponse(responseCode = "200", description = "OK", ${content(answer)})
  @${get ? "Get" : "Post"}Mapping(${literal(path)})
`;
}

function methodsOf(types: TypeTexts, contract: string, spring: SpringFunction): string {
  const { own, found, method } = spring;
  const { reads, route, declared } = found;
  const json = `${contract}Json`;
  const takes = declared.inputs.length > 0;
  const parameter = takes ? "@org.springframework.web.bind.annotation.RequestBody JsonNode body" : "";
  const names = bodyNames(declared.inputs).map(literal).join(", ");
  const values = takes ? `    JsonValue values = JsonValue.body(body, ${names});\n` : "";
  const answerType = types.answer(own);
  const asked = (name: string): string => {
    const call = `service().${name}(${given(types, json, spring)})`;
    return answerType === "void"
      ? `    ${call};\n    return JsonValue.object("result", null);\n`
      : `    ${answerType} result =\n        ${call};\n    return JsonValue.object("result", ${resultText(types, json, spring, "result")});\n`;
  };
  const asker = "org.springframework.web.context.request.WebRequest request";
  const signing = takes ? `${parameter}, ${asker}` : asker;
  const authorized = "    token.require(request);\n";
  const ask = (path: string, name: string, called: string, dry: boolean): string =>
    `\n${annotations(contract, spring, { path, answer: schemaName(contract, route, "result"), dry })}  public Object ${name}(${dry ? signing : parameter}) throws ${exceptionType} {
${dry ? authorized : ""}${values}${asked(called)}  }
`;
  const path = `/${route}`;
  if (reads) return ask(path, method, own.names.call, false);
  const results = own.outputs.length === 0 ? "null" : receiptResult(types, json, spring);
  const output =
    own.outputs.length === 0 ? "" : `    ${types.results(own)} results = contract.${own.names.output}(receipt);\n`;
  const send = `
${annotations(contract, spring, { path, answer: schemaName(contract, route, "receipt"), dry: false })}  public Object ${method}(${signing}) throws ${exceptionType} {
${authorized}${values}    ${receiptType} receipt =
        service().${own.names.call}(${given(types, json, spring)});
    ${types.outer} contract = service().contract(connection.chain());
${output}    return JsonValue.receipt(receipt, ${results}, ${json}.events(contract, receipt));
  }
`;
  return send + ask(`${path}/simulate`, `${method}Simulate`, own.names.simulate, true);
}

/** `KioskController.java`: a route for each function. */
export function controllerText(packageName: string, types: TypeTexts, spring: SpringContract): string {
  const { name, functions } = spring;
  const posts = functions.some(({ found }) => !found.reads || found.declared.inputs.length > 0);
  const gets = functions.some(({ found }) => found.reads && found.declared.inputs.length === 0);
  const writes = functions.some(({ found }) => !found.reads);
  const takes = functions.some(({ found }) => found.declared.inputs.length > 0);
  const imports = [
    ...(takes ? ["com.fasterxml.jackson.databind.JsonNode"] : []),
    "io.swagger.v3.oas.annotations.Operation",
    "io.swagger.v3.oas.annotations.media.Content",
    "io.swagger.v3.oas.annotations.media.Schema",
    ...(takes ? ["io.swagger.v3.oas.annotations.parameters.RequestBody"] : []),
    "io.swagger.v3.oas.annotations.responses.ApiResponse",
    "io.swagger.v3.oas.annotations.tags.Tag",
    "org.springframework.http.ResponseEntity",
    "org.springframework.web.bind.annotation.ExceptionHandler",
    ...(gets ? ["org.springframework.web.bind.annotation.GetMapping"] : []),
    ...(posts ? ["org.springframework.web.bind.annotation.PostMapping"] : []),
    "org.springframework.web.bind.annotation.RequestMapping",
    "org.springframework.web.bind.annotation.RestController",
  ];
  const failures = [
    ...(takes ? [["400", "a value of the body is wrong"]] : []),
    ...(posts ? [["401", "the token is missing or another one"]] : []),
    ...(posts ? [["403", "there is no account that could sign"]] : []),
    ["404", "the settings have no address of the contract"],
    ["422", "the contract or the chain refuses"],
    ["502", "the answer isn't of the contract's types"],
    ["503", "no node answers"],
  ].map(
    ([status = "", why = ""]) =>
      `@ApiResponse(responseCode = "${status}", description = ${literal(why)}, ${content("Error")})`,
  );
  return `package ${packageName};

${imports.map((each) => `import ${each};`).join("\n")}

/** The functions of ${name} as routes. */
@RestController
@RequestMapping(path = ${literal(`/api/${name}`)}, produces = "application/json")
@Tag(name = ${literal(name)})
${failures.join("\n")}
public class ${name}Controller {
  private final ChainConnection connection;
${writes ? "  private final ApiToken token;\n" : ""}
  public ${name}Controller(ChainConnection connection${writes ? ", ApiToken token" : ""}) {
    this.connection = connection;
${writes ? "    this.token = token;\n" : ""}  }

  private ${name}Service service() {
    return connection.service(${literal(name)}, ${name}Service.class, ${name}Service::at);
  }

  @ExceptionHandler
  public ResponseEntity<Object> failed(${exceptionType} error) {
    return ApiErrors.failed(error, ${name}Json.error(error));
  }

  /** What a caller sent was looked at before: here it is the answer of a contract of other types. */
  @ExceptionHandler
  public ResponseEntity<Object> undecodable(IllegalArgumentException error) {
    return ApiErrors.undecodable(error);
  }
${functions.map((each) => methodsOf(types, name, each)).join("")}}
`;
}
