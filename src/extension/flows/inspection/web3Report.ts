import * as vscode from "vscode";
import { createHttpTransport } from "../../../chain/transport/httpTransport";
import { say } from "../../../text/catalogue";
import { labelled } from "../../../text/joining";
import { escapeMarkdown } from "../../../text/markdown";
import { toolConfigurations } from "../../../web3/diagnosis/configurations";
import { diagnoseWeb3 } from "../../../web3/diagnosis/diagnoseWeb3";
import { pointTitles, stateWords, type Web3Finding } from "../../../web3/diagnosis/web3Finding";

const timeoutMs = 5000;
const marks: Readonly<Record<Web3Finding["state"], string>> = { fine: "✓", differs: "△", unknown: "–", failed: "✗" };

function findingLines({ point, state, seen, consequence, advice }: Web3Finding): string[] {
  const title = `**${say(pointTitles[point])}**`;
  return [
    `- ${marks[state]} ${labelled(title, say(stateWords[state]))}`,
    "",
    `  ${escapeMarkdown(say(seen))}`,
    ...(consequence ? ["", `  ${escapeMarkdown(say(consequence))}`] : []),
    ...(advice ? ["", `  > ${escapeMarkdown(say(advice))}`] : []),
    "",
  ];
}

/**
 * What Ethereum's tools meet at a web3 port, and a configuration for each, as Markdown.
 * @throws what the signal was aborted with
 */
export async function web3Report(url: string, signal: AbortSignal): Promise<string> {
  const transport = createHttpTransport({ url, timeoutMs });
  try {
    const { facts, findings } = await diagnoseWeb3({ transport, url, timeoutMs, signal });
    const lines = [`# ${escapeMarkdown(url)}`, "", ...findings.flatMap(findingLines)];
    if (findings[0]?.state === "failed") return lines.join("\n");
    for (const { tool, language, text, fields = [] } of toolConfigurations(facts)) {
      lines.push(`## ${vscode.l10n.t("Configuration for {0}", tool)}`, "");
      if (language !== undefined) lines.push(`\`\`\`${language}`, text, "```", "");
      for (const [name, value] of fields) lines.push(`- ${labelled(say(name), escapeMarkdown(value))}`);
    }
    return lines.join("\n");
  } finally {
    await transport.close();
  }
}
