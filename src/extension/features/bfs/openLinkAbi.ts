import * as vscode from "vscode";
import { clientError } from "../../../errors/clientError";
import { readLinkOperation } from "../../../operations/bfs/bfs";
import { jsonLimits, parseBoundedJson } from "../../../text/limits/boundedJson";
import { askFields } from "../../flows/operations/askFields";
import { showRecord } from "../../flows/records/showRecord";
import type { Target } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Opens the ABI of a link, or the one that the chain keeps of its contract. It ends in a document, which no operation's report is. */
export async function openLinkAbi(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const asked = { app, group, target, title: vscode.l10n.t("Open Link's ABI"), afresh: true } as const;
  const { path } = (await askFields(asked, readLinkOperation.fields)).values;
  const { readLinkWithAbi } = await import("../../../chain/services/bfs/readLink");
  const found = await readLinkWithAbi(group.session, path);
  if (!found) throw clientError("notALink", { path });
  let text = found.abi;
  if (text.trim() === "") {
    // The chain itself may have kept one with the deployment.
    const { getABI } = await import("../../../chain/rpc/contractCode");
    text = await getABI(group.session.client, found.address);
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
