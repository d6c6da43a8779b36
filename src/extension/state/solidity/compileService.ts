import { join } from "node:path";
import * as vscode from "vscode";
import type { ProxyRecords, ProxyStep, RecordedChain } from "../../../chain/proxy/proxyRecord";
import { clientError } from "../../../errors/clientError";
import type { CheckedFile, LanguageAnswer, LanguageQuestion } from "../../../solidity/language/questions";
import type {
  CodeInUse,
  CompileServiceProtocol,
  EditorRequest,
  GraphAnswer,
  GraphKind,
  LayoutAnswer,
  ReportFinding,
  ServiceFolders,
  VerifiedContract,
} from "../../../solidity/service/messages";
import { minuteMs } from "../../../time/units";
import { showWarning } from "../../kit/messages/notify";
import { ServiceProcess } from "../../kit/processes/serviceProcess";

/** Nothing is compiled any more: its memory is given back. */
const idleMs = 10 * minuteMs;

/** What a compilation is at. */
export type CompileProgress = CompileServiceProtocol["orders"]["check"]["tells"];

/** How one order is waited for. */
export interface Waiting {
  readonly progress?: (progress: CompileProgress) => void;
  readonly signal?: AbortSignal;
}

/** What a person allowed: hashes, as the compile service keeps them. */
interface Allowed {
  readonly compilers?: readonly string[];
  readonly npmrc?: readonly string[];
}

interface Question {
  /** What is allowed, and by what it is known that it was asked before. */
  readonly hash: string;
  readonly message: string;
  readonly detail: string;
  readonly button: string;
  readonly allowed: Allowed;
}

/** What of a result only a person can decide; undefined where nothing is. */
function questionOf(files: readonly CheckedFile[]): Question | undefined {
  for (const { code, type, details } of files.flatMap(({ diagnostics }) => diagnostics)) {
    if (type !== "Chainside" || details === undefined) continue;
    const file = String(details["file"]);
    if (code === "compilerUnknown") {
      const hash = String(details["sha256"]);
      return {
        hash,
        message: vscode.l10n.t("Run a Solidity compiler that Chainside doesn't know?"),
        detail: vscode.l10n.t(
          "{0}\nSHA-256: {1}\n\nCompare the hash with the one on binaries.soliditylang.org. A compiler runs without files, network, and environment variables.",
          file,
          hash,
        ),
        button: vscode.l10n.t("Allow This Compiler"),
        allowed: { compilers: [hash] },
      };
    }
    if (code === "compilerRegistryNotAllowed") {
      const hash = String(details["key"]);
      return {
        hash,
        message: vscode.l10n.t("Use this folder's .npmrc to download compilers?"),
        detail: vscode.l10n.t(
          "{0} sets another registry or proxy, and can send values of environment variables there. You're asked again if the file changes.",
          file,
        ),
        button: vscode.l10n.t("Use This .npmrc"),
        allowed: { npmrc: [hash] },
      };
    }
  }
  return undefined;
}

/** Asks what only a person can decide about compilers: which unknown one may run, and whether a folder's `.npmrc` counts. */
export class CompilerQuestions {
  /** What this window has asked without being told to. */
  readonly #asked = new Set<string>();

  constructor(private readonly allow: (allowed: Allowed) => Promise<void>) {}

  /**
   * Asks the first question that a result has.
   * @param wanted a user waits for the result: asked in a dialog, each time
   * @returns whether something was allowed, so that it is worth compiling again
   */
  async ask(files: readonly CheckedFile[], wanted: boolean): Promise<boolean> {
    const question = vscode.workspace.isTrusted ? questionOf(files) : undefined;
    if (!question || (!wanted && this.#asked.has(question.hash))) return false;
    this.#asked.add(question.hash);
    const { message, detail, button, allowed } = question;
    const clicked = wanted
      ? await showWarning(message, { modal: true, detail }, button)
      : await showWarning(`${message} ${detail}`, button);
    if (clicked !== button) return false;
    await this.allow(allowed);
    return true;
  }
}

/** The compile service as a process (`dist/solidity.js`). */
export class CompileService {
  readonly #service: ServiceProcess<CompileServiceProtocol>;

  constructor(file: string, folders: ServiceFolders, warn: (text: string) => void) {
    this.#service = new ServiceProcess({
      name: "compile service",
      file,
      idleMs,
      warn,
      greet: (program) => program.order("start", folders),
      takesCancel: true,
      ended: (reason) => clientError("compilerCrashed", { version: "", reason }),
    });
  }

  /** @throws Cancelled; ChainError as the compile service tells it. */
  check(
    request: EditorRequest,
    { code, hashUses = false }: { readonly code: boolean; readonly hashUses?: boolean },
    { progress: tells, signal }: Waiting = {},
  ): Promise<readonly CheckedFile[]> {
    return this.#service.ask("check", { request, code, hashUses }, { tells, signal });
  }

  /** @throws Cancelled; ChainError. */
  ask(request: EditorRequest, question: LanguageQuestion, signal?: AbortSignal): Promise<LanguageAnswer> {
    return this.#service.ask("ask", { request, question }, { signal });
  }

  /** @throws Cancelled; ChainError. */
  verify(
    request: EditorRequest,
    code: string,
    contract: string | undefined,
    { progress: tells, signal }: Waiting,
  ): Promise<readonly VerifiedContract[]> {
    return this.#service.ask("verify", { request, code, contract }, { tells, signal });
  }

  /** @throws Cancelled; ChainError. */
  flatten(
    request: EditorRequest,
    signal?: AbortSignal,
  ): Promise<CompileServiceProtocol["orders"]["flatten"]["result"]> {
    return this.#service.ask("flatten", { request }, { signal });
  }

  /** @throws Cancelled; ChainError. */
  graph(
    request: EditorRequest,
    of: GraphKind,
    contract: string | undefined,
    signal?: AbortSignal,
  ): Promise<GraphAnswer> {
    return this.#service.ask("graph", { request, of, contract }, { signal });
  }

  /** @throws Cancelled; ChainError. */
  layout(
    request: EditorRequest,
    contract: string,
    deployed: CodeInUse | undefined,
    { progress: tells, signal }: Waiting,
  ): Promise<LayoutAnswer | undefined> {
    return this.#service.ask("layout", { request, contract, deployed }, { tells, signal });
  }

  /** @throws Cancelled; ChainError usage `proxyRecordsWrong` */
  proxyRecords(
    request: EditorRequest,
    contract: string,
    chain: RecordedChain,
    signal?: AbortSignal,
  ): Promise<ProxyRecords> {
    return this.#service.ask("proxyRecords", { request, contract, chain }, { signal });
  }

  /** @throws Cancelled; ChainError usage `proxyRecordsWrong` */
  keepProxyStep(request: EditorRequest, contract: string, step: ProxyStep): Promise<void> {
    return this.#service.ask("keepProxyStep", { request, contract, step });
  }

  /** @throws Cancelled; ChainError usage `proxyRecordsWrong` */
  keepProxyOutcome(of: CompileServiceProtocol["orders"]["keepProxyOutcome"]["order"]): Promise<void> {
    return this.#service.ask("keepProxyOutcome", of);
  }

  /** What another program's report says; undefined for what is none. @throws Cancelled; ChainError. */
  readReport(report: string): Promise<readonly ReportFinding[] | undefined> {
    return this.#service.ask("readReport", { report });
  }

  /** Keeps what a person allowed of compilers. @throws ChainError. */
  allow(allowed: Allowed): Promise<void> {
    return this.#service.ask("allow", allowed);
  }

  dispose(): void {
    this.#service.dispose();
  }
}

/** Where compilers are kept, for every window and every program of ours. */
export const compilersFolder = ({ globalStorageUri }: Pick<vscode.ExtensionContext, "globalStorageUri">): string =>
  process.env["CHAINSIDE_SOLC_CACHE"] || join(globalStorageUri.fsPath, "solc");
