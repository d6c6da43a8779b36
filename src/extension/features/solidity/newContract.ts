import * as vscode from "vscode";
import type { SourceFolder } from "../../../applications/newProject/contractTemplates";
import { askChoice, askText } from "../../kit/asking/ask";
import { runTask } from "../../kit/asking/runTask";
import { Cancelled } from "../../kit/errors/cancelled";
import { exists } from "../../kit/files/readFile";
import { pickFolder } from "../../kit/files/workspaceFolder";
import { writeChosen } from "../../kit/files/writeFile";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";

interface TemplateChoice {
  /** The contract that is named anew, of `contractTemplates`. */
  readonly file: string;
  readonly label: string;
  readonly detail: string;
  /** It imports OpenZeppelin from npm. */
  readonly needsOpenZeppelin: boolean;
}

const templates = (): readonly TemplateChoice[] => [
  {
    file: "Greeting",
    label: vscode.l10n.t("Greeting"),
    detail: vscode.l10n.t("One value, one event, and one revert with a reason. A good place to start."),
    needsOpenZeppelin: false,
  },
  {
    file: "TableAsset",
    label: vscode.l10n.t("Asset in a table"),
    detail: vscode.l10n.t("Balances in a table of the chain, which anyone can query from outside."),
    needsOpenZeppelin: false,
  },
  {
    file: "KeyValueStore",
    label: vscode.l10n.t("Key-value store"),
    detail: vscode.l10n.t("Texts by key, in a key-value table of the chain."),
    needsOpenZeppelin: false,
  },
  {
    file: "RoleRegistry",
    label: vscode.l10n.t("Register with roles"),
    detail: vscode.l10n.t("Records that only accounts with a role can add, and no one can change."),
    needsOpenZeppelin: false,
  },
  {
    file: "Token",
    label: vscode.l10n.t("Token (ERC-20)"),
    detail: vscode.l10n.t("Fungible token minted by its owner; OpenZeppelin from npm."),
    needsOpenZeppelin: true,
  },
  {
    file: "Collectible",
    label: vscode.l10n.t("Collectible (ERC-721)"),
    detail: vscode.l10n.t("Non-fungible tokens, each unique; OpenZeppelin from npm."),
    needsOpenZeppelin: true,
  },
  {
    file: "UpgradeableToken",
    label: vscode.l10n.t("Token behind a proxy (UUPS)"),
    detail: vscode.l10n.t("Fungible token whose owner can upgrade it; for Deploy as Proxy, OpenZeppelin from npm."),
    needsOpenZeppelin: true,
  },
  {
    file: "Escrow",
    label: vscode.l10n.t("Escrow behind a proxy (UUPS)"),
    detail: vscode.l10n.t(
      "Keeps tokens for a deal until they are released or given back; for Deploy as Proxy, OpenZeppelin from npm.",
    ),
    needsOpenZeppelin: true,
  },
  {
    file: "BeaconAccounts",
    label: vscode.l10n.t("Accounts behind a beacon"),
    detail: vscode.l10n.t("A proxy for each holder, all upgraded at once; OpenZeppelin from npm."),
    needsOpenZeppelin: true,
  },
  {
    file: "VersionedPrice",
    label: vscode.l10n.t("Upgradeable by version links"),
    detail: vscode.l10n.t("Versions of a contract at /apps/name/version, and one that uses them, without a proxy."),
    needsOpenZeppelin: false,
  },
];

/** @throws Cancelled */
export const askTemplate = (title: string): Promise<TemplateChoice> =>
  askChoice(
    templates().map((value) => ({ label: value.label, detail: value.detail, value })),
    { title, placeHolder: vscode.l10n.t("Select a contract type") },
  );

const nameForm = /^[A-Z][A-Za-z0-9_]{0,60}$/;

async function askFolder(): Promise<vscode.Uri> {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  if (only) return (others.length === 0 ? only : await pickFolder(vscode.l10n.t("New Contract"))).uri;
  const [chosen] = (await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false })) ?? [];
  if (!chosen) throw new Cancelled();
  return chosen;
}

/** Where the project keeps its sources: Foundry's `src` where it is Foundry's, else `contracts`. */
async function sourceFolder(root: vscode.Uri): Promise<SourceFolder> {
  return (await exists(vscode.Uri.joinPath(root, "foundry.toml"))) ? "src" : "contracts";
}

/** Writes a contract of a template, and its test; what is there already stays as it is. */
async function writeFiles(
  root: vscode.Uri,
  { file }: TemplateChoice,
  name: string,
  folder: SourceFolder,
): Promise<void> {
  const { contractTemplates, contractFiles } = await import("../../../applications/newProject/contractTemplates");
  const template = contractTemplates.find(({ contract }) => contract === file);
  for (const { path, text } of template ? contractFiles(template, name, folder) : []) {
    const uri = vscode.Uri.joinPath(root, path);
    if (!(await exists(uri))) await writeChosen(uri, text);
  }
}

/** Offers to install what the template imports, where it is not there. */
export async function offerPackage(root: vscode.Uri): Promise<void> {
  // npm would run what the folder says
  if (!vscode.workspace.isTrusted) return;
  if (await exists(vscode.Uri.joinPath(root, "node_modules/@openzeppelin/contracts/package.json"))) return;
  const install = vscode.l10n.t("Install from npm");
  const chosen = await showInformation(
    vscode.l10n.t("This contract imports OpenZeppelin, which isn't in node_modules yet."),
    install,
  );
  if (chosen !== install) return;
  // as of a missing package: sources need none of its scripts
  const words = ["install", "--ignore-scripts", "@openzeppelin/contracts"];
  await runTask({
    title: ["npm", ...words].join(" "),
    source: "Chainside",
    program: "npm",
    words,
    cwd: root.fsPath,
  });
}

/** Writes a contract that teaches FISCO BCOS, with its test, into the workspace under a name of the user's choice, and opens it. */
export async function newContract(app: Chainside): Promise<vscode.Uri> {
  const title = vscode.l10n.t("New Contract");
  const template = await askTemplate(title);
  const root = await askFolder();
  const folder = await sourceFolder(root);
  const isPlain = template.file !== "VersionedPrice";
  const name = isPlain
    ? await askText({
        title,
        prompt: vscode.l10n.t("Contract name"),
        value: template.file,
        validate: async (text) => {
          if (!nameForm.test(text)) return vscode.l10n.t("Enter a capital letter followed by letters and digits.");
          return (await exists(vscode.Uri.joinPath(root, folder, `${text}.sol`)))
            ? vscode.l10n.t("The file {0} already exists.", `${text}.sol`)
            : undefined;
        },
      })
    : template.file;
  const uri = vscode.Uri.joinPath(root, folder, `${name}.sol`);
  await writeFiles(root, template, name, folder);
  await vscode.window.showTextDocument(uri);
  if (template.needsOpenZeppelin) void offerPackage(root).catch(app.errors.log);
  return uri;
}
