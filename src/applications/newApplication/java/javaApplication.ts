import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { cryptoSuite } from "../../../crypto/suites";
import { classNames, clientModel } from "../../java/clientModel";
import { generateClients } from "../../java/generateClients";
import type { ApplicationFile, ApplicationRequest } from "../base/application";
import type { ApplicationContract } from "../base/applicationContract";
import { type JavaContract, javaMainText, serviceTestText, serviceText } from "./javaContractText";
import * as project from "./javaProjectText";
import { javaReadme } from "./javaReadme";

/** A value of a `.properties` file: nothing in it ends its line or is taken for something else. */
const propertyValue = (text: string): string =>
  [...text]
    .map((each) => {
      if (each === "\\") return "\\\\";
      if (each >= "!" && each <= "~") return each;
      if (each === " ") return "\\ ";
      return [...Array(each.length).keys()]
        .map((at) => `\\u${each.charCodeAt(at).toString(16).padStart(4, "0")}`)
        .join("");
    })
    .join("");

/** `https://127.0.0.1:20200` → `127.0.0.1:20200`: the SDK connects to the same port. */
const peerOf = (url: string): string => url.replace(/^https?:\/\//i, "").split("/", 1)[0] ?? "";

function propertiesText({ chain, addresses }: ApplicationRequest, contracts: readonly JavaContract[]): string {
  const { urls, group, tls } = chain;
  const entries: readonly (readonly [string, string])[] = [
    ["chain.peers", urls.map(peerOf).join(",")],
    ["chain.group", group ?? "group0"],
    ...Object.entries(tls ?? {}).flatMap(([name, path]) =>
      typeof path === "string" ? [[`chain.tls.${name}`, path] as const] : [],
    ),
    ...contracts.flatMap(({ client: { className }, contract }) => {
      const address = addresses[contract.source.artifact.name];
      return address === undefined ? [] : [[`contract.${className}`, address] as const];
    }),
  ];
  return entries.map(([name, value]) => `${name}=${propertyValue(value)}\n`).join("");
}

/** All files of a plain Java application for the contracts: Maven, the official SDK, tests on an embedded chain. */
export function javaApplication(
  request: ApplicationRequest,
  contracts: readonly ApplicationContract[],
): ApplicationFile[] {
  const { name, packageName } = request;
  const sources = contracts.map(({ source }) => source);
  const generated = generateClients(sources, { packageName: `${packageName}.contracts`, sdk: "3.6", bytecode: true });
  const names = classNames(sources.map(({ artifact }) => artifact.name));
  const all = contracts.map((contract, index): JavaContract => {
    const { artifact } = contract.source;
    const abi = artifactInterface(artifact, cryptoSuite("standard"));
    return { client: clientModel(names[index] ?? "", abi, artifact.abi), contract };
  });
  const folder = packageName.replaceAll(".", "/");
  const [main, test] = [`src/main/java/${folder}`, `src/test/java/${folder}`];
  const withCode = all.filter(({ contract }) => contract.deployable);
  return [
    { path: "pom.xml", text: project.pomText(name, packageName) },
    { path: "chain.properties", text: propertiesText(request, all) },
    { path: ".gitignore", text: project.javaIgnoredText },
    { path: ".dockerignore", text: project.javaIgnoredText },
    { path: "Dockerfile", text: project.javaDockerText(name, packageName) },
    { path: "README.md", text: javaReadme(name, packageName) },
    ...generated.map((file) => ({ path: `${main}/contracts/${file.name}`, text: file.text })),
    { path: `${main}/Chain.java`, text: project.chainClassText(packageName) },
    { path: `${main}/Main.java`, text: javaMainText(packageName, all) },
    ...all.map((each) => ({
      path: `${main}/${each.client.className}Service.java`,
      text: serviceText(packageName, each),
    })),
    ...(withCode.length === 0 ? [] : [{ path: `${test}/DevChain.java`, text: project.devChainText(packageName) }]),
    ...withCode.map((each) => ({
      path: `${test}/${each.client.className}ServiceTest.java`,
      text: serviceTestText(packageName, each),
    })),
  ];
}
