import * as vscode from "vscode";
import type { ProxyRecords, ProxyStep, RecordedChain } from "../../../chain/proxy/proxyRecord";
import { clientError } from "../../../errors/clientError";
import { isOurCode } from "../../../errors/errorMessage";
import type { CheckedSource, CompileFor } from "../../../languageServer/protocol/messages";
import type {
  CheckedContract,
  CheckedFile,
  LanguageAnswer,
  LanguageQuestion,
} from "../../../solidity/language/questions";
import type {
  CodeInUse,
  EditorRequest,
  GraphAnswer,
  GraphKind,
  LayoutAnswer,
  ReportFinding,
  ServiceFolders,
  VerifiedContract,
} from "../../../solidity/service/messages";
import { Cancellation } from "../../kit/asking/progress";
import { Cancelled } from "../../kit/errors/cancelled";
import { openDocument } from "../../kit/files/showFile";
import { namedCompiler, setting } from "../../kit/settings/settings";
import type { ChainGroup } from "../connections/chainGroup";
import { withCompileProgress } from "./compileProgress";
import { CompilerQuestions, CompileService, type Waiting } from "./compileService";
import { type CompileTarget, compileTargetOf, noChain } from "./compileTarget";

/** A contract of a source, compiled for one chain. */
interface CompiledSource {
  readonly file: CheckedFile;
  readonly contract: CheckedContract;
}

/** What is compiled for, and with which compiler, where it is not what is usual. */
export interface CompileChoice {
  readonly target?: CompileTarget;
  /** Version or path. */
  readonly compiler?: string;
}

/** What a lens above a contract or function is about. */
export interface LensSubject {
  readonly uri: vscode.Uri;
  readonly contract: string;
  /** Name of the function; undefined above the contract itself. */
  readonly functionName: string | undefined;
  readonly kind: string;
  /** What of the contract can be called from outside, as far as its own text tells. */
  readonly functions: readonly string[];
  /** Its constructor takes arguments. */
  readonly takesArguments: boolean;
}

/** What was last found of a file, and for which chain. */
export interface Checked {
  readonly file: CheckedFile;
  readonly target: CompileTarget;
}

/** One part of the line above a contract or function: features add theirs to {@link Solidity.lensParts}. */
export type LensPart = (subject: LensSubject) => readonly vscode.Command[];

/** A source with the contract that is meant: `file:///…/Coin.sol#Coin`. */
export const contractUri = (file: vscode.Uri, name: string): vscode.Uri => file.with({ fragment: name });

/** Whether a URI names a contract of a source, which is compiled whenever it is read. */
export const isContractUri = ({ path, fragment }: vscode.Uri): boolean => path.endsWith(".sol") && fragment !== "";

/** The path of a file; of a contract of a source with the contract's name: `…/Coin.sol:Coin`. */
export const contractPath = (uri: vscode.Uri): string =>
  isContractUri(uri) ? `${uri.fsPath}:${uri.fragment}` : uri.fsPath;

export const isSolidity = ({ languageId, uri }: vscode.TextDocument): boolean =>
  uri.scheme === "file" && (languageId === "solidity" || uri.path.endsWith(".sol"));

/** The path of the open folder that a file lies in. */
const workspaceOf = (uri: vscode.Uri): string | undefined => vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;

/** Compiles Solidity of the workspace for a chain, in a process of its own that the first need starts. */
export class Solidity implements vscode.Disposable {
  readonly #service: CompileService;
  readonly #questions = new CompilerQuestions((allowed) => this.#service.allow(allowed));
  readonly #checked = new vscode.EventEmitter<{
    files: readonly CheckedFile[];
    target: CompileTarget;
    /** The language server did, and knows it. */
    reported?: true;
  }>();
  readonly #allowed = new vscode.EventEmitter<void>();
  /** A person allowed a compiler, or where it comes from. */
  readonly onDidAllow = this.#allowed.event;
  /** Files were compiled, or looked at for errors. */
  readonly onDidCheck = this.#checked.event;
  /** What is known of contracts by URI, from the last compilation. */
  readonly #known = new Map<string, CheckedContract>();
  readonly #last = new Map<string, Checked>();
  /** Lenses above contracts and functions. */
  readonly lensParts: LensPart[] = [];
  /** A feature's part is another than before. */
  readonly lensesChanged = new vscode.EventEmitter<void>();

  constructor(
    program: string,
    folders: ServiceFolders,
    warn: (text: string) => void,
    /** Gets errors that nothing awaits. */
    private readonly report: (error: unknown) => void,
    private readonly activeGroup: () => ChainGroup | undefined,
  ) {
    this.#service = new CompileService(program, folders, warn);
  }

  /** What is compiled for by default: the active chain. */
  target(group = this.activeGroup()): Promise<CompileTarget> {
    return compileTargetOf(group);
  }

  /**
   * Compiles files of the workspace, as far as errors show, or to code.
   * @throws Cancelled; ChainError what the compile service tells of itself (what is wrong with a file is in its diagnostics).
   */
  async check(
    files: readonly vscode.Uri[],
    how: {
      readonly code: boolean;
      readonly mayFetch: boolean;
    } & CompileChoice,
    waiting: Waiting = {},
  ): Promise<readonly CheckedFile[]> {
    if (files.length === 0) return [];
    const checked = await this.#checkOnce(files, how, waiting);
    if (!how.mayFetch) return checked;
    const asked = this.#questions.ask(checked, how.code);
    if (how.code) return (await asked) ? this.check(files, how, waiting) : checked;
    // An answer isn't awaited before what was found is shown.
    void asked.then((allowed) => (allowed ? this.check(files, how) : undefined)).catch(this.report);
    return checked;
  }

  async #checkOnce(
    files: readonly vscode.Uri[],
    how: { readonly code: boolean; readonly mayFetch: boolean } & CompileChoice,
    waiting: Waiting,
  ): Promise<readonly CheckedFile[]> {
    const target = how.target ?? (await this.target());
    const checked: CheckedFile[] = [];
    for (const [workspace, paths] of byWorkspace(files)) {
      const request = this.#request(paths, workspace, target, how.mayFetch, how.compiler);
      checked.push(...(await this.#service.check(request, how, waiting)));
    }
    const active = how.target ? await this.target() : target;
    const forActive = target.group === active.group && target.suite === active.suite;
    for (const file of checked) {
      // What was compiled for another chain says nothing of the one that is shown.
      if (forActive) this.#last.set(file.path, { file, target });
      for (const contract of file.contracts)
        this.#known.set(contractUri(vscode.Uri.file(file.path), contract.name).toString(), contract);
    }
    this.#checked.fire({ files: checked, target });
    return checked;
  }

  /**
   * A contract, compiled from what is on disk now: files that were changed in an editor are saved before.
   * @param how for another chain than the group's, or with another compiler than the one that is set
   * @throws Cancelled; ChainError usage `sourceNotCompiled`, `noSuchContract`, and what `check` throws.
   */
  async compileContract(uri: vscode.Uri, group?: ChainGroup, how: CompileChoice = {}): Promise<CompiledSource> {
    await saveSources();
    const target = how.target ?? (await this.target(group));
    const { compiler } = how;
    const plain = uri.with({ fragment: "" });
    const path = vscode.workspace.asRelativePath(plain);
    const [file] = await withCompileProgress(vscode.l10n.t("Compiling {0}", path), (waiting) =>
      this.check([plain], { code: true, mayFetch: true, target, ...(compiler ? { compiler } : {}) }, waiting),
    );
    if (!file?.isRight) {
      const error = file?.diagnostics.find(({ severity }) => severity === "error");
      if (error?.type === "Chainside" && error.code !== undefined && isOurCode(error.code))
        throw clientError(error.code, error.details ?? {});
      throw clientError("sourceNotCompiled", { name: path, reason: error?.message.split("\n", 1)[0] ?? "" });
    }
    const contract = file.contracts.find(({ name }) => name === uri.fragment);
    if (!contract) {
      const names = file.contracts.map(({ name }) => name);
      throw clientError("noSuchContract", { name: uri.fragment, file: path, names });
    }
    return { file, contract };
  }

  /**
   * Files that the language server compiled, as far as errors show.
   * @param fetched registries might have been asked for the compiler: what only a person can decide is asked
   */
  async tookChecked(sources: readonly CheckedSource[], fetched: boolean): Promise<void> {
    const files = sources.map((source): CheckedFile => ({ ...source, contracts: [] }));
    const target = await this.target();
    for (const file of files) this.#last.set(file.path, { file, target });
    this.#checked.fire({ files, target, reported: true });
    if (fetched && (await this.#questions.ask(files, false))) this.#allowed.fire();
  }

  /** What a source is compiled for by default. */
  async compileFor(path: string): Promise<CompileFor> {
    const target = await this.target();
    const workspace = workspaceOf(vscode.Uri.file(path));
    const { suite, chain, compiler, evmVersion, trusted } = this.#request([path], workspace, target, false);
    return {
      suite,
      trusted,
      ...(chain ? { chain } : {}),
      ...(compiler === undefined ? {} : { compiler }),
      ...(evmVersion === undefined ? {} : { evmVersion }),
    };
  }

  /** What was last found of a file; undefined before the first look. */
  lastChecked(path: string): Checked | undefined {
    return this.#last.get(path);
  }

  /**
   * What in a contract comes from keccak256, by the source's own tree; undefined where that cannot be told (no compiler here, an error).
   * Nothing is fetched or shown for it.
   */
  async hashUses(file: vscode.Uri, name: string): Promise<readonly string[] | undefined> {
    const workspace = workspaceOf(file);
    const request = this.#request([file.fsPath], workspace, noChain, false);
    const [checked] = await this.#service.check(request, { code: true, hashUses: true });
    return checked?.contracts.find((contract) => contract.name === name)?.hashUses;
  }

  /** What the last compilation of a contract made, however old; nothing is compiled for it. */
  lastKnown(uri: vscode.Uri): CheckedContract | undefined {
    return this.#known.get(uri.toString());
  }

  /** @throws Cancelled; ChainError. */
  async verify(
    uri: vscode.Uri,
    code: string,
    contract: string | undefined,
    target: CompileTarget,
    waiting: Waiting,
  ): Promise<readonly VerifiedContract[]> {
    await saveSources();
    const workspace = workspaceOf(uri);
    return this.#service.verify(this.#request([uri.fsPath], workspace, target, true), code, contract, waiting);
  }

  /** A source with all that it imports in one. @throws Cancelled; ChainError. */
  async flatten(uri: vscode.Uri) {
    return this.#service.flatten(this.#around(uri));
  }

  /** @throws Cancelled; ChainError. */
  async graph(uri: vscode.Uri, of: GraphKind, contract?: string, signal?: AbortSignal): Promise<GraphAnswer> {
    return this.#service.graph(this.#around(uri), of, contract, signal);
  }

  /**
   * Where a contract (`contractUri`) keeps its variables.
   * @param deployed the deployed one, to compare with where it keeps them
   * @throws Cancelled; ChainError.
   */
  async layout(
    uri: vscode.Uri,
    target: CompileTarget,
    deployed: CodeInUse | undefined,
    waiting: Waiting,
  ): Promise<LayoutAnswer | undefined> {
    return this.#service.layout(this.#contractRequest(uri, target), uri.fragment, deployed, waiting);
  }

  #contractRequest(uri: vscode.Uri, target: CompileTarget): EditorRequest {
    return this.#request([uri.with({ fragment: "" }).fsPath], workspaceOf(uri), target, true);
  }

  /** What the project of a contract (`contractUri`) keeps of its proxies. @throws Cancelled; ChainError usage `proxyRecordsWrong` */
  async proxyRecords(
    uri: vscode.Uri,
    target: CompileTarget,
    chain: RecordedChain,
    signal?: AbortSignal,
  ): Promise<ProxyRecords> {
    return this.#service.proxyRecords(this.#contractRequest(uri, target), uri.fragment, chain, signal);
  }

  /** Writes down what becomes of a proxy of a contract (`contractUri`). @throws Cancelled; ChainError usage `proxyRecordsWrong` */
  async keepProxyStep(uri: vscode.Uri, target: CompileTarget, step: ProxyStep): Promise<void> {
    return this.#service.keepProxyStep(this.#contractRequest(uri, target), uri.fragment, step);
  }

  /** Writes down what became of a transaction that a project keeps as signed. @throws as `keepProxyStep` */
  keepProxyOutcome(...of: Parameters<CompileService["keepProxyOutcome"]>): Promise<void> {
    return this.#service.keepProxyOutcome(...of);
  }

  /** @throws Cancelled; ChainError. */
  readReport(report: string): Promise<readonly ReportFinding[] | undefined> {
    return this.#service.readReport(report);
  }

  /** What needs no chain of a file. */
  #around(uri: vscode.Uri): EditorRequest {
    const workspace = workspaceOf(uri);
    return this.#request([uri.with({ fragment: "" }).fsPath], workspace, noChain, false);
  }

  /** Asks about a document as it stands in its editor, or a file. @throws Cancelled; ChainError. */
  async ask(
    document: { readonly uri: vscode.Uri },
    question: LanguageQuestion,
    token?: vscode.CancellationToken,
  ): Promise<LanguageAnswer> {
    const abort = new Cancellation(token ? [token] : []);
    try {
      const workspace = workspaceOf(document.uri);
      const files = document.uri.scheme === "file" ? [document.uri.fsPath] : [];
      const target = question.kind === "outline" ? noChain : await this.target();
      return await this.#service.ask(this.#request(files, workspace, target, false), question, abort.signal);
    } finally {
      abort.dispose();
    }
  }

  /** The files of tests in the project of a folder, as `chainside test` finds them. @throws ChainError. */
  async askTestFiles(folder: string): Promise<readonly string[]> {
    const request = this.#request([], folder, noChain, false);
    const answer = await this.#service.ask(request, { kind: "testFiles", folder });
    return answer.kind === "testFiles" ? answer.files : [];
  }

  /** The text of a built-in source, `fisco/Table.sol`. @throws ChainError. */
  async askBuiltIn(name: string): Promise<string | undefined> {
    const request = this.#request([], undefined, noChain, false);
    const answer = await this.#service.ask(request, { kind: "builtIn", name });
    return answer.kind === "builtIn" ? answer.text : undefined;
  }

  #request(
    files: readonly string[],
    workspace: string | undefined,
    { suite, chain }: CompileTarget,
    mayFetch: boolean,
    wanted?: string,
  ): EditorRequest {
    const resource = workspace === undefined ? null : vscode.Uri.file(workspace);
    const compiler = wanted?.trim() || namedCompiler(resource);
    const evmVersion = setting("solidity.evmVersion", resource).trim();
    return {
      files,
      workspace,
      suite,
      ...(chain ? { chain } : {}),
      ...(compiler === undefined ? {} : { compiler }),
      ...(evmVersion === "" ? {} : { evmVersion }),
      trusted: vscode.workspace.isTrusted,
      mayFetch,
      overlays: openTexts(),
    };
  }

  dispose(): void {
    this.#checked.dispose();
    this.#allowed.dispose();
    this.lensesChanged.dispose();
    this.#service.dispose();
  }
}

function byWorkspace(files: readonly vscode.Uri[]): Map<string | undefined, string[]> {
  const groups = new Map<string | undefined, string[]>();
  for (const uri of files) {
    const workspace = workspaceOf(uri);
    groups.set(workspace, [...(groups.get(workspace) ?? []), uri.fsPath]);
  }
  return groups;
}

const changedSources = (): vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter((document) => document.isDirty && isSolidity(document));

/** Texts that are not on disk yet. */
const openTexts = (): Record<string, string> =>
  Object.fromEntries(changedSources().map((document) => [document.uri.fsPath, document.getText()]));

/**
 * What is deployed is what is on disk.
 * @param also files of other kinds that are read, too
 * @throws Cancelled when a file cannot be saved
 */
export async function saveSources(also: readonly vscode.Uri[] = []): Promise<void> {
  const others = also.map((uri) => openDocument(uri)).filter((document) => document?.isDirty);
  for (const document of new Set([...changedSources(), ...others]))
    if (document && !(await document.save())) throw new Cancelled();
}
