import { literal } from "../../java/javaLayout";
import type { ApplicationFile, ApplicationRequest } from "../base/application";
import type { ApplicationContract } from "../base/applicationContract";
import { hasSample } from "../base/sampleValue";
import { buildFiles, javaDockerText, javaIgnoredText } from "../java/buildText";
import chain from "../java/Chain.java.eta";
import { propertiesText } from "../java/chainProperties";
import devChain from "../java/DevChain.java.eta";
import { javaContracts } from "../java/javaContracts";
import { deployValues, sample, serviceText, TypeTexts } from "../java/javaContractText";
import type { SpringRelease } from "../java/springRelease";
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
import { controllerText, resultText } from "./springControllerText";
import { jsonText } from "./springJsonText";
import { springReadme } from "./springReadme";

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
    ...buildFiles(request),
    { path: "chain.properties", text: propertiesText(request, all) },
    { path: ".gitignore", text: javaIgnoredText(request) },
    { path: ".dockerignore", text: javaIgnoredText(request) },
    { path: "Dockerfile", text: javaDockerText(request) },
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
