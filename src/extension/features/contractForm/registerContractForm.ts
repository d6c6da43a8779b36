import * as vscode from "vscode";
import { visibleLine } from "../../../text/visibleText";
import type { FormRequest, FormState } from "../../../webview/contractForm/messages";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { Target } from "../../flows/target/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { ContractFormPanel } from "./contractFormPanel";
import type { FormContent } from "./formSubject";

const viewType = "chainside.contractForm";

const keyOf = ({ subject }: Pick<FormContent, "subject">): string =>
  `${subject.groupId} ${subject.kind === "contract" ? subject.target.toLowerCase() : subject.artifact}`;

/** What a form shows of its subject: the same again needs no new page. */
const shownOf = ({ functions, libraries }: FormContent): string => JSON.stringify([functions, libraries]);

/** The forms that are open, one a contract or compiled file. */
class Forms implements vscode.Disposable {
  readonly #panels = new Map<string, { readonly form: ContractFormPanel; readonly shown: string }>();

  constructor(private readonly app: Chainside) {}

  async open(content: FormContent, first: FormRequest | undefined): Promise<void> {
    const known = this.#panels.get(keyOf(content));
    // Another contract may stand at the address since, on a chain that began anew; a file may have been compiled anew.
    if (known && known.shown !== shownOf(content)) known.form.dispose();
    if (known?.shown === shownOf(content)) known.form.show(first);
    else {
      const panel = vscode.window.createWebviewPanel(
        viewType,
        visibleLine(content.subject.name),
        vscode.ViewColumn.Active,
      );
      await this.take(panel, content, first);
    }
  }

  async take(panel: vscode.WebviewPanel, content: FormContent, first?: FormRequest): Promise<void> {
    const { ContractFormPanel } = await import("./contractFormPanel");
    const key = keyOf(content);
    const form: ContractFormPanel = new ContractFormPanel(this.app, panel, content, first, () => {
      if (this.#panels.get(key)?.form === form) this.#panels.delete(key);
    });
    this.#panels.set(key, { form, shown: shownOf(content) });
  }

  dispose(): void {
    for (const { form } of this.#panels.values()) form.dispose();
  }
}

/** What another part of the extension may want shown in the form. */
const firstOf = (target: Target): FormRequest | undefined =>
  target.kind === "contract" || target.kind === "artifact" ? target.first : undefined;

async function openContract(app: Chainside, forms: Forms, group: ChainGroup, target: Target): Promise<void> {
  const { callTarget, givenContract } = await import("../../flows/target/callTarget");
  const { contractContent } = await import("./formSubject");
  const { contract, chosen } = await callTarget(app, group, target, vscode.l10n.t("Open Contract Form"));
  const first = firstOf(target) ?? (chosen ? { signature: chosen.signature } : undefined);
  await forms.open(contractContent(group, contract, givenContract(target).address ?? contract.address), first);
}

async function openDeployment(app: Chainside, forms: Forms, group: ChainGroup, target: Target): Promise<void> {
  const { targetArtifact } = await import("../../flows/target/targetArtifact");
  const { deploymentContent } = await import("./formSubject");
  const loaded = await targetArtifact(app, target, vscode.l10n.t("Open Deployment Form"), group);
  await forms.open(deploymentContent(group, loaded), firstOf(target));
}

/** The form page: functions of a contract or a constructor with typed inputs, also after the window was loaded anew. */
export function registerContractForm(app: Chainside): vscode.Disposable {
  const forms = new Forms(app);
  return vscode.Disposable.from(
    forms,
    registerTargetCommands(app, {
      "chainside.openContractForm": reads((group, target) => openContract(app, forms, group, target)),
      "chainside.openDeploymentForm": reads((group, target) => openDeployment(app, forms, group, target)),
    }),
    vscode.window.registerWebviewPanelSerializer(viewType, {
      async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: FormState | undefined) {
        if (!state) panel.dispose();
        else {
          await forms.take(panel, state.start);
          // A page that is seen is a view of its chain.
          app.connections.restore();
        }
      },
    }),
  );
}
