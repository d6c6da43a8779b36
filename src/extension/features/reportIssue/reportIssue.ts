import { homedir, hostname, release, tmpdir, userInfo } from "node:os";
import * as vscode from "vscode";
import { parseEndpoint } from "../../../chain/transport/endpoint";
import { type RedactionFacts, redacted } from "../../../text/redacted";
import { askChoice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";

/** What is said of a group in a report: no name, no ID and no address of it. */
interface ReportedGroup {
  readonly embedded: boolean;
  readonly suite: string;
  readonly nodeVersion: string;
  readonly dataVersion: string;
  readonly permissions: boolean;
}

interface ReportedFacts {
  readonly extension: string;
  readonly vscode: string;
  readonly place: string;
  readonly system: string;
  readonly runtime: string;
  readonly language: string;
  readonly groups: readonly ReportedGroup[];
  /** Redacted already; undefined where the user leaves it out. */
  readonly log: string | undefined;
}

/** The reporter's form takes 65,536 characters; the newest lines are worth most. */
const logLength = 20_000;

const group = ({ embedded, suite, nodeVersion, dataVersion, permissions }: ReportedGroup): string =>
  `${embedded ? "embedded chain" : "chain"}, ${suite}, node ${nodeVersion}, data version ${dataVersion}, permissions ${permissions ? "on" : "off"}`;

/** Backquotes in the log would end its block. */
const fenced = (text: string): string => `\`\`\`\`text\n${text.replaceAll("````", "` ` ` `")}\n\`\`\`\``;

/** The body of an issue, in English: its reader is not its sender. */
export function issueText(facts: ReportedFacts): string {
  const rows = [
    ["Chainside", facts.extension],
    ["VS Code", `${facts.vscode} (${facts.place}, ${facts.language})`],
    ["System", facts.system],
    ["Runtime", facts.runtime],
    ...(facts.groups.length > 0 ? facts.groups.map((each) => ["Connected", group(each)]) : [["Connected", "no chain"]]),
  ];
  const sections = [
    "What happened, and what should have happened instead?\n\n",
    "Steps to reproduce:\n\n1. ",
    rows.map(([name, value]) => `* ${name}: ${value}`).join("\n"),
  ];
  if (facts.log !== undefined && facts.log !== "")
    sections.push(`Log of this window, redacted:\n\n${fenced(facts.log.slice(-logLength))}`);
  return `${sections.join("\n\n")}\n`;
}

type LogChoice = "redacted" | "withHosts" | "none";

/** The host of an address, also of one that is written without a scheme, as settings may have it. */
function hostsOf(url: string): string[] {
  try {
    return url === "" ? [] : [parseEndpoint(url).host];
  } catch {
    return [];
  }
}

/** This machine's idea of the user's home; a user ID without an account has none. */
function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

/** Hosts of all connections, named or not, and this machine's. */
function knownHosts({ connections }: Chainside): string[] {
  const urls = connections.all.flatMap(({ profile }) => [...profile.endpoints, profile.archive ?? ""]);
  const hosts = urls.flatMap(hostsOf);
  // In a browser this is the address of the server that VS Code came from, else a word such as `ssh-remote`.
  const [, server = ""] = /^(.*):\d+$/.exec(vscode.env.remoteName ?? "") ?? [];
  return [...new Set([...hosts, hostname(), server])].filter((name) => name !== "");
}

function homes(): string[] {
  const folders = [homedir(), process.env["HOME"], process.env["USERPROFILE"], accountHome()];
  return [...new Set(folders)].filter(
    (folder) => folder !== undefined && folder.length > 3 && folder !== tmpdir(),
  ) as string[];
}

function askLog(title: string): Promise<LogChoice> {
  return askChoice<LogChoice>(
    [
      {
        label: vscode.l10n.t("Include the redacted log"),
        description: vscode.l10n.t("without keys, passwords, home folders, and hosts"),
        value: "redacted",
      },
      {
        label: vscode.l10n.t("Include the log with hosts"),
        description: vscode.l10n.t("without keys, passwords, and home folders"),
        value: "withHosts",
      },
      { label: vscode.l10n.t("Leave the log out"), value: "none" },
    ],
    { title, placeHolder: vscode.l10n.t("Select what to report. You can edit everything before you send it") },
  );
}

/**
 * Asks what of the log may go along, and opens VS Code's issue reporter with versions and that log; where this VS Code has none, a
 * document with the same text. @throws Cancelled
 */
export async function reportIssue(app: Chainside): Promise<void> {
  const choice = await askLog(vscode.l10n.t("Report an Issue"));
  const facts: RedactionFacts = { homes: homes(), hosts: knownHosts(app), keepHosts: choice === "withHosts" };
  const { extension } = app.context;
  const issueBody = issueText({
    extension: String((extension.packageJSON as { version?: unknown }).version),
    vscode: vscode.version,
    place: redacted([vscode.env.appHost, vscode.env.remoteName].filter(Boolean).join(", "), facts),
    system: `${process.platform} ${process.arch} ${release()}`,
    runtime: `Node.js ${process.versions.node}`,
    language: vscode.env.language,
    groups: app.connections.groups.map(({ connection, session }) => ({
      embedded: connection.origin === "embedded",
      suite: session.suite.name,
      nodeVersion: session.nodeVersion,
      dataVersion: session.compatibilityVersion,
      permissions: session.authEnabled,
    })),
    log: choice === "none" ? undefined : redacted(app.logTail.text, facts),
  });
  try {
    await vscode.commands.executeCommand("workbench.action.openIssueReporter", {
      extensionId: extension.id,
      issueBody,
    });
  } catch (error) {
    app.errors.log(error);
    const document = await vscode.workspace.openTextDocument({ language: "markdown", content: issueBody });
    await vscode.window.showTextDocument(document);
  }
}
