import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { cryptoSuite } from "../../../crypto/suites";
import { keptOptions } from "../../generated/generateAgain";
import { classNames, clientModel } from "../../java/clientModel";
import { type GeneratedFile, generateClients } from "../../java/generateClients";
import { deeperOrigin } from "../../origin";
import type { ApplicationFile, ApplicationRequest } from "../base/application";
import type { ApplicationContract } from "../base/applicationContract";
import { buildFiles, javaDockerText, javaIgnoredText, propertiesText } from "./buildText";
import chain from "./Chain.java.eta";
import devChain from "./DevChain.java.eta";
import { type JavaContract, javaMainText, serviceTestText, serviceText } from "./javaContractText";
import { javaReadme } from "./javaReadme";

/** Contracts with their classes, and the files of these. */
export function javaContracts(
  packageName: string,
  contracts: readonly ApplicationContract[],
): { readonly clients: readonly GeneratedFile[]; readonly all: readonly JavaContract[] } {
  const options = { packageName: `${packageName}.contracts`, sdk: "3.6", bytecode: true };
  const below = `src/main/java/${options.packageName.replaceAll(".", "/")}`;
  const sources = contracts.map(({ source: { artifact, origin } }) => ({
    artifact,
    origin: { ...deeperOrigin(origin, below), options: keptOptions(options) },
  }));
  const clients = generateClients(sources, options);
  const names = classNames(sources.map(({ artifact }) => artifact.name));
  const all = contracts.map((contract, index): JavaContract => {
    const { artifact } = contract.source;
    const abi = artifactInterface(artifact, cryptoSuite("standard"));
    return { client: clientModel(names[index] ?? "", abi, artifact.abi), contract };
  });
  return { clients, all };
}

/** All files of a plain Java application for the contracts: Maven, the official SDK, tests on an embedded chain. */
export function javaApplication(
  request: ApplicationRequest,
  contracts: readonly ApplicationContract[],
): ApplicationFile[] {
  const { packageName } = request;
  const { clients: generated, all } = javaContracts(packageName, contracts);
  const folder = packageName.replaceAll(".", "/");
  const [main, test] = [`src/main/java/${folder}`, `src/test/java/${folder}`];
  const withCode = all.filter(({ contract }) => contract.deployable);
  return [
    ...buildFiles(request),
    { path: "chain.properties", text: propertiesText(request, all) },
    { path: ".gitignore", text: javaIgnoredText(request) },
    { path: ".dockerignore", text: javaIgnoredText(request) },
    { path: "Dockerfile", text: javaDockerText(request) },
    { path: "README.md", text: javaReadme(request) },
    ...generated.map((file) => ({ path: `${main}/contracts/${file.name}`, text: file.text })),
    { path: `${main}/Chain.java`, text: chain({ packageName }) },
    { path: `${main}/Main.java`, text: javaMainText(packageName, all) },
    ...all.map((each) => ({
      path: `${main}/${each.client.className}Service.java`,
      text: serviceText(packageName, each),
    })),
    ...(withCode.length === 0
      ? []
      : [{ path: `${test}/DevChain.java`, text: devChain({ packageName, java8: false }) }]),
    ...withCode.map((each) => ({
      path: `${test}/${each.client.className}ServiceTest.java`,
      text: serviceTestText(packageName, each),
    })),
  ];
}
