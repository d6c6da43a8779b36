import { chosenLanguage, t } from "../../../text/catalogue";
import { markupText } from "../../../text/markdown";
import { deeperOrigin } from "../../origin";
import { generateModules } from "../../typescript/generateModules";
import { type ModuleNames, moduleNames } from "../../typescript/moduleNames";
import type { ApplicationFile, ApplicationRequest } from "../base/application";
import type { ApplicationContract } from "../base/applicationContract";
import ignored from "../base/gitignore.eta";
import { block, dockerParts, jsonWord, page, table } from "../base/readmeText";
import { hasSample, sampleBody, sampleValue } from "../base/sampleValue";
import { deployText, routesText, testText } from "./contractText";
import docker from "./templates/Dockerfile.eta";
import api from "./templates/src/api.ts.eta";
import app from "./templates/src/app.ts.eta";
import main from "./templates/src/main.ts.eta";
import settings from "./templates/src/settings.ts.eta";
import tsconfig from "./templates/tsconfig.json.eta";
import vite from "./templates/vite.config.ts.eta";
import index from "./templates/web/index.html.eta";
import pageSource from "./templates/web/main.ts.eta";
import style from "./templates/web/style.css.eta";

/** Releases that the tests of this project run with (package.json of this repository). */
export const pinned = {
  "@fastify/static": "10.1.11",
  "@types/node": "20.19.0",
  fastify: "5.12.8",
  typescript: "7.0.2",
  vite: "8.3.8",
} as const;

const serviceHost = "127.0.0.1";
/** Its start, its page, its container, its tests, and its README have it from here. */
const servicePort = 3000;
const serviceUrl = `http://${serviceHost}:${servicePort}`;

type Entries = Readonly<Record<string, string>>;

/** `package.json` of an application in TypeScript. */
export function manifestText(
  name: string,
  parts: { readonly scripts: Entries; readonly dependencies: Entries; readonly devDependencies: Entries },
): string {
  const manifest = { name, version: "0.1.0", private: true, type: "module", engines: { node: ">=20.19" }, ...parts };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function packageText(name: string, chainside: string, deploys: boolean): string {
  const { "@fastify/static": files, fastify, ...tools } = pinned;
  return manifestText(name, {
    scripts: {
      build: "tsc -p . && vite build",
      start: "node dist/src/main.js",
      ...(deploys ? { deploy: "node dist/src/deploy.js" } : {}),
      web: "vite",
      test: "tsc -p . && cd dist && node --test",
    },
    dependencies: { "@fastify/static": files, chainside, fastify },
    devDependencies: tools,
  });
}

/** `chain.json`. */
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

/** What the page says, in the language of the one who makes the application. */
const pageTexts = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      call: t("Call"),
      send: t("Send"),
      simulate: t("Dry run"),
      token: t("Token of the service"),
      missing: t("Not deployed: no address in chain.json."),
    }).map(([key, text]) => [key, JSON.stringify(text)]),
  );

/** A line that asks the service for something. */
function exampleOf(modules: readonly [ModuleNames, ApplicationContract][]): string {
  const all = modules
    .flatMap(([{ module }, { functions }]) => functions.map((found) => ({ module, ...found })))
    .filter(({ declared }) => hasSample(declared.inputs));
  const found =
    all.find(({ reads, declared }) => reads && declared.inputs.length === 0 && declared.outputs.length > 0) ?? all[0];
  const base = `curl ${serviceUrl}/api`;
  if (!found) return base;
  const { module, route, declared, reads } = found;
  if (reads && declared.inputs.length === 0) return `${base}/${module}/${route}`;
  const shown = reads ? "" : ' -H "Authorization: Bearer $(cat api-token)"';
  return `${base}/${module}/${route}${reads ? "" : "/simulate"}${shown} --json ${jsonWord(sampleBody(declared.inputs))}`;
}

/** What the page of a service tells. */
interface ReadmeFacts {
  readonly name: string;
  readonly modules: readonly ModuleNames[];
  /** A contract that `npm run deploy` can deploy, with values for its constructor as a word of a command. */
  readonly deployed: { readonly module: string; readonly values: string } | undefined;
  /** A route to try. */
  readonly example: string;
}

/** `README.md` of a TypeScript service, in the chosen language. */
function typescriptReadme({ name, modules, deployed, example }: ReadmeFacts): string {
  const deployLine = deployed && `npm run deploy -- ${deployed.module} ${deployed.values}`;
  return page(
    `# ${name}`,
    t(
      "A service (Fastify) and a web page (Vite) for contracts on a FISCO BCOS 3.x chain. It was written by Chainside and is yours to change.",
    ),
    `## ${t("Start")}`,
    t(
      "Node.js 20.19 or newer. `chainside` in `package.json` may name a packed file (`file:…/chainside.tgz`) where npm doesn't have it.",
    ),
    block(["npm install", "npm run build", "npm test", "npm start"].join("\n")),
    t("The page and the routes are at {0}.", serviceUrl),
    ...(deployLine === undefined
      ? []
      : [
          t("Where a contract isn't deployed yet, deploy it, and put the address that is printed into `chain.json`:"),
          block(deployLine),
        ]),
    `## ${t("Settings")}`,
    table(
      [t("File or variable"), t("Meaning")],
      ["`chain.json`", t("nodes, group, paths of the TLS files, addresses of the contracts")],
      [
        "`ACCOUNT_KEY_FILE`",
        t("key file of the account that signs: PEM, PKCS#12, or keystore; without it the service only reads"),
      ],
      ["`ACCOUNT_PASSWORD`", t("password of the key file")],
      [
        "`ACCOUNT_SIGNER`, `CHAINSIDE_SIGNERS`",
        t(
          "instead: name of a remote signer or of a key on a device, and the file of signers that it stands in; for a device, install `pkcs11js` beside that file",
        ),
      ],
      ["`ACCOUNT_PIN`, `ACCOUNT_PIN_FILE`", t("PIN of the device, or a file with it")],
      ["`HOST`, `PORT`", t("where the service listens; usually {0} and {1}", serviceHost, servicePort)],
      ["`HOSTS`", t("names under which the service is asked, beside this machine's own, with commas between")],
      ["`API_TOKEN`, `API_TOKEN_FILE`", t("the token itself, or another file for it than `api-token`")],
      ["`CHAIN_SETTINGS`", t("another file instead of `chain.json`")],
    ),
    t(
      "What signs asks for a token: `Authorization: Bearer TOKEN`. It is made at the first start and kept in the file `api-token`; whoever has it signs with the service's account. Requests under another host name than this machine's or those of `{0}` are refused.",
      "HOSTS",
    ),
    `## ${t("Routes")}`,
    t(
      "`GET /api` lists all functions. A function that reads is `GET` without parameters, else `POST`; one that changes something is `POST`, and with `/simulate` behind it only tried. The body is JSON with the parameters by name; large integers are decimal texts.",
    ),
    block(example),
    `## ${t("Files")}`,
    table(
      [t("File or variable"), t("Meaning")],
      ["`src/contracts`", t("the contracts with their types; `chainside generate typescript` writes them again")],
      ["`src/routes`", t("a route for each function: {0}", modules.map(({ module }) => `\`${module}.ts\``).join(" "))],
      ["`src/app.ts`, `src/api.ts`", t("the service: errors, JSON, what routes have in common")],
      ["`web`", t("the page")],
      [
        "`test`",
        t(
          "tests on an embedded chain in the same process; change the values that contracts are deployed with where they refuse them",
        ),
      ],
    ),
    ...dockerParts(name, "chain.json", servicePort),
  );
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
    { path: "package.json", text: packageText(request.name, request.chainside, deploy !== undefined) },
    { path: "tsconfig.json", text: tsconfig({}) },
    { path: "vite.config.ts", text: vite({ port: servicePort }) },
    { path: "chain.json", text: chainText(request, modules) },
    { path: ".gitignore", text: ignored({ built: "node_modules/\ndist/" }) },
    { path: ".dockerignore", text: ignored({ built: "node_modules/\ndist/" }) },
    { path: "Dockerfile", text: docker({ port: servicePort }) },
    { path: "README.md", text: readme },
    { path: "src/api.ts", text: api({}) },
    { path: "src/app.ts", text: app({ modules: modules.map(([names]) => names) }) },
    { path: "src/main.ts", text: main({ port: servicePort }) },
    { path: "src/settings.ts", text: settings({}) },
    ...(deploy === undefined ? [] : [{ path: "src/deploy.ts", text: deploy }]),
    ...generated.map(({ name, text }) => ({ path: `src/contracts/${name}`, text })),
    ...modules.map(([names, contract]) => ({
      path: `src/routes/${names.module}.ts`,
      text: routesText(names, contract),
    })),
    {
      path: "web/index.html",
      text: index({ language: chosenLanguage() === "zh" ? "zh-CN" : "en", name: markupText(request.name) }),
    },
    { path: "web/main.ts", text: pageSource(pageTexts()) },
    { path: "web/style.css", text: style({}) },
    ...modules
      .filter(([, { deployable }]) => deployable)
      .map(([names, contract]) => ({
        path: `test/${names.module}.test.ts`,
        text: testText(names, contract, servicePort),
      })),
  ];
}
