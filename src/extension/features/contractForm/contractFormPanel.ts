import * as vscode from "vscode";
import { readsOnly } from "../../../chain/abi/abiType";
import { draftsOfText } from "../../../chain/abi/argumentDraft";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import { takesAmounts, takesSignedCalls } from "../../../chain/services/compatibility";
import type { KnownAbi } from "../../../chain/services/contract/lookUpAbi";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import { clientError } from "../../../errors/clientError";
import type {
  FieldVerdict,
  FormCall,
  FormConnection,
  FormField,
  FormOutcome,
  FormProtocol,
  FormRequest,
  FormStart,
  FunctionDraft,
} from "../../../webview/contractForm/messages";
import { accountName, ownAccounts } from "../../flows/accounts/accountName";
import { askAddress } from "../../flows/target/askAddress";
import { requireGroup } from "../../flows/target/askGroup";
import { knownContractChoices } from "../../flows/target/choices";
import { contractAt, type FoundContract, findContract } from "../../flows/target/contractTarget";
import { runCommand } from "../../kit/commands/commands";
import { Cancelled } from "../../kit/errors/cancelled";
import { sentence } from "../../kit/errors/complaint";
import { copyAndSay, copyText, showWarning } from "../../kit/messages/notify";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { fieldVerdicts } from "./fieldVerdicts";
import { callInForm, deployInForm, failureInForm, namedDraft, sendInForm, tryOutInForm } from "./formActions";
import { contractContent, type FormContent, knownName } from "./formSubject";
import { formTexts } from "./formTexts";

/** One form page: checks what is typed, calls, tries out and sends through the one way to sign. No key comes near the page. */
export class ContractFormPanel implements vscode.Disposable {
  readonly #page: PagePanel<FormProtocol>;
  #contract: { group: ChainGroup; target: FoundContract } | undefined;

  constructor(
    private readonly app: Chainside,
    panel: vscode.WebviewPanel,
    private readonly content: FormContent,
    onClosed: () => void,
  ) {
    const { subject } = content;
    const start: FormStart = {
      ...content,
      connection: this.#connection(),
      texts: formTexts(),
    };
    const tellConnection = (): void => this.#page.tell("connection", this.#connection());
    const following = vscode.Disposable.from(
      app.connections.onDidChange(tellConnection),
      app.accounts.onDidChange(tellConnection),
    );
    const title = subject.kind === "contract" ? subject.name : vscode.l10n.t("Deploy {0}", subject.name);
    this.#page = new PagePanel<FormProtocol>(
      app,
      panel,
      { name: "contractForm", title, start },
      {
        asks: {
          check: (fields) => this.#check(fields),
          act: (call, signal) => this.#act(call, signal),
          paste: ({ signature, text }) => {
            const found = this.#inputs(signature);
            return draftsOfText(found.signature, found.inputs, text);
          },
          pickAddress: (label) => this.#pickAddress(label),
          copyData: (question) => this.#copyData(question),
          copyCommand: (question) => this.#copyCommand(question),
          debug: (question) => this.#debug(question),
        },
        says: { copy: copyText, open: (what) => this.#open(what) },
        ready: tellConnection,
        closed: () => {
          following.dispose();
          onClosed();
        },
      },
    );
  }

  /**
   * Whether the form would show the same: another contract may stand at the address by now, the link lead elsewhere, a proxy run other
   * code, or the file hold other functions.
   */
  shows({ functions, libraries, where }: FormContent): boolean {
    const shown = [this.content.functions, this.content.libraries, this.content.where];
    return JSON.stringify(shown) === JSON.stringify([functions, libraries, where]);
  }

  reveal(): void {
    this.#page.reveal();
  }

  /** Chooses a function, with its texts. */
  request(wanted: FormRequest): void {
    this.#page.show("show", wanted);
  }

  get #group(): ChainGroup | undefined {
    return this.app.connections.findGroup(this.content.subject.groupId);
  }

  #connection(): FormConnection {
    const group = this.#group;
    if (!group) {
      const note = vscode.l10n.t("{0} isn't connected. Your input is kept.", this.content.place);
      return {
        connected: false,
        writable: false,
        accounts: [],
        signer: "",
        callsAsSigner: false,
        takesAmounts: true,
        note,
      };
    }
    const { session, writable } = group;
    const account = this.app.accounts.active(group);
    return {
      connected: true,
      writable,
      accounts: ownAccounts(this.app, group).map(({ address }) => ({ address, label: accountName(this.app, address) })),
      signer: account?.address ?? "",
      callsAsSigner: writable && takesSignedCalls(session),
      takesAmounts: takesAmounts(session),
      note: "",
    };
  }

  /** @throws ChainError usage `notConnected`. */
  #requireGroup(): ChainGroup {
    return requireGroup(this.app, this.content.subject.groupId);
  }

  /**
   * The contract with its interface, as it is now: another program may have pointed a link or a proxy elsewhere. Then nothing is done, and
   * the form is opened again with the same texts.
   * @throws Cancelled, ChainError
   */
  async #target(group: ChainGroup, first: FormRequest): Promise<ContractTarget> {
    const { subject, where } = this.content;
    if (subject.kind !== "contract") throw new TypeError("a deployment has no contract yet");
    const kept = this.#contract?.group === group ? this.#contract.target : undefined;
    if (kept) {
      const { address, found } = await findContract(this.app, group, subject.target);
      if (address === kept.address && (!found || isSameAbi(found.abi, kept.plainAbi))) return kept;
    }
    const target = await contractAt(this.app, group, subject.target, subject.name);
    const now = contractContent(group, target, subject.target);
    this.#contract = { group, target };
    if (this.shows(now)) return target;
    void showWarning(
      now.where === where
        ? vscode.l10n.t("{0} runs other code now. Nothing was done. Check the form, and repeat.", subject.name)
        : vscode.l10n.t(
            "{0} leads to {1} now. Nothing was done. Check the form, and repeat.",
            subject.target,
            target.address,
          ),
    );
    void runCommand("chainside.openContractForm", { kind: "contract", address: subject.target, group, first });
    throw new Cancelled();
  }

  async #check(fields: readonly FormField[]): Promise<FieldVerdict[]> {
    const names = (address: string): string => {
      const group = this.#group;
      return group ? knownName(this.app, group, address) : "";
    };
    const { addressNamed } = await import("../../flows/target/addressNamed");
    const named = (text: string): string | undefined => {
      const group = this.#group;
      return group && addressNamed(this.app, group, text);
    };
    return fieldVerdicts(fields, names, named, (error) => sentence(this.app, error));
  }

  /** Parameters of a function, as the page was given them: pasting works without a connection. */
  #inputs(signature: string): Pick<AbiFunction, "inputs" | "signature"> {
    const found = this.content.functions.find((each) => each.signature === signature);
    if (!found) throw clientError("unknownFunction", { function: signature, candidates: "" });
    return { signature: found.name, inputs: found.inputs as AbiFunction["inputs"] };
  }

  async #pickAddress(label: string): Promise<string> {
    const group = this.#requireGroup();
    const others = knownContractChoices(this.app, group);
    const { name } = this.content.subject;
    return askAddress(this.app, group, { title: `${name} · ${label}`, placeHolder: label, others });
  }

  async #copyData({ signature, draft }: FormProtocol["asks"]["copyData"]["question"]): Promise<null> {
    const group = this.#requireGroup();
    const { subject } = this.content;
    if (subject.kind === "contract") {
      const { abi } = await this.#target(group, { signature, draft });
      const { values } = namedDraft(this.app, group, abi.getFunction(signature).inputs, ownDraft(draft));
      await copyAndSay(abi.encodeCall(signature, values));
    } else {
      const { artifactInterface } = await import("../../../chain/artifact/artifactInterface");
      const { deployableCode } = await import("../../../chain/artifact/readArtifact");
      const { artifact } = await this.#loaded(subject.artifact, group);
      const { suite } = group.session;
      const read = artifactInterface(artifact, suite);
      const { values, libraries } = namedDraft(this.app, group, read.constructorInputs, ownDraft(draft));
      await copyAndSay(read.encodeDeploy(deployableCode(artifact, suite.name, libraries), values));
    }
    return null;
  }

  async #debug({ signature, draft, from }: FormProtocol["asks"]["debug"]["question"]): Promise<null> {
    const group = this.#requireGroup();
    const { subject } = this.content;
    const { debugCallOfForm, debugDeploymentOfForm } = await import("./debugForm");
    if (subject.kind === "contract") {
      const contract = await this.#target(group, { signature, draft });
      const called = contract.abi.getFunction(signature);
      await debugCallOfForm({ app: this.app, group, contract, called, draft: ownDraft(draft), from });
    } else
      await debugDeploymentOfForm(this.app, group, await this.#loaded(subject.artifact, group), ownDraft(draft), from);
    return null;
  }

  async #copyCommand({ signature, draft, from }: FormProtocol["asks"]["copyCommand"]["question"]): Promise<null> {
    const group = this.#requireGroup();
    const { app } = this;
    const { subject } = this.content;
    const { copyCommand } = await import("../../flows/commandLine/copyCommandLine");
    const { terminalPath } = await import("../../flows/commandLine/ownShell");
    const account = from || app.accounts.active(group)?.address;
    if (subject.kind === "contract") {
      const contract = await this.#target(group, { signature, draft });
      const called = contract.abi.getFunction(signature);
      const { commandOfCall } = await import("../../flows/commandLine/transactionRequest");
      const kind = readsOnly(called) ? "call" : "send";
      const { values } = namedDraft(app, group, called.inputs, ownDraft(draft));
      const asked = await commandOfCall(group, kind, contract, called, values);
      const signer = kind === "send" || from !== "" ? (account ?? "0x…") : undefined;
      await copyCommand(app, group, asked, signer, called.stateMutability === "payable" ? draft.amount : undefined);
    } else {
      const { artifactInterface } = await import("../../../chain/artifact/artifactInterface");
      const { artifact: compiled } = await this.#loaded(subject.artifact, group);
      const { constructorInputs } = artifactInterface(compiled, group.session.suite);
      const { values, libraries } = namedDraft(app, group, constructorInputs, ownDraft(draft));
      const { argumentWord } = await import("../../flows/commandLine/commandLine");
      const artifact = terminalPath(vscode.Uri.parse(subject.artifact));
      const asked = { kind: "deploy" as const, artifact, args: values.map(argumentWord), libraries };
      await copyCommand(app, group, asked, account ?? "0x…");
    }
    return null;
  }

  /** The compiled contract as it stands in its file now, for the form's own chain. */
  #loaded(uri: string, group: ChainGroup): Promise<LoadedArtifact> {
    return this.app.artifacts.read(vscode.Uri.parse(uri), group);
  }

  /** What came of it: a failure too is shown in the form. @throws what ends it before it was done. */
  async #act(call: FormCall, signal: AbortSignal): Promise<FormOutcome> {
    try {
      return await this.#outcome(call, signal);
    } catch (error) {
      if (error instanceof Cancelled || signal.aborted) throw error;
      return failureInForm(this.app, error);
    }
  }

  async #outcome({ action, signature, draft, from }: FormCall, signal: AbortSignal): Promise<FormOutcome> {
    const { app } = this;
    const group = this.#requireGroup();
    const { subject } = this.content;
    if (subject.kind === "deployment")
      return deployInForm(app, group, await this.#loaded(subject.artifact, group), ownDraft(draft), from);
    const contract = await this.#target(group, { signature, draft });
    const call = { app, group, contract, called: contract.abi.getFunction(signature), draft: ownDraft(draft), from };
    switch (action) {
      case "call":
        return callInForm(call, signal);
      case "tryOut":
        return tryOutInForm(call);
      case "send":
        return sendInForm(call);
    }
  }

  async #open({ what, key }: FormProtocol["says"]["open"]): Promise<void> {
    const group = this.#requireGroup();
    if (what === "form") await runCommand("chainside.openContractForm", { kind: "contract", address: key, group });
    else if (what === "debug")
      await runCommand("chainside.debugTransaction", { kind: "transaction", hash: key, group });
    else {
      const command = what === "receipt" ? "chainside.showReceipt" : "chainside.showTransaction";
      await runCommand(command, { kind: "transaction", hash: key, group });
    }
  }

  dispose(): void {
    this.#page.dispose();
  }
}

const isSameAbi = (one: KnownAbi["abi"], other: KnownAbi["abi"]): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** What a page sends is taken as texts and lists of texts, whatever it is. */
function ownDraft({ values, amount, libraries }: FunctionDraft): FunctionDraft {
  return { values: [...values], amount: String(amount ?? ""), libraries: { ...libraries } };
}
