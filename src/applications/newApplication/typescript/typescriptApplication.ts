import { deeperOrigin } from "../../origin";
import { generateModules } from "../../typescript/generateModules";
import { type ModuleNames, moduleNames } from "../../typescript/moduleNames";
import type { ApplicationFile, ApplicationRequest } from "../base/application";
import type { ApplicationContract } from "../base/applicationContract";
import { jsonWord } from "../base/readmeText";
import { hasSample, sampleBody, sampleValue } from "../base/sampleValue";
import { appText, deployText, routesText, testText } from "./contractText";
import { indexText, pageText } from "./pageText";
import * as project from "./projectText";
import { typescriptReadme } from "./typescriptReadme";

function chainText(
  { chain, addresses }: ApplicationRequest,
  modules: readonly [ModuleNames, ApplicationContract][],
): string {
  const { urls, group, tls } = chain;
  const contracts = Object.fromEntries(
    modules.map(([{ module }, { source }]) => [module, addresses[source.artifact.name] ?? null]),
  );
  return `${JSON.stringify({ url: urls, group: group ?? null, tls: tls ?? null, contracts }, undefined, 2)}\n`;
}

/** A line that asks the service for something. */
function exampleOf(modules: readonly [ModuleNames, ApplicationContract][]): string {
  const all = modules
    .flatMap(([{ module }, { functions }]) => functions.map((found) => ({ module, ...found })))
    .filter(({ declared }) => hasSample(declared.inputs));
  const found =
    all.find(({ reads, declared }) => reads && declared.inputs.length === 0 && declared.outputs.length > 0) ?? all[0];
  const base = "curl http://127.0.0.1:3000/api";
  if (!found) return base;
  const { module, route, declared, reads } = found;
  if (reads && declared.inputs.length === 0) return `${base}/${module}/${route}`;
  const shown = reads ? "" : ' -H "Authorization: Bearer $(cat api-token)"';
  return `${base}/${module}/${route}${reads ? "" : "/simulate"}${shown} --json ${jsonWord(sampleBody(declared.inputs))}`;
}

/** All files of a TypeScript service for the contracts: Fastify, a page with Vite, tests on `chainside/testing`. */
export function typescriptApplication(
  request: ApplicationRequest,
  contracts: readonly ApplicationContract[],
): ApplicationFile[] {
  const generated = generateModules(
    contracts.map(({ source: { artifact, origin } }) => ({ artifact, origin: deeperOrigin(origin, "src/contracts") })),
    { bytecode: true, client: true },
  );
  const modules = generated.flatMap(({ name }, index): [ModuleNames, ApplicationContract][] => {
    const contract = contracts[index];
    return contract ? [[moduleNames(name.slice(0, -".ts".length)), contract]] : [];
  });
  const deploy = deployText(modules.map(([names, contract]) => ({ names, contract })));
  const [first] = modules.filter(([, { deployable }]) => deployable);
  const values = first?.[1].abi.constructorInputs.map(({ shape }) => sampleValue(shape));
  const readme = typescriptReadme({
    name: request.name,
    modules: modules.map(([names]) => names),
    deployed: first && { module: first[0].module, values: jsonWord(values) },
    example: exampleOf(modules),
  });
  return [
    { path: "package.json", text: project.packageText(request.name, request.chainside, deploy !== undefined) },
    { path: "tsconfig.json", text: project.tsconfigText },
    { path: "vite.config.ts", text: project.viteText },
    { path: "chain.json", text: chainText(request, modules) },
    { path: ".gitignore", text: project.ignoredText },
    { path: ".dockerignore", text: project.ignoredText },
    { path: "Dockerfile", text: project.dockerText },
    { path: "README.md", text: readme },
    { path: "src/api.ts", text: project.apiText },
    { path: "src/app.ts", text: appText(modules.map(([names]) => names)) },
    { path: "src/main.ts", text: project.mainText },
    { path: "src/settings.ts", text: project.settingsText },
    ...(deploy === undefined ? [] : [{ path: "src/deploy.ts", text: deploy }]),
    ...generated.map(({ name, text }) => ({ path: `src/contracts/${name}`, text })),
    ...modules.map(([names, contract]) => ({
      path: `src/routes/${names.module}.ts`,
      text: routesText(names, contract),
    })),
    { path: "web/index.html", text: indexText(request.name) },
    { path: "web/main.ts", text: pageText() },
    { path: "web/style.css", text: project.styleText },
    ...modules
      .filter(([, { deployable }]) => deployable)
      .map(([names, contract]) => ({ path: `test/${names.module}.test.ts`, text: testText(names, contract) })),
  ];
}
