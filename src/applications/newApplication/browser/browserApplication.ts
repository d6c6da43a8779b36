import { chosenLanguage, t } from "../../../text/catalogue";
import { markupText } from "../../../text/markdown";
import { deeperOrigin } from "../../origin";
import { generateModules } from "../../typescript/generateModules";
import { type ModuleNames, moduleNames } from "../../typescript/moduleNames";
import type { ApplicationFile, ApplicationRequest } from "../base/application";
import type { ApplicationContract } from "../base/applicationContract";
import ignored from "../base/gitignore.eta";
import { block, page, table } from "../base/readmeText";
import { argumentList } from "../typescript/contractText";
import index from "../typescript/templates/web/index.html.eta";
import style from "../typescript/templates/web/style.css.eta";
import { manifestText, pinned } from "../typescript/typescriptApplication";
import contract from "./templates/src/contract.ts.eta";
import contracts from "./templates/src/contracts.ts.eta";
import keys from "./templates/src/keys.ts.eta";
import main from "./templates/src/main.ts.eta";
import pageHelpers from "./templates/src/page.ts.eta";
import panels from "./templates/src/panels.css.eta";
import session from "./templates/src/session.ts.eta";
import settings from "./templates/src/settings.ts.eta";
import test from "./templates/test/contract.test.ts.eta";
import tsconfig from "./templates/tsconfig.json.eta";
import vite from "./templates/vite.config.ts.eta";

/** `README.md` of a page, in the chosen language. */
const browserReadme = (name: string): string =>
  page(
    `# ${name}`,
    t(
      "A web page (Vite) that calls contracts on a FISCO BCOS 3.x chain by itself, with keys in the browser. It was written by Chainside and is yours to change.",
    ),
    `## ${t("Start")}`,
    t(
      "Node.js 20.19 or newer. `chainside` in `package.json` may name a packed file (`file:…/chainside.tgz`) where npm doesn't have it.",
    ),
    block(["npm install", "npm test", "npm start"].join("\n")),
    t("`npm run build` writes the page into `dist`, for any web server."),
    `## ${t("Chain")}`,
    t(
      "Nodes since 3.16 answer pages of every origin; the embedded chain answers those that are allowed: `chainside devchain --allow-origin http://127.0.0.1:5173`. A page that was opened by https asks nodes with https alone, whose CA certificate the browser has to trust; it has no SM TLS.",
    ),
    `## ${t("Keys")}`,
    t(
      "Keys are in the browser's database (IndexedDB) of this page, each under a passphrase. Whoever changes the page's code gets the passphrase: serve it by https, and load no programs of others. For keys of value, sign outside of the page.",
    ),
    t(
      "Programs in the page that look for wallets (EIP-6963), such as wagmi, find this one, which asks before it signs.",
    ),
    `## ${t("Files")}`,
    table(
      [t("File or variable"), t("Meaning")],
      ["`src/settings.ts`", t("nodes and group")],
      ["`src/contracts.ts`", t("the contracts that the page shows, and their addresses")],
      ["`src/contracts`", t("the contracts with their types; `chainside generate typescript` writes them again")],
      ["`src/session.ts`", t("the connection, the wallet, and what it asks")],
      ["`src/keys.ts`, `src/contract.ts`, `src/page.ts`", t("the parts of the page")],
      [
        "`test`",
        t(
          "tests on an embedded chain in the same process; change the values that contracts are deployed with where they refuse them",
        ),
      ],
    ),
  );

type Module = readonly [ModuleNames, ApplicationContract];

function packageText(name: string, chainside: string): string {
  const { "@types/node": node, typescript, vite: bundler } = pinned;
  return manifestText(name, {
    scripts: {
      start: "vite",
      build: "tsc -p . --noEmit && vite build",
      test: "tsc -p . && cd out && node --test",
    },
    dependencies: { chainside },
    devDependencies: { "@types/node": node, typescript, vite: bundler },
  });
}

/** What the page says, in the language of the one who makes the application. */
const pageTexts = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      name,
      rdns: name,
      account: t("Account"),
      address: t("Address"),
      block: t("Block"),
      call: t("Call"),
      cancel: t("Cancel"),
      chain: t("Chain"),
      chainQuestion: t("Switch to this chain?"),
      confirm: t("Confirm"),
      connect: t("Connect"),
      connectQuestion: t("Show this account to the program?"),
      contract: t("Contract"),
      create: t("Create"),
      data: t("Data"),
      deploy: t("Deploy"),
      events: t("Events"),
      exportKey: t("Show private key"),
      function: t("Function"),
      group: t("Group (empty: the only one)"),
      key: t("Signing key"),
      keyName: t("Name"),
      keysTitle: t("Keys in this browser"),
      lock: t("Lock"),
      message: t("Message"),
      messageQuestion: t("Sign this message?"),
      newContract: t("New contract"),
      newKey: t("New key"),
      newPassphrase: t("Passphrase (at least 8 characters)"),
      noAddress: t("Deploy the contract, or enter its address."),
      node: t("Node"),
      nobodySigns: t("No key is unlocked: the page only reads."),
      notConnected: t("Not connected"),
      passphrase: t("Passphrase"),
      privateKey: t("Private key (empty: a new one)"),
      remove: t("Remove"),
      removeQuestion: t("Remove this key? It's gone unless you have its private key."),
      send: t("Send"),
      signs: t("Signs:"),
      to: t("To"),
      transactionQuestion: t("Sign and send this transaction?"),
      unlock: t("Unlock"),
      value: t("Amount"),
    }).map(([key, text]) => [key, key === "rdns" ? text : JSON.stringify(text)]),
  );

/** `src/contracts.ts`: how the page calls each contract. */
function contractList(modules: readonly Module[], addresses: ApplicationRequest["addresses"]): string {
  return contracts({
    contracts: modules.map(([{ module, constant }, { source, abi, functions, deployable }]) => {
      const events = abi.events.filter(({ anonymous }) => !anonymous);
      const isOverloaded = (name: string): boolean => events.filter((each) => each.name === name).length > 1;
      return {
        ...{ module, constant },
        imported: deployable ? `${constant}Abi, ${constant}Artifact` : `${constant}Abi`,
        name: JSON.stringify(source.artifact.name),
        functions: JSON.stringify(
          functions.map(({ declared, index, reads, overloaded }) => ({
            member: overloaded ? declared.signature : declared.name,
            ...{ index, reads },
          })),
        ),
        events: JSON.stringify(events.map(({ name, signature }) => (isOverloaded(name) ? signature : name))),
        address: JSON.stringify(addresses[source.artifact.name] ?? null),
        code: deployable ? `${constant}Artifact` : "undefined",
      };
    }),
  });
}

/** All files of a page without a server of its own: Vite, a wallet with keys in the browser, tests on `chainside/testing`. */
export function browserApplication(
  request: ApplicationRequest,
  applicationContracts: readonly ApplicationContract[],
): ApplicationFile[] {
  const { name, chain, chainside, addresses } = request;
  const generated = generateModules(
    applicationContracts.map(({ source: { artifact, origin } }) => ({
      artifact,
      origin: deeperOrigin(origin, "src/contracts"),
    })),
    { bytecode: true, client: true },
  );
  const modules = generated.flatMap(({ name: file }, at): Module[] => {
    const found = applicationContracts[at];
    return found ? [[moduleNames(file.slice(0, -".ts".length)), found]] : [];
  });
  const texts = pageTexts(name);
  const language = chosenLanguage() === "zh" ? "zh-CN" : "en";
  return [
    { path: "package.json", text: packageText(name, chainside) },
    { path: "tsconfig.json", text: tsconfig({}) },
    { path: "vite.config.ts", text: vite({}) },
    { path: ".gitignore", text: ignored({ built: "node_modules/\ndist/\nout/" }) },
    { path: "README.md", text: browserReadme(name) },
    { path: "src/index.html", text: index({ language, name: markupText(name) }) },
    { path: "src/style.css", text: `${style({})}${panels({})}` },
    {
      path: "src/settings.ts",
      text: settings({ url: JSON.stringify(chain.urls), group: JSON.stringify(chain.group ?? "") }),
    },
    { path: "src/main.ts", text: main(texts) },
    { path: "src/page.ts", text: pageHelpers(texts) },
    { path: "src/session.ts", text: session(texts) },
    { path: "src/keys.ts", text: keys(texts) },
    { path: "src/contract.ts", text: contract(texts) },
    { path: "src/contracts.ts", text: contractList(modules, addresses) },
    ...generated.map(({ name: file, text }) => ({ path: `src/contracts/${file}`, text })),
    ...modules
      .filter(([, { deployable }]) => deployable)
      .map(([names, { abi, source }]) => ({
        path: `test/${names.module}.test.ts`,
        text: test({
          ...names,
          title: JSON.stringify(source.artifact.name),
          args: abi.constructorInputs.length === 0 ? "" : argumentList(abi.constructorInputs),
        }),
      })),
  ];
}
