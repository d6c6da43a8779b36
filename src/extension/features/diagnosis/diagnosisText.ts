import * as vscode from "vscode";
import { createClient } from "../../../chain/client/client";
import type { ProbeReport, ProbeStep } from "../../../chain/probeConnection";
import { factPhrases, stepTitles } from "../../../chain/probeWords";
import type { ConnectionProfile } from "../../../chain/profile/checkedProfile";
import { listPeers, olderNodeNote, type PeerList } from "../../../chain/services/network/listPeers";
import type { CertificateFacts } from "../../../chain/transport/tlsMaterial";
import { decidePeers, peerDecisionLines, peerTitle } from "../../../nodeConfig/lists/decidePeers";
import { say } from "../../../text/catalogue";
import { clauses, labelled } from "../../../text/joining";
import { escapeMarkdown } from "../../../text/markdown";
import { sentence } from "../../kit/errors/complaint";
import type { ErrorReporter } from "../../kit/errors/errorReporter";
import type { Chainside } from "../../state/chainside";
import { openTransport } from "../../state/connections/connectionPorts";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

async function stepLines(step: ProbeStep, errors: ErrorReporter): Promise<string[]> {
  const title = say(stepTitles[step.name]);
  if (step.outcome === "skipped")
    return [`- – ${labelled(title, vscode.l10n.t("not needed, or an earlier step failed"))}`];
  if (step.outcome === "failed") {
    const { message, advice } = await errors.words(step.error);
    return [
      `- ✗ ${labelled(`**${title}**`, escapeMarkdown(message))}`,
      ...(advice === "" ? [] : ["", `  > ${escapeMarkdown(advice)}`, ""]),
    ];
  }
  const shown = clauses(factPhrases(step.facts, escapeMarkdown));
  return [`- ✓ ${shown === "" ? `**${title}**` : labelled(`**${title}**`, shown)}`];
}

function certificateLines(title: string, facts: CertificateFacts | undefined): string[] {
  if (!facts) return [];
  const expired = facts.expired ? ` **${vscode.l10n.t("expired")}**` : "";
  return [
    "",
    `**${title}**`,
    "",
    `- ${labelled(vscode.l10n.t("subject"), escapeMarkdown(facts.subject))}`,
    `- ${labelled(vscode.l10n.t("issuer"), escapeMarkdown(facts.issuer))}`,
    `- ${labelled(vscode.l10n.t("valid until"), escapeMarkdown(facts.validTo.slice(0, 10)))}${expired}`,
  ];
}

async function endpointLines(report: ProbeReport, errors: ErrorReporter): Promise<string[]> {
  const verdict = report.ok
    ? vscode.l10n.t("All checks passed for this address.")
    : vscode.l10n.t("This connection doesn't work with its current settings.");
  const lines = [`# ${escapeMarkdown(report.url)}`, "", `**${verdict}**`, ""];
  for (const step of report.steps) lines.push(...(await stepLines(step, errors)));
  if (report.workingUrl !== undefined && report.workingUrl !== report.url) {
    lines.push("", vscode.l10n.t("Try this address instead: {0}", escapeMarkdown(report.workingUrl)));
  }
  lines.push(
    ...certificateLines(vscode.l10n.t("Node certificate"), report.server),
    ...certificateLines(vscode.l10n.t("Node encryption certificate"), report.serverEncrypt),
    "",
  );
  return lines;
}

/** The report of a connection whose endpoints were probed, as Markdown. What all of them share stands once, at its end. */
export async function reportText(reports: readonly ProbeReport[], errors: ErrorReporter): Promise<string> {
  const lines: string[] = [];
  const working = reports.filter(({ ok }) => ok).length;
  if (reports.length > 1) {
    lines.push(vscode.l10n.t("Working addresses: {0} of {1}.", working, reports.length));
    if (working > 0 && working < reports.length)
      lines.push(vscode.l10n.t("The connection uses the first address that works, and the others if it fails."));
    lines.push("");
  }
  for (const report of reports) lines.push(...(await endpointLines(report, errors)));
  const files = reports.find((report) => report.files !== undefined)?.files;
  lines.push(
    ...certificateLines(vscode.l10n.t("Client certificate"), files?.client),
    ...certificateLines(vscode.l10n.t("Client encryption certificate"), files?.encrypt),
    ...certificateLines(vscode.l10n.t("CA certificate"), files?.ca),
  );
  return `${lines.join("\n")}\n`;
}

function linesOf(url: string, { variant, peers }: PeerList, folders: readonly NodeFolder[]): string[] {
  const decided = folders.map(({ node, lists }) => ({ node, lists, peers: decidePeers(lists, peers) }));
  return [
    vscode.l10n.t("Peers of {0}: {1}", url, peers.length),
    ...(variant === "2.x" ? [say(olderNodeNote(url))] : []),
    ...peers.map((peer) => `  ${peerTitle(peer)}`),
    ...(peers.length > 0 && decided.length > 0
      ? [
          "",
          vscode.l10n.t("What the access lists of this workspace's nodes say to them"),
          ...peerDecisionLines(decided),
        ]
      : []),
    "",
  ];
}

/**
 * The peers that each endpoint tells of, for people, and which of them the lists of the node folders of this workspace would refuse. An
 * endpoint that doesn't answer has its error in its place.
 */
export async function peersText(app: Chainside, profile: ConnectionProfile, signal: AbortSignal): Promise<string> {
  const folders = await app.nodeFolders.list();
  const lines: string[] = [];
  for (const url of profile.endpoints) {
    try {
      const transport = await openTransport(profile, url);
      try {
        lines.push(...linesOf(url, await listPeers(createClient(transport, profile.group), { signal }), folders));
      } finally {
        await transport.close();
      }
    } catch (error) {
      lines.push(url, `  ${await sentence(app, error)}`, "");
    }
  }
  return lines.join("\n");
}
