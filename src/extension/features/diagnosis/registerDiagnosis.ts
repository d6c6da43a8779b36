import * as vscode from "vscode";
import type { ProbeReport } from "../../../chain/probeConnection";
import type { ConnectionProfile } from "../../../chain/profile/checkedProfile";
import { ChainError } from "../../../errors/chainError";
import { toChainError } from "../../../errors/dictionary";
import { listed } from "../../../text/joining";
import { fileName } from "../../../text/sourceNames";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import type { On, Target } from "../../kit/commands/target";
import { MadeTexts } from "../../kit/files/madeTexts";
import { shownDocument } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import type { Connection } from "../../state/connections/connection";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.diagnoseConnection": On<"connection" | "text">;
    "chainside.listPeers": On<"connection" | "text">;
  }
}

/** Whether a node's web3 port answers where its own interface was looked for. */
const isWeb3Port = ({ steps }: ProbeReport): boolean =>
  steps.some((step) => step.outcome === "failed" && step.error.code === "web3Port");

type Subject = Pick<ConnectionProfile, "name" | "endpoints" | "group" | "tls">;

/** The connection with this address: the one in trouble where several have it. */
function connectionWith(known: readonly Connection[], url: string): Connection | undefined {
  const having = known.filter(({ profile }) => profile.endpoints.some((each) => each.trim() === url));
  return having.find(({ state }) => state.kind === "failed") ?? having[0];
}

/** What to look into: the clicked connection, one of the known ones, or an address. @throws Cancelled */
async function askSubject(app: Chainside, target: Target, title: string): Promise<Subject> {
  const known = app.connections.all;
  const clicked =
    target.kind === "connection"
      ? target.connection
      : target.kind === "text"
        ? connectionWith(known, target.text)
        : undefined;
  if (clicked) return clicked.profile;
  const chosen =
    known.length === 0
      ? undefined
      : await askChoice<Subject | undefined>(
          [
            ...known.map(
              (connection): Choice<Subject | undefined> => ({
                label: `$(plug) ${connection.name}`,
                description: listed(connection.profile.endpoints),
                value: connection.profile,
              }),
            ),
            { label: `$(edit) ${vscode.l10n.t("Another address…")}`, alwaysShow: true, value: undefined },
          ],
          { title },
        );
  if (chosen) return chosen;
  const { askEndpoints } = await import("../../flows/connections/askEndpoints");
  const prompt = vscode.l10n.t("JSON-RPC address of a node. Separate several addresses of one chain with commas");
  const endpoints = await askEndpoints(app, { title, prompt, secure: false });
  return { name: listed(endpoints), endpoints, group: "" };
}

async function diagnose(app: Chainside, target: Target, reports: MadeTexts): Promise<void> {
  const title = vscode.l10n.t("Diagnose Connection");
  const subject = await askSubject(app, target, title);
  const text = await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Checking {0}…", subject.name),
      cancellable: true,
    },
    async (_, cancelled) => {
      const [{ probeConnection }, { readTlsMaterial }, { reportText }] = await Promise.all([
        import("../../../chain/probeConnection"),
        import("../../../chain/transport/tlsMaterial"),
        import("./diagnosisText"),
      ]);
      const read = subject.tls ? await readTlsMaterial(subject.tls).catch(toChainError) : undefined;
      const filesError = read instanceof ChainError ? read : undefined;
      const tls = read instanceof ChainError ? undefined : read;
      const probes = await Promise.all(
        subject.endpoints.map((url) =>
          probeConnection({
            url,
            tls,
            filesError,
            signal: cancelled,
            ...(subject.group === "" ? {} : { group: subject.group }),
          }),
        ),
      );
      const report = await reportText(probes, app.errors);
      // an Ethereum port is none that the extension connects to, but one that has more to be said of
      const ports = probes.filter(isWeb3Port).map(({ url }) => url);
      if (ports.length === 0) return report;
      const { web3Report } = await import("../../flows/inspection/web3Report");
      const more = await Promise.all(ports.map((url) => web3Report(url, cancelled)));
      return [report, ...more].join("\n\n");
    },
  );
  const uri = reports.add(`${fileName(subject.name)}.md`, String(Date.now()), shownDocument(text));
  await vscode.commands.executeCommand("markdown.showPreview", uri);
}

/** The peers of each endpoint, also of a node of 2.x, and what the lists of the workspace's nodes say to them. */
async function showPeers(app: Chainside, target: Target, reports: MadeTexts): Promise<void> {
  const subject = await askSubject(app, target, vscode.l10n.t("List Peers of a Node"));
  const text = await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Asking {0}…", subject.name),
      cancellable: true,
    },
    async (_, cancelled) =>
      (await import("./diagnosisText")).peersText(app, { access: "readOnly", ...subject }, cancelled),
  );
  const uri = reports.add(`${fileName(subject.name)}.txt`, String(Date.now()), shownDocument(text));
  await vscode.window.showTextDocument(uri);
}

/**
 * *Diagnose Connection*: how far each endpoint comes, what fails, and what to do about it, as a page to read and copy. *List Peers of a
 * Node*, as text.
 */
export function registerDiagnosis(app: Chainside): vscode.Disposable {
  const reports = new MadeTexts("chainside-report");
  return vscode.Disposable.from(
    reports,
    registerTargetCommands(app, {
      "chainside.diagnoseConnection": free((target) => diagnose(app, target, reports)),
      "chainside.listPeers": free((target) => showPeers(app, target, reports)),
    }),
  );
}
