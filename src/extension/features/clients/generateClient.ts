import { join, relative } from "node:path";
import * as vscode from "vscode";
import { askPackage } from "../../flows/commandLine/askPackage";
import { runChainside } from "../../flows/commandLine/runChainside";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { askChoice, askText } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { exists } from "../../kit/files/readFile";
import { revealFolder } from "../../kit/files/showFile";
import { typedUri } from "../../kit/files/typedUri";
import { onButton, showError, showInformation } from "../../kit/messages/notify";
import { setting, updateSetting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import { isSolidity, saveSources } from "../../state/solidity/solidity";

const memoryKey = "javaClients";

/** What was answered last. */
interface Remembered {
  readonly packageName: string;
  readonly out: string;
  /** Folder of TypeScript modules. */
  readonly modules: string;
  /** Folder of packages for Go. */
  readonly bindings: string;
  /** Folder of contracts for Python. */
  readonly contracts: string;
}

/** What classes are made for: the file, contract or folder that the command was run on, the source in the editor, or the user's choice. */
async function askSource(app: Chainside, target: Target, title: string): Promise<vscode.Uri> {
  if (target.kind === "file" || target.kind === "artifact") return target.uri.with({ fragment: "" });
  const active = vscode.window.activeTextEditor?.document;
  if (active && isSolidity(active) && active.uri.scheme === "file") return active.uri;
  const known = (await app.artifacts.list()).map(({ name, uri }) => ({
    label: `$(file-code) ${name}`,
    description: vscode.workspace.asRelativePath(uri.with({ fragment: "" })),
    value: uri.with({ fragment: "" }),
  }));
  return askChoice(known, { title, placeHolder: vscode.l10n.t("Select a contract") });
}

/** @throws Cancelled */
async function askOut(title: string, prompt: string, value: string): Promise<string> {
  const validate = (text: string) => (text.trim() === "" ? vscode.l10n.t("Enter a folder.") : undefined);
  return (await askText({ title, prompt, value, validate })).trim();
}

interface Made {
  readonly language: "java" | "typescript" | "go" | "python";
  readonly title: string;
  /** Further words, and the folder of the files: in full, or from the workspace's on. */
  readonly ask: () => Promise<{ readonly words: readonly string[]; readonly out: string }>;
  readonly failed: string;
  readonly done: (place: string) => string;
}

async function generate(app: Chainside, target: Target, { language, title, ask, failed, done }: Made): Promise<void> {
  if (!(await mayRun())) return;
  const source = await askSource(app, target, title);
  await saveSources([source]);
  const folder = vscode.workspace.getWorkspaceFolder(source)?.uri ?? vscode.Uri.joinPath(source, "..");
  const { words, out } = await ask();
  const named = relative(folder.fsPath, source.fsPath) || ".";
  const args = ["generate", language, named, ...words];
  const code = await runChainside(app, `chainside generate ${language}`, args, folder.fsPath);
  const made = typedUri(out, folder);
  if (code !== 0 || !(await exists(made))) {
    void showError(failed);
    return;
  }
  // what lies elsewhere isn't looked for the next time, and not made again on save
  const isFollowed = vscode.workspace.getWorkspaceFolder(made) !== undefined;
  if (isFollowed) app.generated.lookIn(made).catch(app.errors.log);
  const reveal = vscode.l10n.t("Show in Explorer");
  const keep = vscode.l10n.t("Generate on Save");
  const isOffered = isFollowed && !setting("clients.generateOnSave", made);
  const asked = showInformation(done(vscode.workspace.asRelativePath(made)), reveal, ...(isOffered ? [keep] : []));
  onButton(asked, reveal, () => revealFolder(made), app.errors.show);
  const where = vscode.ConfigurationTarget.Workspace;
  onButton(asked, keep, () => updateSetting("clients.generateOnSave", true, where), app.errors.show);
}

/** Writes Java classes for the contracts of a file or folder, as `chainside generate java` does. @throws Cancelled */
export function generateJavaClient(app: Chainside, target: Target): Promise<void> {
  const title = vscode.l10n.t("Generate Java Client");
  return generate(app, target, {
    language: "java",
    title,
    ask: async () => {
      const last = app.context.workspaceState.get<Partial<Remembered>>(memoryKey) ?? {};
      const packageName = await askPackage(title, last.packageName);
      const prompt = vscode.l10n.t("Folder of Java sources, from the workspace's folder on");
      const out = await askOut(title, prompt, last.out ?? "src/main/java");
      await app.context.workspaceState.update(memoryKey, { ...last, packageName, out });
      return { words: ["--package", packageName, "--out", out], out: join(out, ...packageName.split(".")) };
    },
    failed: vscode.l10n.t("Not all Java classes were generated. See the task's terminal for the reason."),
    done: (place) => vscode.l10n.t("The Java classes are in {0}.", place),
  });
}

interface Flat {
  readonly language: "typescript" | "go" | "python";
  readonly title: string;
  readonly prompt: string;
  /** Under what the folder is remembered, and the usual one. */
  readonly key: "modules" | "bindings" | "contracts";
  readonly usual: string;
  readonly failed: string;
  readonly done: (place: string) => string;
}

/** What is written into one folder that is asked for. */
function generateInto(app: Chainside, target: Target, { prompt, key, usual, ...made }: Flat): Promise<void> {
  return generate(app, target, {
    ...made,
    ask: async () => {
      const last = app.context.workspaceState.get<Partial<Remembered>>(memoryKey) ?? {};
      const out = await askOut(made.title, prompt, last[key] ?? usual);
      await app.context.workspaceState.update(memoryKey, { ...last, [key]: out });
      return { words: ["--out", out], out };
    },
  });
}

/** Writes a TypeScript module for each contract of a file or folder, as `chainside generate typescript` does. @throws Cancelled */
export const generateTypeScriptClient = (app: Chainside, target: Target): Promise<void> =>
  generateInto(app, target, {
    language: "typescript",
    title: vscode.l10n.t("Generate TypeScript Client"),
    prompt: vscode.l10n.t("Folder of TypeScript modules, from the workspace's folder on"),
    key: "modules",
    usual: "src/contracts",
    failed: vscode.l10n.t("Not all TypeScript modules were generated. See the task's terminal for the reason."),
    done: (place) => vscode.l10n.t("The TypeScript modules are in {0}.", place),
  });

/** Writes what abigen of the Go SDK reads, as `chainside generate go` does. @throws Cancelled */
export const generateGoFiles = (app: Chainside, target: Target): Promise<void> =>
  generateInto(app, target, {
    language: "go",
    title: vscode.l10n.t("Generate Files for Go SDK"),
    prompt: vscode.l10n.t("Folder of Go packages, from the workspace's folder on"),
    key: "bindings",
    usual: "bindings",
    failed: vscode.l10n.t("Not all files for Go were written. See the task's terminal for the reason."),
    done: (place) => vscode.l10n.t("The files for Go are in {0}. Run go generate there to make the bindings.", place),
  });

/** Writes ABI and code as the Python SDK finds them, as `chainside generate python` does. @throws Cancelled */
export const generatePythonFiles = (app: Chainside, target: Target): Promise<void> =>
  generateInto(app, target, {
    language: "python",
    title: vscode.l10n.t("Generate Files for Python SDK"),
    prompt: vscode.l10n.t("Folder of the Python SDK's contracts, from the workspace's folder on"),
    key: "contracts",
    usual: "contracts",
    failed: vscode.l10n.t("Not all files for Python were written. See the task's terminal for the reason."),
    done: (place) => vscode.l10n.t("The files for Python are in {0}.", place),
  });
