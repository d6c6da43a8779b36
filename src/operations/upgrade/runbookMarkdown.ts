import { isKnownRelease } from "../../facts/releases/releases";
import { t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";
import { flagsOf, quorumText, runbookOf } from "./runbook";
import type { UpgradeFacts, UpgradeNode } from "./upgradeFacts";
import { upgradeFindings } from "./upgradeFindings";

/** Text of a chain or a folder in Markdown: nothing in it is a mark. */
const plain = (text: string): string => visibleLine(text).replace(/[\\`*_{}[\]<>#|]/g, "\\$&");

/** A line for a terminal, which begins with a program; else a sentence. */
const isCommand = (line: string): boolean => /^(?:bash|chainside) /.test(line);

const stateOf = ({ reachable, behind = 0 }: UpgradeNode): string =>
  !reachable ? t("unreachable") : behind > 0 ? t("{0} blocks behind", behind) : t("reachable");

/** One row of the table of nodes, for every front. */
export const nodeRow = (node: UpgradeNode): readonly string[] => [
  node.name,
  node.role ?? "",
  String(node.weight),
  node.program === undefined
    ? t("unknown")
    : node.versionFrom === "folder"
      ? t("{0}, as its last start printed", node.program)
      : node.program,
  stateOf(node),
];

const nodeColumns = (): readonly string[] => [t("Node"), t("Role"), t("Weight"), t("Program"), t("State")];

/** The way of a chain to a release as a page to print or to keep: what it is now, what speaks against it, and steps to tick off. */
export function runbookMarkdown(facts: UpgradeFacts): string {
  const { to, dataVersion, nodes, executor, authEnabled, flagsOn } = facts;
  const findings = upgradeFindings(facts);
  const row = (cells: readonly string[]): string => `| ${cells.map(plain).join(" | ")} |`;
  const columns = nodeColumns();
  const steps = runbookOf(facts).flatMap(({ title, does, locked, chainStands }, index) => [
    `### ${index + 1}. ${plain(title)}`,
    "",
    ...(locked ? [`**${plain(t("Locked for now."))}**`, ""] : []),
    ...(chainStands ? [`**${plain(t("No block is made while this lasts."))}**`, ""] : []),
    ...does.map((line) =>
      isCommand(line) ? `- [ ] \`${visibleLine(line).replaceAll("`", "'")}\`` : `- [ ] ${plain(line)}`,
    ),
    "",
  ]);
  const flags = flagsOf(facts);
  return [
    `# ${plain(t("Upgrade to {0}", to))}`,
    "",
    plain(labelled(t("Data version"), dataVersion)),
    ...(isKnownRelease(to) ? [] : [plain(t("{0} is unknown here.", to))]),
    ...(executor === undefined ? [] : [plain(labelled(t("Executor"), String(executor)))]),
    plain(authEnabled ? t("Permissions are on: the data version is raised by a proposal.") : t("Permissions are off.")),
    plain(t("{0} flags are on.", flagsOn.length)),
    "",
    plain(quorumText(facts)),
    "",
    `## ${plain(t("Nodes"))}`,
    "",
    row(columns),
    `|${" --- |".repeat(columns.length)}`,
    ...nodes.map((node) => row(nodeRow(node))),
    "",
    `## ${plain(t("To settle first"))}`,
    "",
    ...(findings.length === 0 ? [plain(t("Nothing was found."))] : []),
    ...findings.map(
      ({ severity, message, advice }) => `- **${severityWord(severity)}** ${plain(message)} ${plain(advice)}`,
    ),
    "",
    `## ${plain(t("Steps"))}`,
    "",
    ...steps,
    ...(flags.length === 0
      ? []
      : [
          `## ${plain(t("Flags that the data version switches on"))}`,
          "",
          ...flags.map(({ flag, effect }) => `- \`${flag}\`${effect === undefined ? "" : ` ${plain(effect)}`}`),
          "",
        ]),
  ].join("\n");
}

export function severityWord(severity: "blocker" | "warning" | "unknown"): string {
  switch (severity) {
    case "blocker":
      return t("Blocker");
    case "warning":
      return t("Warning");
    case "unknown":
      return t("Not looked at");
  }
}
