import { t } from "../../../text/catalogue";
import { block, page, table } from "../base/readmeText";

/** `README.md` of a page, in the chosen language. */
export const browserReadme = (name: string): string =>
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
