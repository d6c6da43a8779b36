import { join } from "node:path";
import * as vscode from "vscode";
import { type AssistantProgram, assistantPrograms } from "../../../assistants/setup/assistantPrograms";
import { connectionArguments, launcherFolder } from "../../flows/commandLine/commandLine";
import { writeLaunchers } from "../../flows/commandLine/writeLaunchers";
import { mayRun } from "../../flows/nodes/runNodeScript";
import { askChoices } from "../../kit/asking/ask";
import { runTask } from "../../kit/asking/runTask";
import { Cancelled } from "../../kit/errors/cancelled";
import { exists } from "../../kit/files/readFile";
import { meantFolder, pickFolder } from "../../kit/files/workspaceFolder";
import { onButton, showError, showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Those whose files are there already are ticked. @throws Cancelled */
async function askPrograms(folder: vscode.Uri, title: string): Promise<readonly AssistantProgram[]> {
  const there = await Promise.all(assistantPrograms.map(({ file }) => exists(vscode.Uri.joinPath(folder, file))));
  const choices = assistantPrograms.map((program, at) => ({
    label: program.name,
    description: program.file,
    picked: there[at] === true || (program.id === "vscode" && !there.includes(true)),
    value: program,
  }));
  const picked = await askChoices(choices, {
    title,
    placeHolder: vscode.l10n.t("Select the programs that use the chain"),
  });
  if (picked.length === 0) throw new Cancelled();
  return picked;
}

/** What a server may do: what the connection allows; the accounts of an embedded chain sign, others only where a person adds `--key`. */
function permitArguments({ connection }: ChainGroup): readonly string[] {
  if (connection.access === "readOnly") return ["--access", "readOnly"];
  return connection.origin === "embedded" ? ["--access", "confirm", "--key", "dev0"] : ["--access", "confirm"];
}

/**
 * Writes a server for a group, and skills, into the project's files of assistants, as `chainside mcp --set-up` does.
 * @throws Cancelled
 */
export async function setUpAssistants(app: Chainside, group: ChainGroup): Promise<void> {
  if (!(await mayRun())) return;
  const title = vscode.l10n.t("Set Up Assistants");
  const { endpoints, tls } = group.connection.profile;
  const folder = meantFolder()?.uri ?? (await pickFolder(title)).uri;
  const programs = await askPrograms(folder, title);
  const place = launcherFolder(app.context);
  await writeLaunchers(app.context, place);
  const words = [
    ...["mcp", "--set-up", programs.map(({ id }) => id).join(","), "--workspace", folder.fsPath],
    ...permitArguments(group),
    ...connectionArguments({ endpoints, groupId: group.groupId, tls }),
  ];
  const program = join(place, process.platform === "win32" ? "chainside.cmd" : "chainside");
  const code = await runTask({
    title: "chainside mcp --set-up",
    source: "Chainside",
    program,
    words,
    cwd: folder.fsPath,
  });
  if (code !== 0) {
    void showError(vscode.l10n.t("The assistants weren't set up. See the task's terminal for the reason."));
    return;
  }
  const [first] = programs;
  const open = vscode.l10n.t("Open File");
  onButton(
    showInformation(
      vscode.l10n.t("The assistants' files are written. Each program asks you before it starts the server."),
      open,
    ),
    open,
    async () => first && vscode.window.showTextDocument(vscode.Uri.joinPath(folder, first.file)),
    app.errors.show,
  );
}
