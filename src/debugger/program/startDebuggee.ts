import { resolve } from "node:path";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import type { ChainClient } from "../../chain/client/client";
import { type ExecutionRecording, isCreation, type RecordingChanges } from "../../chain/dev/executionRecording";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import { placeKey } from "../../files/pathKey";
import type { ForkVerdict } from "../../fork/fork";
import type { CompiledContract, CompiledProject } from "../../solidity/artifact/compiledProject";
import { contractNotes, isContractNamed, readContractName } from "../../solidity/artifact/contractName";
import type { CompiledFile } from "../../solidity/compile/compileRequest";
import { SolidityCompiler } from "../../solidity/compile/compiler";
import { artifactsBeside, defaultCompilerCache } from "../../solidity/compilerReleases/compilerStore";
import { type CompilerConsent, noConsent } from "../../solidity/compilerReleases/consent";
import { isOfPackage } from "../../solidity/project/foreignFiles";
import { byProject, byRoot } from "../../solidity/project/projectRoot";
import { sourcesNamed } from "../../solidity/project/solidityFiles";
import { chainOfEvm } from "../../solidity/version/evmVersion";
import { t } from "../../text/catalogue";
import { Playback } from "../replay/playback";
import { isOptimized } from "../source/codeInfo";
import { contractsOf, type Debuggee, debuggeeOf } from "./debuggee";
import { passedOn } from "./explain";
import { ContractFinder, creationLike, runtimeLike } from "./findContract";
import { type ForkConsent, forkThrough } from "./forkConsent";
import { CannotDebug, type LaunchedProject, launchedProject } from "./launchedPath";
import type { CallRequest, LaunchRequest } from "./launchRequest";
import { type Machine, machineOf, recordingClient } from "./recordingChain";
import { asProjectNote, startTest } from "./startTest";
import { linkedCode, throwawayLibraries } from "./throwawayLibraries";

/** The chain doesn't record this execution: it is no embedded chain, or it wants a token, or it has forgotten the state. */
function isNotRecorded(error: unknown): boolean {
  if (!(error instanceof ChainError)) return false;
  // −32602 for a hash: it is too old (docs/devchain.md, "The dev_ methods")
  return [-32601, -32098, -32602, "readOnlyConnection"].includes(error.code);
}

/** A debuggee, and how more can be asked of the chain. */
export interface StartedDebuggee {
  readonly debuggee: Debuggee;
  readonly finder: ContractFinder;
  /** Makes a call on the state before the execution, with changes, and gives its recording. */
  ask(call: Readonly<Record<string, unknown>>): Promise<ExecutionRecording>;
  /** What a person should know of it. */
  readonly notes: readonly string[];
  /** What was put into the place of what accounts have, so that more can be asked of the same state. */
  readonly changes: RecordingChanges;
  /** How sure it is that this is what the chain did; undefined where the chain itself recorded it. */
  readonly verdict: ForkVerdict | undefined;
  /** The same in words. */
  readonly verdictLines: readonly string[];
  close(): Promise<void>;
}

const timeoutMs = 120_000;

/** One for the whole process: it keeps compilers loaded for the next session. */
let compiler: SolidityCompiler | undefined;
let allowed = noConsent;

function theCompiler(): SolidityCompiler {
  const compilers = defaultCompilerCache();
  compiler ??= new SolidityCompiler(compilers, artifactsBeside(compilers), allowed);
  return compiler;
}

/** Takes what the person who started this process allows, beside what the folder of compilers keeps: for those that aren't loaded yet. */
export function allowCompilers(consent: CompilerConsent): void {
  allowed = consent;
}

/** Ends the compilers, which wait for the next session otherwise: a program that has none would not end. */
export function closeCompiler(): void {
  compiler?.close();
  compiler = undefined;
}

export async function compileAll(
  project: LaunchedProject,
  suite: CryptoSuiteName,
  forDebugging: boolean,
  revision: string,
): Promise<{
  readonly projects: readonly CompiledProject[];
  readonly problems: readonly string[];
  /** Files that are compiled with the project's own settings in place of those for debugging. */
  readonly fellBack: readonly string[];
}> {
  const { folder, trusted, compiler: wanted } = project;
  const areChosen = project.files.length > 0;
  const files = areChosen ? project.files : await sourcesNamed(folder, trusted ? undefined : folder);
  if (files.length === 0) return { projects: [], problems: [], fellBack: [] };
  // files of an editor, and what isn't trusted, belong to nothing further up than the folder
  const projects = areChosen || !trusted ? byRoot(files, folder) : byProject(files, [folder]);
  const wish = {
    suite,
    trusted,
    workspace: folder,
    mayFetch: true,
    outputs: "contracts" as const,
    ...(forDebugging ? { code: "plain" as const } : {}),
    chain: chainOfEvm(revision),
    ...(wanted === undefined ? {} : { compiler: wanted }),
  };
  const compiled: CompiledFile[] = [];
  for (const each of projects) {
    const { files: own, sources } = await theCompiler().compile({ ...wish, ...each });
    compiled.push(...own);
    if (areChosen) continue;
    // What its libraries give may be deployed as it is, such as a proxy.
    const used = Object.values(sources).flatMap((path) => path ?? []);
    const known = new Set<string>(each.files);
    const libraries = used.filter((path) => !known.has(path) && !isOfPackage(path));
    if (libraries.length === 0) continue;
    const others = await theCompiler().compile({ ...wish, ...each, files: libraries });
    compiled.push(...others.files.filter(({ project }) => project));
  }
  const problems = compiled.flatMap(({ project, diagnostics }) =>
    project
      ? []
      : diagnostics
          .filter(({ severity }) => severity === "error")
          .slice(0, 1)
          .map(({ formattedMessage }) => formattedMessage.trim()),
  );
  const fellBack = compiled.flatMap((file) => (file.fellBack ? [file.path] : []));
  return { projects: [...new Set(compiled.flatMap(({ project }) => project ?? []))], problems, fellBack };
}

/** The contract that a request names, among all that were compiled: by a path from its folder on, else by what ends its path. */
function namedContract(
  projects: readonly CompiledProject[],
  wanted: string,
  folder: string,
): { project: CompiledProject; contract: CompiledContract } {
  const { file, name } = readContractName(wanted);
  const place = placeKey(resolve(folder, file));
  const all = projects.flatMap((project) => project.contracts.map((contract) => ({ project, contract })));
  const isThere = ({ project, contract }: (typeof all)[number]): boolean => {
    const path = project.sources.find((source) => source.name === contract.sourceName)?.path;
    return contract.name === name && path !== undefined && placeKey(path) === place;
  };
  const found = all.find(isThere) ?? all.find(({ contract }) => isContractNamed(contract, wanted));
  if (!found) throw new CannotDebug(t("The contract {0} isn't among the compiled contracts.", wanted));
  return found;
}

class Starter {
  client: ChainClient;
  verdict: ForkVerdict | undefined;
  verdictLines: readonly string[] = [];
  readonly #chain: ChainClient;
  readonly #request: Pick<LaunchRequest, "fork" | "asDeployed" | "blocks" | "web3">;
  readonly #project: LaunchedProject;
  readonly #consent: ForkConsent | undefined;
  #closeFork: () => Promise<void> = async () => undefined;
  readonly notes: string[] = [];

  constructor(request: LaunchRequest, consent: ForkConsent | undefined) {
    this.#project = launchedProject(request);
    this.#request = request;
    this.#consent = consent;
    this.#chain = consent?.client ?? recordingClient(request, timeoutMs);
    this.client = this.#chain;
  }

  async close(): Promise<void> {
    await this.#closeFork();
    // who brought the chain along has more to ask of it
    if (!this.#consent?.client) await this.#chain.transport.close();
  }

  /** The recording of the chain; of a chain that makes none, that of a copy of its state. */
  async #firstRecording(hash: string): Promise<ExecutionRecording> {
    const consent = this.#consent;
    if (!this.#request.fork) {
      try {
        return await this.record(hash);
      } catch (error) {
        if (!consent || !isNotRecorded(error)) throw error;
      }
    }
    await this.#fork(consent, hash);
    return this.record(hash);
  }

  /** From here on, everything is asked of a copy of the chain's state: before a transaction, or of now. */
  async #fork(consent: ForkConsent | undefined, hash: string | undefined): Promise<void> {
    if (!consent) throw new CannotDebug(t("This program can't re-execute transactions of other chains."));
    const forked = await forkThrough(consent, this.#chain, hash, this.#request);
    if (!forked) throw new CannotDebug(t("Nothing was executed."));
    this.client = forked.client;
    this.#closeFork = () => forked.close();
    this.verdict = forked.verdict;
    this.verdictLines = forked.lines;
  }

  async record(hash: string, changes: RecordingChanges = {}): Promise<ExecutionRecording> {
    return this.#ask("dev_recordTransaction", hash, changes);
  }

  async recordCall(call: Readonly<Record<string, unknown>>): Promise<ExecutionRecording> {
    return this.#ask("dev_recordCall", call);
  }

  async #ask(method: string, ...params: unknown[]): Promise<ExecutionRecording> {
    return (await this.client.transport.request(method, [this.client.group, ...params])) as ExecutionRecording;
  }

  /** Which contracts the chain runs; of a chain that records no calls, those that follow run on a copy of its state. */
  #machine(): Promise<Machine> {
    return machineOf((call) => this.#firstCall(call));
  }

  async #firstCall(call: Readonly<Record<string, unknown>>): Promise<ExecutionRecording> {
    if (!this.#request.fork) {
      try {
        return await this.recordCall(call);
      } catch (error) {
        if (!isNotRecorded(error)) throw error;
      }
    }
    await this.#fork(this.#consent, undefined);
    return this.recordCall(call);
  }

  async compile(suite: CryptoSuiteName, revision: string, forDebugging: boolean): Promise<readonly CompiledProject[]> {
    const { projects, problems, fellBack } = await compileAll(this.#project, suite, forDebugging, revision);
    if (!forDebugging) for (const problem of problems.slice(0, 5)) this.notes.push(problem);
    this.notes.push(...asProjectNote(fellBack));
    return projects;
  }

  /** A transaction that was sent. */
  async transaction(hash: string): Promise<{ debuggee: Debuggee; finder: ContractFinder; changes: RecordingChanges }> {
    const first = await this.#firstRecording(hash);
    const finder = new ContractFinder(await this.compile(first.suite, first.revision, false));
    const plain = this.#request.asDeployed ? undefined : await this.#withoutOptimizer(hash, first, finder);
    return plain ?? { debuggee: debuggeeOf(first, finder), finder, changes: {} };
  }

  /** The same transaction with the same contracts, compiled without the optimizer; undefined where it would not be the same. */
  async #withoutOptimizer(
    hash: string,
    first: ExecutionRecording,
    finder: ContractFinder,
  ): Promise<{ debuggee: Debuggee; finder: ContractFinder; changes: RecordingChanges } | undefined> {
    const found = contractsOf(first, finder);
    const optimized = found.some((each) => each && isOptimized(each.project));
    if (!optimized) return undefined;
    const plainFinder = new ContractFinder(await this.compile(first.suite, first.revision, true));
    const code: Record<string, string> = {};
    const created = new Set<string>();
    let input: string | undefined;
    for (const [index, frame] of first.frames.entries()) {
      const contract = found[index];
      const text = first.codes[frame.code];
      if (isCreation(frame)) created.add(frame.to);
      if (!contract || text === undefined) continue;
      const other = plainFinder.named(contract.contract.sourceName, contract.contract.name)?.contract;
      if (!other) continue;
      if (contract.creation) {
        if (index === 0) input = creationLike(text, contract, other);
      } else if (!created.has(frame.codeAddress)) {
        const changed = runtimeLike(text, contract, other);
        if (changed !== undefined) code[frame.codeAddress] = changed;
      }
    }
    const changes: RecordingChanges = { code, ...(input === undefined ? {} : { input }) };
    if (Object.keys(code).length === 0 && input === undefined) return undefined;
    const second = await this.record(hash, changes);
    if (second.status !== first.status || second.output !== first.output) {
      this.notes.push(
        t(
          "Without the optimizer, the execution ends differently. The code is debugged as deployed, without local variables.",
        ),
      );
      return undefined;
    }
    this.notes.push(
      t(
        "The contracts run here compiled without the optimizer so that variables can be shown. Only gas differs: {0} here, {1} as deployed.",
        second.gasUsed,
        first.gasUsed,
      ),
    );
    const both = new ContractFinder([...plainFinder.projects, ...finder.projects]);
    return { debuggee: debuggeeOf(second, both), finder: both, changes: { code } };
  }

  /** A call that is not sent; a contract that is not deployed is made for it. */
  async call(asked: CallRequest): Promise<{ debuggee: Debuggee; finder: ContractFinder; changes: RecordingChanges }> {
    const { suite, revision } = await this.#machine();
    const projects = await this.compile(suite, revision, this.#request.asDeployed !== true);
    const finder = new ContractFinder(projects);
    const from = asked.from ?? `0x${"c0de".padStart(40, "0")}`;
    const value = asked.value ?? 0;
    const named =
      asked.contract === undefined ? undefined : namedContract(projects, asked.contract, this.#project.folder);
    const notes = named && contractNotes(named.contract, named.project);
    const abi = named && artifactInterface({ abi: named.contract.abi, ...notes }, cryptoSuite(suite));
    const making = asked.function === undefined || asked.function === "constructor";
    if (asked.to === undefined && named && abi) {
      const record = (call: Readonly<Record<string, unknown>>) => this.recordCall(call);
      const libraries = await throwawayLibraries(record, named, from);
      const init = abi.encodeDeploy(
        linkedCode(named.contract, libraries.addresses),
        making ? (asked.args ?? asked.constructorArgs ?? []) : (asked.constructorArgs ?? []),
      );
      const { code } = libraries;
      const made = await this.recordCall({ from, data: init, value: making ? value : 0, code });
      if (making) return { debuggee: debuggeeOf(made, finder), finder, changes: { code } };
      if (made.status !== 0)
        throw new CannotDebug(
          t("The contract can't be created because its constructor fails. Debug the constructor to see why."),
        );
      const after = new Playback(made);
      const changes = {
        code: { ...code, [made.contractAddress]: made.frames[0]?.output ?? "0x" },
        storage: after.storage.writtenUpTo(after.length),
      };
      const data = asked.data ?? abi.encodeCall(asked.function ?? "", asked.args ?? []);
      const recording = await this.recordCall({ from, to: made.contractAddress, data, value, ...changes });
      return { debuggee: debuggeeOf(recording, finder), finder, changes };
    }
    const data = asked.data ?? abi?.encodeCall(asked.function ?? "", asked.args ?? []);
    if (data === undefined) throw new CannotDebug(t("Specify the call data, or the contract and function."));
    const recording = await this.recordCall({ from, to: asked.to ?? "", data, value });
    if (this.#request.asDeployed) return { debuggee: debuggeeOf(recording, finder), finder, changes: {} };
    return this.#callWithoutOptimizer(recording, { from, to: asked.to ?? "", data, value }, finder);
  }

  async #callWithoutOptimizer(
    first: ExecutionRecording,
    call: Readonly<Record<string, unknown>>,
    plain: ContractFinder,
  ): Promise<{ debuggee: Debuggee; finder: ContractFinder; changes: RecordingChanges }> {
    const finder = new ContractFinder(await this.compile(first.suite, first.revision, false));
    const code: Record<string, string> = {};
    for (const [index, contract] of contractsOf(first, finder).entries()) {
      const frame = first.frames[index];
      const text = frame && first.codes[frame.code];
      if (!contract || contract.creation || text === undefined || !frame) continue;
      const other = plain.named(contract.contract.sourceName, contract.contract.name)?.contract;
      const changed = other && runtimeLike(text, contract, other);
      if (changed !== undefined) code[frame.codeAddress] = changed;
    }
    const second = Object.keys(code).length === 0 ? first : await this.recordCall({ ...call, code });
    const same = second.status === first.status && second.output === first.output;
    const both = new ContractFinder([...plain.projects, ...finder.projects]);
    return { debuggee: debuggeeOf(same ? second : first, both), finder: both, changes: same ? { code } : {} };
  }
}

/**
 * Records what is to be debugged and compiles what it runs. Transactions of chains that record nothing go through the door, where there is
 * one.
 * @throws CannotDebug, and ChainError of the chain or the compilers.
 */
export async function startDebuggee(request: LaunchRequest, consent?: ForkConsent): Promise<StartedDebuggee> {
  if (request.test) {
    const started = await startTest(theCompiler(), launchedProject(request), request.test);
    return { ...started, changes: {}, verdict: undefined, verdictLines: [], close: async () => undefined };
  }
  const starter = new Starter(request, consent);
  try {
    const { transaction, call } = request;
    if (transaction === undefined && call === undefined) {
      throw new CannotDebug(t("Specify a transaction or a call to debug."));
    }
    const started = transaction === undefined ? await starter.call(call ?? {}) : await starter.transaction(transaction);
    const { recording, playback, contracts } = started.debuggee;
    // Of a proxy, the code behind it is looked at.
    const isSeen = (i: number): boolean => contracts[i] !== undefined || passedOn(started.debuggee, i) !== undefined;
    const unknown = recording.frames
      .filter((frame, i) => frame.code >= 0 && !isSeen(i))
      .map((frame) => frame.codeAddress);
    for (const address of new Set(unknown)) {
      starter.notes.push(
        t("No source for the code at {0}. Nothing in this project compiles to it, so opcodes are shown.", address),
      );
    }
    if (playback.cut) starter.notes.push(t("The execution is too long, so only its beginning is available."));
    const { notes, verdict, verdictLines } = starter;
    const ask = (asked: Readonly<Record<string, unknown>>): Promise<ExecutionRecording> => starter.recordCall(asked);
    return { ...started, notes, verdict, verdictLines, ask, close: () => starter.close() };
  } catch (error) {
    await starter.close();
    throw error;
  }
}
