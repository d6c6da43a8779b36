import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { jsonLimits, parseBoundedJson } from "../../../text/limits/boundedJson";
import { signLink } from "../../flows/operations/signLink";
import { signOperation } from "../../flows/operations/signOperation";
import { showRecord } from "../../flows/records/showRecord";
import { askResolvedContract } from "../../flows/target/askContractAddress";
import { reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import { askChoice, askText } from "../../kit/asking/ask";
import { showResult } from "../../kit/asking/showResult";
import type { On, Target } from "../../kit/commands/target";
import { complaint } from "../../kit/errors/complaint";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.bfsMakeDirectory": On<"path" | "group">;
    "chainside.bfsLink": On<"path" | "contract" | "group">;
    "chainside.bfsTouch": On<"path" | "group">;
    "chainside.bfsReadLink": On<"path" | "group">;
    "chainside.openLinkAbi": On<"path" | "group">;
    "chainside.bfsFix": On<"group">;
  }
}

/** Repairs what an upgrade from before 3.3 left behind. */
async function repairBfs(app: Chainside, group: WritableGroup): Promise<void> {
  const { repairOperation } = await import("../../../operations/bfs/bfs");
  await signOperation(app, group, repairOperation, {});
  group.notify("bfs");
  void showInformation(vscode.l10n.t("The BFS directories are in order."));
}

/** The clicked directory, as the beginning of a path; `/apps/` from the palette. */
function startOf(target: Target): string {
  return target.kind === "path" && target.entryType === "directory" ? `${target.path.replace(/\/$/, "")}/` : "/apps/";
}

async function askPath(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
  prompt: string,
): Promise<string> {
  const { requireCreatablePath } = await import("../../../chain/services/bfs/bfsPath");
  const start = startOf(target);
  const text = await askText({
    title,
    prompt,
    value: start,
    validate: (path) =>
      path.trim() === start
        ? vscode.l10n.t("Enter a name after {0}", start)
        : complaint(app, () => void requireCreatablePath(group.session, path.trim())),
  });
  return text.trim();
}

async function makeDirectory(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Create BFS Directory");
  const path = await askPath(
    app,
    group,
    target,
    title,
    vscode.l10n.t("Enter the path of the new directory below /apps or /tables"),
  );
  const { makeDirectoryOperation } = await import("../../../operations/bfs/bfs");
  await signOperation(app, group, makeDirectoryOperation, { path });
  group.notify("bfs");
}

async function makeLink(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Link Contract in BFS");
  const found = await askResolvedContract(app, group, target, title);
  const { address } = found;
  const abi = app.knownContracts.find(group, address)?.abi ?? "";
  const path = await askPath(
    app,
    group,
    target,
    title,
    vscode.l10n.t("Enter the path of the link, such as /apps/Hello/1.0"),
  );
  await signLink(app, group, { path, address, abi }, { found: [found] });
}

async function touchEntry(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Touch BFS Entry");
  const path = await askPath(
    app,
    group,
    target,
    title,
    vscode.l10n.t("Enter the path of the new entry below /apps or /tables"),
  );
  const type = await askChoice<"directory" | "link" | "contract">(
    [
      { label: `$(folder) ${vscode.l10n.t("directory")}`, value: "directory" },
      { label: `$(link) ${vscode.l10n.t("link")}`, value: "link" },
      { label: `$(file-code) ${vscode.l10n.t("contract")}`, value: "contract" },
    ],
    { title, placeHolder: vscode.l10n.t("Select the entry type") },
  );
  const { touchOperation } = await import("../../../operations/bfs/bfs");
  await signOperation(app, group, touchOperation, { path, type });
  group.notify("bfs");
}

async function askLinkPath(target: Target, title: string): Promise<string> {
  if (target.kind === "path") return target.path;
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Enter the path of the link, such as /apps/Hello/1.0"),
    value: "/apps/",
  });
  const { absoluteBfsPath } = await import("../../../chain/services/bfs/bfsPath");
  return absoluteBfsPath(text);
}

async function foundLink(group: ChainGroup, path: string): Promise<{ address: string; abi: string }> {
  const { readLinkWithAbi } = await import("../../../chain/services/bfs/readLink");
  const found = await readLinkWithAbi(group.session, path);
  if (!found) throw clientError("notALink", { path });
  return found;
}

async function showLink(group: ChainGroup, target: Target): Promise<void> {
  const path = await askLinkPath(target, vscode.l10n.t("Show Link Target"));
  const { address } = await foundLink(group, path);
  showResult(`${path} → ${address}`, address);
}

async function openLinkAbi(group: ChainGroup, target: Target): Promise<void> {
  const path = await askLinkPath(target, vscode.l10n.t("Open Link's ABI"));
  const { address, abi } = await foundLink(group, path);
  let text = abi;
  if (text.trim() === "") {
    // The chain itself may have kept one with the deployment.
    const { getABI } = await import("../../../chain/rpc/contractCode");
    text = await getABI(group.session.client, address);
  }
  if (text.trim() === "") {
    void showInformation(vscode.l10n.t("Neither the link {0} nor its contract has an ABI.", path));
    return;
  }
  let shown = text;
  try {
    shown = `${JSON.stringify(parseBoundedJson(text, jsonLimits.plain), undefined, 2)}\n`;
  } catch {
    // Every account may keep any text with a link: it is shown as it is.
  }
  await showRecord(`ABI ${path}`, { text: shown, links: [] }, "json");
}

/** What can be made in the chain's file system. */
export function registerBfs(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.bfsMakeDirectory": writes((group, target) => makeDirectory(app, group, target)),
    "chainside.bfsLink": writes((group, target) => makeLink(app, group, target)),
    "chainside.bfsTouch": writes((group, target) => touchEntry(app, group, target)),
    "chainside.bfsReadLink": reads((group, target) => showLink(group, target)),
    "chainside.bfsFix": writes((group) => repairBfs(app, group)),
    "chainside.openLinkAbi": reads((group, target) => openLinkAbi(group, target)),
  });
}
