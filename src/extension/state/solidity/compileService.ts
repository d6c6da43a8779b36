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
import { ServiceProcess } from "../../kit/processes/serviceProcess";
import type { Allowed } from "./compilerQuestions";

/** No one compiles any more: its memory is given back. */
const idleMs = 10 * minuteMs;

/** What a compilation is at. */
export type CompileProgress = CompileServiceProtocol["orders"]["check"]["tells"];

/** How one order is waited for. */
export interface Waiting {
  readonly progress?: (progress: CompileProgress) => void;
  readonly signal?: AbortSignal;
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
