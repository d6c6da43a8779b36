import { join } from "node:path";
import * as vscode from "vscode";
import {
  type ApplicationKind,
  applicationKinds,
  type BuildTool,
  buildTools,
  isApplicationName,
  isJava,
} from "../../../applications/newApplication/base/application";
import type { ConnectionProfile } from "../../../chain/profile/checkedProfile";
import { askPackage } from "../../flows/commandLine/askPackage";
import { connectionArguments } from "../../flows/commandLine/commandLine";
import { runChainside } from "../../flows/commandLine/runChainside";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { askChoice, askChoices } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { askNewFolder, offerToOpen } from "../../kit/files/newFolder";
import { exists } from "../../kit/files/readFile";
import { showError } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import { isSolidity, saveSources } from "../../state/solidity/solidity";

/** Files with contracts: what the command was run on, those that the user ticks, or the source in the editor. @throws Cancelled */
async function askContracts(app: Chainside, target: Target, title: string): Promise<readonly vscode.Uri[]> {
  if (target.kind === "file" || target.kind === "artifact") return [target.uri.with({ fragment: "" })];
  const active = vscode.window.activeTextEditor?.document;
  const source = active && isSolidity(active) && active.uri.scheme === "file" ? [active.uri] : [];
  const known = [...source, ...(await app.artifacts.list()).map(({ uri }) => uri.with({ fragment: "" }))];
  const files = [...new Map(known.map((uri) => [uri.fsPath, uri])).values()];
  const choices = files.map((uri) => ({
    label: `$(file-code) ${vscode.workspace.asRelativePath(uri)}`,
    value: uri,
    picked: uri.fsPath === source[0]?.fsPath,
  }));
  const picked = await askChoices(choices, { title, placeHolder: vscode.l10n.t("Select contracts") });
  if (picked.length === 0) throw new Cancelled();
  return picked;
}

function askKind(title: string): Promise<ApplicationKind> {
  const labels: Record<ApplicationKind, { readonly label: string; readonly detail: string }> = {
    typescript: {
      label: vscode.l10n.t("TypeScript service"),
      detail: vscode.l10n.t("Fastify with a route for each function, and a web page"),
    },
    browser: {
      label: vscode.l10n.t("Web page with keys in the browser"),
      detail: vscode.l10n.t(
        "Calls the chain without a service of its own: a form for each function, keys under a passphrase",
      ),
    },
    java: {
      label: vscode.l10n.t("Java application"),
      detail: vscode.l10n.t("The official SDK, with a typed service for each contract"),
    },
    "spring-boot-3": {
      label: vscode.l10n.t("Spring Boot {0} service", "3"),
      detail: vscode.l10n.t("Java {0}, a REST controller for each contract, and an OpenAPI page", "17"),
    },
    "spring-boot-2": {
      label: vscode.l10n.t("Spring Boot {0} service", "2.7"),
      detail: vscode.l10n.t("Java {0}, a REST controller for each contract, and an OpenAPI page", "8"),
    },
  };
  const choices = applicationKinds.map((value) => ({ ...labels[value], value }));
  return askChoice(choices, { title, placeHolder: vscode.l10n.t("Select the kind of application") });
}

/** @throws Cancelled */
function askBuildTool(title: string): Promise<BuildTool> {
  const labels: Record<BuildTool, string> = { maven: "Maven", gradle: "Gradle" };
  const choices = buildTools.map((value) => ({ label: labels[value], value }));
  return askChoice(choices, { title, placeHolder: vscode.l10n.t("Select the build tool") });
}

interface ChosenChain {
  readonly profile: ConnectionProfile;
  readonly groupId: string | undefined;
}

/** The active group first, then other connections, then none. @throws Cancelled */
function askChain(app: Chainside, title: string): Promise<ChosenChain | undefined> {
  const { all, groups, activeGroup } = app.connections;
  const open = [...groups]
    .sort((one, other) => Number(other === activeGroup) - Number(one === activeGroup))
    .map(({ connection: { name, profile }, groupId }) => ({
      label: `$(link) ${name}`,
      description: groupId,
      value: { profile, groupId },
    }));
  const closed = all
    .filter((connection) => connection.groups.length === 0)
    .map(({ name, profile }) => ({
      label: `$(debug-disconnect) ${name}`,
      description: "",
      value: { profile, groupId: profile.group || undefined },
    }));
  const none = { label: vscode.l10n.t("No connection"), description: "http://127.0.0.1:20200", value: undefined };
  return askChoice<ChosenChain | undefined>([...open, ...closed, none], {
    title,
    placeHolder: vscode.l10n.t("Select the chain it calls"),
  });
}

/** Writes an application for contracts, as `chainside new application` does, and offers to open it. @throws Cancelled */
export async function newApplication(app: Chainside, target: Target): Promise<void> {
  if (!(await mayRun())) return;
  const title = vscode.l10n.t("New Application");
  const contracts = await askContracts(app, target, title);
  const kind = await askKind(title);
  const java = isJava(kind) ? { build: await askBuildTool(title), packageName: await askPackage(title) } : undefined;
  const chain = await askChain(app, title);
  const folder = await askNewFolder({
    title,
    prompt: vscode.l10n.t("Name of the application, which is its folder's too"),
    value: "contract-service",
    isName: isApplicationName,
  });
  await saveSources(contracts);
  const paths = contracts.map(({ fsPath }) => fsPath);
  const [first] = contracts;
  const cwd = (first && vscode.workspace.getWorkspaceFolder(first))?.uri.fsPath ?? join(paths[0] ?? "", "..");
  const words = [
    "--kind",
    kind,
    "--out",
    folder.fsPath,
    ...(java ? ["--build", java.build, "--package", java.packageName] : []),
    "--locale",
    vscode.env.language,
    ...(chain ? connectionArguments({ ...chain.profile, groupId: chain.groupId }, "--key") : []),
  ];
  const code = await runChainside(app, "chainside new application", ["new", "application", ...paths, ...words], cwd);
  if (code !== 0 || !(await exists(vscode.Uri.joinPath(folder, "README.md")))) {
    void showError(vscode.l10n.t("The application wasn't written. See the task's terminal for the reason."));
    return;
  }
  if (vscode.workspace.getWorkspaceFolder(folder)) app.generated.lookIn(folder).catch(app.errors.log);
  offerToOpen(folder, vscode.l10n.t("The application is in {0}.", folder.fsPath), app.errors.show);
}
