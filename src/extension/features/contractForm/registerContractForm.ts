import * as vscode from "vscode";
import type { FormRequest, FormState } from "../../../webview/contractForm/messages";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On, Target } from "../../kit/commands/target";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { ContractFormPanel } from "./contractFormPanel";
import type { FormContent } from "./formSubject";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.openContractForm": On<"contract" | "path" | "group">;
    "chainside.openDeploymentForm": On<"artifact" | "file" | "group">;
  }
}

type Forms = OpenPages<FormContent, ContractFormPanel>;

/** The state of a page comes from the window's memory: what is not as it should be is left alone. */
function restoredContent(state: unknown): FormContent | undefined {
  const { subject, place, where, functions, libraries } = ((state ?? {}) as Partial<FormState>).start ?? {};
  const isText = (value: unknown): value is string => typeof value === "string";
  if (!subject || !Array.isArray(functions) || !Array.isArray(libraries) || !isText(place) || !isText(where)) {
    return undefined;
  }
  const what = subject.kind === "contract" ? subject.target : subject.artifact;
  return [subject.groupId, subject.name, what].every(isText)
    ? { subject, place, where, functions, libraries }
    : undefined;
}

/** The forms that are open, one a contract or compiled file. */
const formPages = (app: Chainside): Forms =>
  new OpenPages<FormContent, ContractFormPanel>({
    viewType: "chainside.contractForm",
    key: ({ subject }) =>
      `${subject.groupId} ${subject.kind === "contract" ? subject.target.toLowerCase() : subject.artifact}`,
    title: ({ subject }) => subject.name,
    make: async (panel, content, closed) => {
      const { ContractFormPanel } = await import("./contractFormPanel");
      return new ContractFormPanel(app, panel, content, closed);
    },
    restore: restoredContent,
    // A page that is seen is a view of its chain.
    restored: () => app.connections.restore(),
  });

async function openForm(forms: Forms, content: FormContent, first: FormRequest | undefined): Promise<void> {
  const known = forms.find(content);
  if (known && !known.shows(content)) known.dispose();
  const form = await forms.open(content);
  if (first) form.request(first);
}

/** What another part of the extension may want shown in the form. */
const firstOf = (target: Target): FormRequest | undefined =>
  target.kind === "contract" || target.kind === "artifact" ? target.first : undefined;

async function openContract(app: Chainside, forms: Forms, group: ChainGroup, target: Target): Promise<void> {
  const { callTarget, givenContract } = await import("../../flows/target/callTarget");
  const { contractContent } = await import("./formSubject");
  const { contract, chosen } = await callTarget(app, group, target, vscode.l10n.t("Open Contract Form"));
  const first = firstOf(target) ?? (chosen ? { signature: chosen.signature } : undefined);
  await openForm(
    forms,
    contractContent(group, contract, givenContract(target).address ?? contract.foundBy?.path ?? contract.address),
    first,
  );
}

async function openDeployment(app: Chainside, forms: Forms, group: ChainGroup, target: Target): Promise<void> {
  const { targetArtifact } = await import("../../flows/target/targetArtifact");
  const { deploymentContent } = await import("./formSubject");
  const loaded = await targetArtifact(app, target, vscode.l10n.t("Open Deployment Form"), group);
  await openForm(forms, deploymentContent(group, loaded), firstOf(target));
}

/** The form page: functions of a contract or a constructor with typed inputs, also after the window was loaded anew. */
export function registerContractForm(app: Chainside): vscode.Disposable {
  const forms = formPages(app);
  return vscode.Disposable.from(
    forms,
    registerTargetCommands(app, {
      "chainside.openContractForm": reads((group, target) => openContract(app, forms, group, target)),
      "chainside.openDeploymentForm": reads((group, target) => openDeployment(app, forms, group, target)),
    }),
  );
}
