import * as vscode from "vscode";
import type { ProbeReport, ProbeStep, ProbeStepName } from "../../chain/transport/probeConnection";
import type { CertificateFacts } from "../../chain/transport/tlsMaterial";
import { labelled } from "../app/labelled";
import type { ErrorReporter } from "../errors/errorReporter";

function stepTitles(): Readonly<Record<ProbeStepName, string>> {
  return {
    files: vscode.l10n.t("Certificate files"),
    tcp: vscode.l10n.t("TCP connection"),
    plain: vscode.l10n.t("Plain HTTP"),
    tls: vscode.l10n.t("TLS handshake"),
    jsonRpc: vscode.l10n.t("JSON-RPC"),
    group: vscode.l10n.t("Group"),
  };
}

/** Names of facts as the report writes them; what is not here is written as it is. */
function factName(name: string): string {
  const names: Readonly<Record<string, string>> = {
    ca: "CA",
    client: vscode.l10n.t("client certificate"),
    protocol: vscode.l10n.t("protocol"),
    subject: vscode.l10n.t("subject"),
    validTo: vscode.l10n.t("valid until"),
    groups: vscode.l10n.t("groups"),
    chainId: vscode.l10n.t("chain"),
    groupId: vscode.l10n.t("group"),
    suite: vscode.l10n.t("crypto suite"),
    nodeVersion: vscode.l10n.t("node version"),
    compatibilityVersion: vscode.l10n.t("compatibility version"),
    authEnabled: vscode.l10n.t("permissions enforced"),
  };
  return names[name] ?? name;
}

/** Text from outside, made harmless for Markdown. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]()<>#|~]/g, "\\$&").replaceAll("\n", " ");

async function stepLines(step: ProbeStep, errors: ErrorReporter): Promise<string[]> {
  const title = stepTitles()[step.name];
  if (step.outcome === "skipped") return [`- – ${labelled(title, vscode.l10n.t("not needed or not possible here"))}`];
  if (step.outcome === "failed") {
    const { message, advice } = await errors.words(step.error);
    return [
      `- ✗ ${labelled(`**${title}**`, plain(message))}`,
      ...(advice === "" ? [] : ["", `  > ${plain(advice)}`, ""]),
    ];
  }
  const facts = Object.entries(step.facts).filter(([, value]) => value !== "");
  const shown = facts
    .map(([name, value]) => (name === "ms" ? `${value} ms` : `${factName(name)} ${plain(String(value))}`))
    .join(", ");
  return [`- ✓ ${shown === "" ? `**${title}**` : labelled(`**${title}**`, shown)}`];
}

function certificateLines(title: string, facts: CertificateFacts | undefined): string[] {
  if (!facts) return [];
  const expired = facts.expired ? ` **${vscode.l10n.t("expired")}**` : "";
  return [
    "",
    `**${title}**`,
    "",
    `- ${labelled(vscode.l10n.t("subject"), plain(facts.subject))}`,
    `- ${labelled(vscode.l10n.t("issuer"), plain(facts.issuer))}`,
    `- ${labelled(vscode.l10n.t("valid until"), plain(facts.validTo))}${expired}`,
  ];
}

/** The report of a connection that was probed, as Markdown. */
export async function reportText(report: ProbeReport, errors: ErrorReporter): Promise<string> {
  const verdict = report.ok
    ? vscode.l10n.t("Everything this address needs works.")
    : vscode.l10n.t("This connection does not work as it is written.");
  const lines = [`# ${plain(report.url)}`, "", `**${verdict}**`, ""];
  for (const step of report.steps) lines.push(...(await stepLines(step, errors)));
  if (report.workingUrl !== undefined && report.workingUrl !== report.url) {
    lines.push("", vscode.l10n.t("This address works instead: {0}", report.workingUrl));
  }
  lines.push(
    ...certificateLines(vscode.l10n.t("Certificate of the node"), report.server),
    ...certificateLines(vscode.l10n.t("Client certificate"), report.files?.client),
    ...certificateLines(vscode.l10n.t("CA certificate"), report.files?.ca),
  );
  return `${lines.join("\n")}\n`;
}
