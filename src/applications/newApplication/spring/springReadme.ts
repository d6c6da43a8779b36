import { t } from "../../../text/catalogue";
import type { ApplicationRequest } from "../base/application";
import { block, dockerParts, jsonWord, page, table } from "../base/readmeText";
import { hasSample } from "../base/sampleValue";
import { builtFolder } from "../java/buildText";
import { filesTable, settingsTable, startParts } from "../java/javaReadme";
import type { SpringRelease } from "../java/springRelease";
import { jsonSamples, type SpringContract } from "./springContract";

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
export function springReadme(
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
      ["`SERVER_ADDRESS`, `SERVER_PORT`", t("where the service listens; usually 127.0.0.1 and 8080")],
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
