import { t } from "../../../text/catalogue";
import type { ModuleNames } from "../../typescript/moduleNames";
import { block, dockerParts, page, table } from "../base/readmeText";

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
export function typescriptReadme({ name, modules, deployed, example }: ReadmeFacts): string {
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
    t("The page and the routes are at {0}.", "http://127.0.0.1:3000"),
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
      ["`HOST`, `PORT`", t("where the service listens; usually 127.0.0.1 and 3000")],
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
    ...dockerParts(name, "chain.json", 3000),
  );
}
