import * as vscode from "vscode";
import { draftsOfText } from "../../../chain/abi/argumentDraft";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import { clientError } from "../../../chain/errors/clientError";
import { isAtLeast, takesSignedCalls } from "../../../chain/services/compatibility";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import type { Address } from "../../../crypto/hex";
import type {
  FormConnection,
  FormRequest,
  FormStart,
  FunctionDraft,
  Outcome,
  ToFormHost,
  ToFormPage,
} from "../../../webview/contractForm/messages";
import { readsOnly } from "../../flows/contracts/functionText";
import { askAddress } from "../../flows/target/askAddress";
import { contractAt } from "../../flows/target/contractTarget";
import type { Choice } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/asking/cancelled";
import { copyText, showPassing } from "../../kit/asking/notify";
import { sentence } from "../../kit/errors/sentence";
import { fillPage } from "../../kit/pages/openPage";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { fieldVerdicts } from "./fieldVerdicts";
import { callInForm, deployInForm, failureInForm, namedDraft, sendInForm, tryOutInForm } from "./formActions";
import { type FormContent, knownName } from "./formSubject";
import { formTexts } from "./formTexts";

/** One form page: checks what is typed, calls, tries out and sends through the one way to sign. No key comes near the page. */
export class ContractFormPanel implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #running = new Map<number, AbortController>();
  /** Waits for a page that listens. */
  #wanted: FormRequest | undefined;
  #contract: { group: ChainGroup; target: ContractTarget } | undefined;

  constructor(
    private readonly app: Chainside,
    private readonly panel: vscode.WebviewPanel,
    private readonly content: FormContent,
    first: FormRequest | undefined,
    onClosed: () => void,
  ) {
    const { subject } = content;
    const start: FormStart = {
      ...content,
      connection: this.#connection(),
      locale: vscode.env.language,
      texts: formTexts(),
    };
    this.#wanted = first;
    const title = subject.kind === "contract" ? subject.name : vscode.l10n.t("Deploy {0}", subject.name);
    this.#subscriptions.push(
      panel.onDidDispose(() => {
        this.dispose();
        onClosed();
      }),
      panel.webview.onDidReceiveMessage((message: ToFormHost) => this.#receive(message)),
      app.connections.onDidChange(() => this.#send({ type: "connection", connection: this.#connection() })),
      app.accounts.onDidChange(() => this.#send({ type: "connection", connection: this.#connection() })),
    );
    fillPage(app.context, panel, { name: "contractForm", title, start });
  }

  show(first: FormRequest | undefined): void {
    this.#wanted = first;
    // A hidden page is gone and says itself when it listens again.
    if (this.panel.visible) this.#ready();
    this.panel.reveal();
  }

  #ready(): void {
    this.#send({ type: "connection", connection: this.#connection() });
    if (this.#wanted) this.#send({ type: "show", request: this.#wanted });
    this.#wanted = undefined;
  }

  get #group(): ChainGroup | undefined {
    return this.app.connections.findGroup(this.content.subject.groupId);
  }

  #connection(): FormConnection {
    const group = this.#group;
    if (!group) {
      const note = vscode.l10n.t("{0} isn't connected. Your input is kept.", this.content.place);
      return { connected: false, writable: false, signer: "", callsAsSigner: false, takesAmounts: true, note };
    }
    const { session, writable } = group;
    const account = this.app.accounts.active(group);
    return {
      connected: true,
      writable,
      signer: account ? account.label || account.address : "",
      callsAsSigner: writable && takesSignedCalls(session),
      takesAmounts: isAtLeast(session, "3.6.0"),
      note: "",
    };
  }

  #send(message: ToFormPage): void {
    void this.panel.webview.postMessage(message);
  }

  /** @throws ChainError usage `notConnected`. */
  #requireGroup(): ChainGroup {
    const group = this.#group;
    if (!group) throw clientError("notConnected", { name: this.content.place });
    return group;
  }

  /** The contract with its interface: read once for each connection. @throws Cancelled, ChainError */
  async #target(group: ChainGroup): Promise<ContractTarget> {
    const { subject } = this.content;
    if (subject.kind !== "contract") throw new TypeError("a deployment has no contract yet");
    if (this.#contract?.group !== group) {
      this.#contract = { group, target: await contractAt(this.app, group, subject.target, subject.name) };
    }
    return this.#contract.target;
  }

  async #receive(message: ToFormHost): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#ready();
        return;
      case "check": {
        const names = (address: string): string => {
          const group = this.#group;
          return group ? knownName(this.app, group, address) : "";
        };
        const { addressNamed } = await import("../../flows/target/addressNamed");
        const named = (text: string): string | undefined => {
          const group = this.#group;
          return group && addressNamed(this.app, group, text);
        };
        const verdicts = await fieldVerdicts(message.fields, names, named, (error) => this.#words(error));
        this.#send({ type: "checked", id: message.id, verdicts });
        return;
      }
      case "act":
        this.#send({ type: "acted", id: message.id, ...(await this.#act(message)) });
        return;
      case "cancel":
        this.#running.get(message.id)?.abort();
        return;
      case "open":
        await this.#open(message.what, message.key);
        return;
      case "copy":
        await copyText(message.text);
        return;
      case "copyData":
        await this.#answer(message.id, () => this.#copyData(message));
        return;
      case "copyCommand":
        await this.#answer(message.id, () => this.#copyCommand(message));
        return;
      case "paste":
        await this.#answer(message.id, async () => {
          const { inputs, signature } = this.#inputs(message.signature);
          this.#send({ type: "pasted", id: message.id, values: draftsOfText(signature, inputs, message.text) });
        });
        return;
      case "pickAddress":
        await this.#answer(message.id, async () => {
          const address = await this.#pickAddress(message.label);
          this.#send({ type: "picked", id: message.id, address });
        });
    }
  }

  #words(error: unknown): Promise<string> {
    return sentence(this.app, error);
  }

  /** Runs what the page asked; a failure is told to it. */
  async #answer(id: number, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      const words = error instanceof Cancelled ? { message: "", advice: "" } : await this.app.errors.words(error);
      this.#send({ type: "failure", id, ...words });
    }
  }

  /** Parameters of a function, as the page was given them: pasting works without a connection. */
  #inputs(signature: string): Pick<AbiFunction, "inputs" | "signature"> {
    const found = this.content.functions.find((each) => each.signature === signature);
    if (!found) throw clientError("unknownFunction", { function: signature, candidates: "" });
    return { signature: found.name, inputs: found.inputs as AbiFunction["inputs"] };
  }

  async #pickAddress(label: string): Promise<string> {
    const group = this.#requireGroup();
    const others = this.app.knownContracts.list(group).map(
      ({ name, address }): Choice<Address> => ({
        label: `$(file-code) ${name}`,
        description: address,
        value: address,
      }),
    );
    const { name } = this.content.subject;
    return askAddress(this.app, group, { title: `${name} · ${label}`, placeHolder: label, others });
  }

  async #copyData({ id, signature, draft }: ToFormHost & { type: "copyData" }): Promise<void> {
    const group = this.#requireGroup();
    const { subject } = this.content;
    if (subject.kind === "contract") {
      const { abi } = await this.#target(group);
      const { values } = namedDraft(this.app, group, abi.getFunction(signature).inputs, ownDraft(draft));
      await copyText(abi.encodeCall(signature, values));
    } else {
      const { contractInterface } = await import("../../../chain/abi/contractInterface");
      const { deployableCode } = await import("../../../chain/artifact/readArtifact");
      const { artifact } = await this.#loaded(subject.artifact);
      const { suite } = group.session;
      const read = contractInterface(artifact.abi, suite);
      const { values, libraries } = namedDraft(this.app, group, read.constructorInputs, ownDraft(draft));
      await copyText(read.encodeDeploy(deployableCode(artifact, suite.name, libraries), values));
    }
    showPassing(`$(check) ${vscode.l10n.t("Copied")}`, 2000);
    this.#send({ type: "pasted", id, values: [] });
  }

  async #copyCommand({ id, signature, draft, asSigner }: ToFormHost & { type: "copyCommand" }): Promise<void> {
    const group = this.#requireGroup();
    const { app } = this;
    const { subject } = this.content;
    const { copyCommand } = await import("../../flows/commandLine/copyCommandLine");
    const { artifactPath } = await import("../../flows/commandLine/artifactPath");
    const account = app.accounts.active(group)?.address;
    if (subject.kind === "contract") {
      const contract = await this.#target(group);
      const called = contract.abi.getFunction(signature);
      const { commandOfCall } = await import("../../flows/commandLine/commandOfCall");
      const kind = readsOnly(called) ? "call" : "send";
      const { values } = namedDraft(app, group, called.inputs, ownDraft(draft));
      const deed = await commandOfCall(group, kind, contract, called, values);
      const signer = kind === "send" || asSigner ? (account ?? "0x…") : undefined;
      await copyCommand(app, group, deed, signer, called.stateMutability === "payable" ? draft.amount : undefined);
    } else {
      const { contractInterface } = await import("../../../chain/abi/contractInterface");
      const { artifact: compiled } = await this.#loaded(subject.artifact);
      const { constructorInputs } = contractInterface(compiled.abi, group.session.suite);
      const { values, libraries } = namedDraft(app, group, constructorInputs, ownDraft(draft));
      const { argumentWord } = await import("../../flows/commandLine/commandLine");
      const artifact = artifactPath(vscode.Uri.parse(subject.artifact));
      const deed = { kind: "deploy" as const, artifact, args: values.map(argumentWord), libraries };
      await copyCommand(app, group, deed, account ?? "0x…");
    }
    this.#send({ type: "pasted", id, values: [] });
  }

  /** The compiled contract as it stands in its file now. */
  #loaded(uri: string): Promise<LoadedArtifact> {
    return this.app.artifacts.read(vscode.Uri.parse(uri));
  }

  async #act(message: ToFormHost & { type: "act" }): Promise<{ outcome?: Outcome }> {
    const abort = new AbortController();
    this.#running.set(message.id, abort);
    try {
      return { outcome: await this.#outcome(message, abort.signal) };
    } catch (error) {
      if (error instanceof Cancelled || abort.signal.aborted) return {};
      return { outcome: await failureInForm(this.app, error) };
    } finally {
      this.#running.delete(message.id);
    }
  }

  async #outcome(
    { action, signature, draft, asSigner }: ToFormHost & { type: "act" },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { app } = this;
    const group = this.#requireGroup();
    const { subject } = this.content;
    if (subject.kind === "deployment")
      return deployInForm(app, group, await this.#loaded(subject.artifact), ownDraft(draft));
    const contract = await this.#target(group);
    const call = { app, group, contract, called: contract.abi.getFunction(signature), draft: ownDraft(draft) };
    switch (action) {
      case "call":
        return callInForm(call, asSigner, signal);
      case "tryOut":
        return tryOutInForm(call, asSigner);
      case "send":
        return sendInForm(call);
    }
  }

  async #open(what: "transaction" | "receipt" | "form", key: string): Promise<void> {
    const group = this.#group;
    if (!group) return;
    if (what === "form")
      await vscode.commands.executeCommand("chainside.openContractForm", { group, contractAddress: key });
    else {
      const command = what === "receipt" ? "chainside.showReceipt" : "chainside.showTransaction";
      await vscode.commands.executeCommand(command, { group, transactionHash: key });
    }
  }

  dispose(): void {
    for (const abort of this.#running.values()) abort.abort();
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.panel.dispose();
  }
}

/** What a page sends is taken as texts and lists of texts, whatever it is. */
function ownDraft({ values, amount, libraries }: FunctionDraft): FunctionDraft {
  return { values: [...values], amount: String(amount ?? ""), libraries: { ...libraries } };
}
