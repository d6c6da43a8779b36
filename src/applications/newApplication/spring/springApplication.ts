import { t } from "../../../text/catalogue";
import { literal } from "../../java/javaLayout";
import type { ApplicationFile, ApplicationRequest } from "../base/application";
import type { ApplicationContract } from "../base/applicationContract";
import { block, dockerParts, jsonWord, page, table } from "../base/readmeText";
import { hasSample } from "../base/sampleValue";
import { baseFiles, builtFolder, type SpringRelease } from "../java/buildText";
import chain from "../java/Chain.java.eta";
import devChain from "../java/DevChain.java.eta";
import { filesTable, javaContracts, settingsTable, startParts } from "../java/javaApplication";
import { deployValues, sample, serviceText, TypeTexts } from "../java/javaContractText";
import errors from "./ApiErrors.java.eta";
import token from "./ApiToken.java.eta";
import application from "./Application.java.eta";
import settings from "./application.properties.eta";
import connection from "./ChainConnection.java.eta";
import health from "./ChainHealth.java.eta";
import controllerTest from "./ControllerTest.java.eta";
import jsonValue from "./JsonValue.java.eta";
import openApi from "./OpenApiConfiguration.java.eta";
import { openApiSchemasText } from "./openApiSchemas";
import guard from "./PageGuard.java.eta";
import { jsonSamples, type SpringContract, type SpringFunction, springContract } from "./springContract";
import { controllerText, jsonText, resultText } from "./springControllerText";

const url = "http://127.0.0.1:8080";

/** A route to try, as a command. */
function exampleOf(contracts: readonly SpringContract[]): string {
  const all = contracts
    .flatMap(({ name, functions }) => functions.map(({ found }) => ({ name, found })))
    .filter(({ found }) => hasSample(found.declared.inputs));
  const { name, found } = all.find((each) => !each.found.reads) ?? all[0] ?? {};
  if (name === undefined || !found) return `curl ${url}/v3/api-docs`;
  const { inputs } = found.declared;
  const path = `${url}/api/${name}/${found.route}${found.reads ? "" : "/simulate"}`;
  const shown = found.reads ? "" : ' -H "Authorization: Bearer $(cat api-token)"';
  if (inputs.length > 0)
    return `curl ${path}${shown} -H 'content-type: application/json' -d ${jsonWord(jsonSamples(inputs))}`;
  return found.reads ? `curl ${path}` : `curl -X POST ${path}${shown}`;
}

/** `README.md` of a Spring Boot service, in the chosen language. */
function springReadme(
  request: ApplicationRequest,
  { boot, java }: SpringRelease,
  contracts: readonly SpringContract[],
): string {
  const { name, build } = request;
  return page(
    `# ${name}`,
    t(
      "A Spring Boot {0} service for contracts on a FISCO BCOS 3.x chain, over the official Java SDK. It was written by Chainside and is yours to change.",
      boot,
    ),
    `## ${t("Start")}`,
    ...startParts(java, build),
    block(
      [build === "maven" ? "mvn package" : "gradle build", `java -jar ${builtFolder(request)}/${name}.jar`].join("\n"),
    ),
    t(
      "Routes: `{0}`. OpenAPI page: `{1}`. Health of service and chain: `{2}`.",
      `${url}/api`,
      `${url}/swagger-ui.html`,
      `${url}/actuator/health`,
    ),
    `## ${t("Settings")}`,
    settingsTable(
      ["`SERVER_ADDRESS`, `SERVER_PORT`", t("where the service listens; usually {0} and {1}", "127.0.0.1", 8080)],
      ["`API_HOSTS`", t("names under which the service is asked, beside this machine's own, with commas between")],
      ["`API_TOKEN`, `API_TOKEN_FILE`", t("the token itself, or another file for it than `api-token`")],
    ),
    t("A contract without an address in `chain.properties` (`contract.NAME=0x…`) answers 404: deploy it first."),
    t(
      "What signs asks for a token: `Authorization: Bearer TOKEN`. It is made at the first start and kept in the file `api-token`; whoever has it signs with the service's account. Requests under another host name than this machine's or those of `{0}` are refused.",
      "API_HOSTS",
    ),
    `## ${t("Routes")}`,
    t(
      "The address is `/api`, the contract's class, and the function's own name; a second function of that name has a number behind it (`find`, `find2`). A function that reads is `GET` without parameters, else `POST`; one that changes something is `POST`, and with `/simulate` behind it only tried.",
    ),
    t(
      "The body is JSON with all parameters by name, `param0` for one without. Integers are decimal texts, bytes are hex with `0x`, structs are objects.",
    ),
    block(exampleOf(contracts)),
    table(
      [t("HTTP status"), t("Meaning")],
      ["400", t("a value is wrong: `place` says which one")],
      ["401", t("the token is missing or another one")],
      ["403", t("there is no account that could sign")],
      ["404", t("the contract has no address in the settings")],
      ["422", t("the contract or the chain refuses: `error` has the contract's own error with its values")],
      ["502", t("the answer isn't of the contract's types: another contract stands at the address")],
      ["503", t("no node answers")],
    ),
    `## ${t("Files")}`,
    filesTable(
      [
        ["`…Controller.java`, `…Json.java`", t("a route for each function; values of the contract in JSON")],
        ["`openapi-schemas.json`", t("types of the contracts for the OpenAPI page")],
        ["`ChainConnection.java`, `Chain.java`", t("connection and account")],
        ["`ApiErrors.java`", t("what callers get for failures")],
      ],
      "`…ControllerTest.java`",
    ),
    ...dockerParts(name, "chain.properties", 8080),
  );
}

/** How a test calls a function, through its route and by the service. */
function testOf(types: TypeTexts, contract: string, spring: SpringFunction, number: number) {
  const { own, found } = spring;
  const { declared, reads, route } = found;
  const values = own.inputs.map(({ type }, at) => sample(types, type, declared.inputs[at]?.shape ?? { kind: "bool" }));
  return {
    number,
    title: literal(declared.signature),
    method: reads && declared.inputs.length === 0 ? "GET" : "POST",
    path: literal(`/api/${contract}/${route}${reads ? "" : "/simulate"}`),
    body: declared.inputs.length === 0 ? "null" : literal(JSON.stringify(jsonSamples(declared.inputs))),
    answer: types.answer(own),
    call: `service.${reads ? own.names.call : own.names.simulate}(${values.join(", ")})`,
    result: resultText(types, `${contract}Json`, spring, "result"),
  };
}

/** `KioskControllerTest.java`: the routes on an embedded chain. */
function controllerTestText(packageName: string, types: TypeTexts, spring: SpringContract): string {
  const { name, functions, contract } = spring;
  return controllerTest({
    packageName,
    name,
    deployValues: deployValues(types, contract),
    paths: functions.map(({ found }) => literal(`/api/${name}/${found.route}`)).join(", "),
    tests: functions.flatMap((each, number) =>
      hasSample(each.found.declared.inputs) ? [testOf(types, name, each, number)] : [],
    ),
  });
}

/** All files of a Spring Boot service for the contracts: the official SDK, a controller for each, OpenAPI, tests on an embedded chain. */
export function springApplication(
  request: ApplicationRequest,
  contracts: readonly ApplicationContract[],
  release: SpringRelease,
): ApplicationFile[] {
  const { packageName } = request;
  const { clients, all } = javaContracts(packageName, contracts);
  const controlled = all.map((each) => ({
    spring: springContract(each),
    types: new TypeTexts(`${packageName}.contracts.${each.client.className}`),
  }));
  const folder = packageName.replaceAll(".", "/");
  const [main, test] = [`src/main/java/${folder}`, `src/test/java/${folder}`];
  const withCode = controlled.filter(({ spring }) => spring.contract.contract.deployable);
  const springContracts = controlled.map(({ spring }) => spring);
  return [
    ...baseFiles(request, all),
    { path: "README.md", text: springReadme(request, release, springContracts) },
    { path: "src/main/resources/application.properties", text: settings({}) },
    { path: "src/main/resources/openapi-schemas.json", text: openApiSchemasText(springContracts) },
    ...clients.map((file) => ({ path: `${main}/contracts/${file.name}`, text: file.text })),
    { path: `${main}/Application.java`, text: application({ packageName }) },
    { path: `${main}/Chain.java`, text: chain({ packageName }) },
    { path: `${main}/ChainConnection.java`, text: connection({ packageName }) },
    { path: `${main}/ChainHealth.java`, text: health({ packageName }) },
    { path: `${main}/OpenApiConfiguration.java`, text: openApi({ packageName, title: request.name }) },
    { path: `${main}/PageGuard.java`, text: guard({ packageName }) },
    { path: `${main}/ApiToken.java`, text: token({ packageName }) },
    { path: `${main}/ApiErrors.java`, text: errors({ packageName }) },
    { path: `${main}/JsonValue.java`, text: jsonValue({ packageName }) },
    ...controlled.flatMap(({ spring, types }) => [
      { path: `${main}/${spring.name}Service.java`, text: serviceText(packageName, spring.contract) },
      { path: `${main}/${spring.name}Json.java`, text: jsonText(packageName, types, spring) },
      { path: `${main}/${spring.name}Controller.java`, text: controllerText(packageName, types, spring) },
    ]),
    ...(withCode.length === 0
      ? []
      : [{ path: `${test}/DevChain.java`, text: devChain({ packageName, java8: release.java === 8 }) }]),
    ...withCode.map(({ spring, types }) => ({
      path: `${test}/${spring.name}ControllerTest.java`,
      text: controllerTestText(packageName, types, spring),
    })),
  ];
}
