import { homedir, hostname, release, tmpdir, userInfo } from "node:os";
import * as vscode from "vscode";
import { parseEndpoint } from "../../../chain/transport/endpoint";
import { type RedactionFacts, redacted } from "../../../text/redacted";
import { askChoice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import { issueText } from "./issueText";

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
