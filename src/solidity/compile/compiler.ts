import { createHash } from "node:crypto";
import { checksumAddress } from "../../chain/transaction/contractAddress";
import { isAddress } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { keccak256 } from "../../crypto/keccak256";
import { sm3 } from "../../crypto/sm3";
import { clientError } from "../../errors/clientError";
import { toChainError } from "../../errors/dictionary";
import { errorSentence } from "../../errors/errorText";
import { pathKey } from "../../files/pathKey";
import { encodingTrouble } from "../../text/encoding";
import { compareVersions } from "../../text/versions";
import type { CompiledContract, CompiledProject, CompiledSource, CompilerSettings } from "../artifact/compiledProject";
import type { CompilerDiagnostic } from "../artifact/compilerDiagnostic";
import type { AdmittedCompiler } from "../compilerReleases/admittedCompiler";
import {
  type CompilerFolders,
  cachedCompilers,
  compilerAtPath,
  findCompiler,
  isCompilerPath,
  workspaceCompiler,
} from "../compilerReleases/compilerStore";
import { bothConsents, type CompilerConsent, noConsent, readConsent } from "../compilerReleases/consent";
import { preferredVersion, releasedVersions } from "../compilerReleases/releases";
import {
  closureOf,
  type GatheredSource,
  gatherAll,
  maxImports,
  nameOfFile,
  type SourceFolders,
  type SourceSet,
  SourceTexts,
} from "../imports/gatherSources";
import { isNode, nodesOf } from "../program/syntaxTree";
import { type ProjectSettings, readProjectSettings, settingsOfSource } from "../project/projectSettings";
import { restrictedSettings, restrictedVersions } from "../project/restrictions";
import { CompilerPool, maxParallel } from "../solc/compilerPool";
import { chooseCompiler } from "../version/chooseCompiler";
import type { CompilerChoice, PragmaOfSource } from "../version/compilerReasons";
import { evmOfChain, evmVersionOf } from "../version/evmVersion";
import { exactVersion } from "../version/versionRange";
import { ArtifactCache } from "./artifactCache";
import { fellBack, formsOf, isTooDeep, settingsFor } from "./codeForms";
import {
  type CompiledFile,
  type CompileProgress,
  type CompileRequest,
  type CompileResult,
  fenceOf,
} from "./compileRequest";
import { type CompilerOutput, compilerInput, readCompilerOutput } from "./standardJson";
import { sourcesOfMade, UnitProgress, unitsOf } from "./units";

/** Comments, texts and whole words: an address stands only where none of the first two is. */
const pieces =
  /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n\r]|\\[\s\S])*"?|'(?:[^'\\\n\r]|\\[\s\S])*'?|[A-Za-z_$][\w$]*|\b0x[0-9a-fA-F]{40}\b|[0-9][\w.]*/g;

/**
 * The source as a compiler for SM chains wants it: it checks the capitals of an address by its own hash, so that one that is right under
 * keccak256 would be an error there. Only capitals change, so that every position stays.
 */
export function withSmChecksums(source: string): string {
  if (!source.includes("0x")) return source;
  return source.replace(pieces, (word) => {
    const isRight = isAddress(word) && checksumAddress({ hash: keccak256 }, word) === word;
    return isRight ? checksumAddress({ hash: sm3 }, word) : word;
  });
}

/** A file that is to be compiled, with all that decides what comes of it. */
interface Root {
  readonly path: string;
  readonly name: string;
  readonly sources: ReadonlyMap<string, GatheredSource>;
  /** Itself first. */
  readonly closure: readonly string[];
  readonly choice: CompilerChoice;
  /** What of the project's settings holds for it. */
  readonly project: ProjectSettings;
  /** Files with the same of these may be compiled together. */
  readonly settings: string;
  /** Same key, same result. */
  readonly key: string;
  /** Sources that it makes contracts of, whose code other files of the same request keep. */
  readonly elsewhere: readonly string[];
}

/** Files that go through one compiler together. */
interface Batch {
  readonly compiler: AdmittedCompiler;
  readonly choice: CompilerChoice;
  readonly settings: CompilerSettings;
  readonly suite: CryptoSuiteName;
  readonly outputs: CompileRequest["outputs"];
  /** How many of this compiler may run at the same time. */
  readonly instances: number;
  readonly signal: AbortSignal | undefined;
}

/** Files that are compiled together, and what compiles them; an error where nothing does. */
interface Unit {
  readonly roots: readonly Root[];
  readonly choice: CompilerChoice;
  readonly compiler: AdmittedCompiler | Error;
  readonly instances: number;
}

type CompiledParts = Pick<CompiledFile, "project" | "contracts" | "diagnostics" | "analysis">;

/** `CHAINSIDE_NATIVE_COMPILERS=off` keeps to WebAssembly. */
const nativesAllowed = (): boolean => process.env["CHAINSIDE_NATIVE_COMPILERS"] !== "off";

/** As many requests of an editor as may wait for different compilers at the same time. */
const minParallel = 2;

const notPatched = "it is a program of the system, whose hash function can't be replaced";

/** What is kept with a contract changed its form: what was kept before has no members of enums, and no earlier names. */
const layoutForm = "layout 3";

const sha256 = (...parts: readonly string[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}\n${part}\n`);
  return hash.digest("hex");
};

/** An error of ours in the place of one of the compiler's, in the language of this process. */
async function ownDiagnostic(file: string, error: unknown): Promise<CompilerDiagnostic> {
  const { code, details } = toChainError(error);
  const words = await errorSentence(error);
  return {
    severity: "error",
    type: "Chainside",
    code: String(code),
    message: words,
    formattedMessage: `${file}: ${words}`,
    place: { file, start: -1, end: -1 },
    related: [],
    details,
  };
}

/** A warning for a source in another encoding than UTF-8: what compiles isn't what its author sees. */
async function encodingWarnings(name: string, content: string | undefined): Promise<CompilerDiagnostic[]> {
  const trouble = content === undefined ? undefined : encodingTrouble(content);
  if (!trouble) return [];
  const start = Buffer.byteLength((content ?? "").slice(0, trouble.at));
  const error = clientError("sourceEncoding", { file: name, encoding: trouble.encoding });
  return [{ ...(await ownDiagnostic(name, error)), severity: "warning", place: { file: name, start, end: start + 3 } }];
}

/** Compiles folders and files of Solidity, each with the compiler that it wants, and keeps what it made. */
export class SolidityCompiler {
  readonly #cacheFolder: string;
  readonly #consent: CompilerConsent;
  /** The texts of sources, as they were read last. */
  readonly texts = new SourceTexts();
  /** What was compiled before. */
  readonly artifacts: ArtifactCache;
  readonly #pool: CompilerPool;

  /**
   * @param compilerFolder keeps fetched compilers
   * @param artifactFolder keeps what was compiled beyond this process; without one it is forgotten with it
   * @param consent what a person allows for this process, beside what the folder of compilers keeps
   * @param idleMs how long a compiler stays loaded with nothing to do; default: two minutes
   */
  constructor(compilerFolder: string, artifactFolder?: string, consent: CompilerConsent = noConsent, idleMs?: number) {
    this.#cacheFolder = compilerFolder;
    this.#consent = consent;
    this.artifacts = new ArtifactCache(artifactFolder);
    this.#pool = new CompilerPool(compilerFolder, idleMs);
  }

  /** Ends the compilers that it keeps loaded. */
  close(): void {
    this.#pool.close();
  }

  /**
   * Compiles. What is wrong with a file is among its diagnostics; what is not there, or does not fit, too.
   * @throws the signal's reason.
   */
  async compile(
    request: CompileRequest,
    progress: (progress: CompileProgress) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<CompileResult> {
    const project = await readProjectSettings(request.root, fenceOf(request));
    const found = await this.#gather(request, project);
    const places = await this.#places(request);
    const results = new Map<string, CompiledParts & { choice?: CompilerChoice }>();
    const roots = await this.#choose(request, project, found, places, results);
    let reused = 0;
    const groups = new Map<string, Root[]>();
    for (const root of roots) {
      const kept = request.outputs === "contracts" ? await this.artifacts.get(root.key, root.name) : undefined;
      if (kept) {
        reused++;
        results.set(root.path, { ...kept, choice: root.choice });
        continue;
      }
      const group = `${root.choice.version} ${root.choice.evmVersion} ${found.indexOf(root.sources)} ${root.settings}`;
      groups.set(group, [...(groups.get(group) ?? []), root]);
    }
    const units = await this.#units(request, [...groups.values()], places, progress, signal);
    const tracked = new UnitProgress(roots.length - reused, progress);
    const parallel = Math.max(...units.map(({ instances }) => instances), minParallel);
    const work = async (): Promise<void> => {
      for (let unit = units.shift(); unit && !signal?.aborted; unit = units.shift()) {
        const { roots: files, choice } = unit;
        await tracked.during(choice.version, files, () => this.#compileUnit(request, unit, results, signal));
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    signal?.throwIfAborted();
    const projects = new Map(roots.map((root) => [root.path, root.project]));
    const sources = Object.fromEntries(
      found.flatMap((gathered) => [...gathered.values()].map(({ name, path }) => [name, path] as const)),
    );
    const contentOf = (path: string): string | undefined => {
      const name = nameOfFile(path, request.root);
      return found.findLast((each) => each.has(name))?.get(name)?.content;
    };
    return {
      reused,
      sources,
      files: await Promise.all(
        request.files.map(async (path) => {
          const result = results.get(path);
          return {
            path,
            sourceName: nameOfFile(path, request.root),
            choice: result?.choice,
            project: result?.project,
            contracts: result?.contracts ?? [],
            diagnostics: [
              ...(await encodingWarnings(nameOfFile(path, request.root), contentOf(path))),
              ...(result?.diagnostics ?? []),
            ],
            fellBack: fellBack(result, projects.get(path) ?? project, request.code),
            analysis: result?.analysis,
          };
        }),
      ),
    };
  }

  /**
   * Compiles contracts of a project again, with other texts for some of its sources, as the project was compiled; only the sources that
   * they need are read by the compiler. Code has no hash of its sources, so that the same code is the same text (compilers from 0.6.0 on).
   * @returns code alone, without trees, ABIs and source maps; undefined: the texts don't compile
   * @throws what loading and running the compiler throw
   */
  async recompile(
    project: CompiledProject,
    request: Pick<CompileRequest, "root" | "trusted" | "mayFetch" | "compiler">,
    wanted: WantedCode,
    signal?: AbortSignal,
  ): Promise<readonly CompiledContract[] | undefined> {
    const places = await this.#places({ ...request, suite: project.suite });
    const { version } = project.compiler;
    const compiler = await this.#compilerFor(request.compiler, version, places, () => undefined, signal);
    const texts = new Map<string, string>();
    for (const { name, path, content } of neededSources(project, wanted.contracts)) {
      const text = (path === undefined ? undefined : wanted.texts.get(path)) ?? content;
      texts.set(name, project.suite === "sm" ? withSmChecksums(text) : text);
    }
    const { settings, suite } = project;
    const metadata =
      compareVersions(version, "0.6.0") < 0 ? settings.metadata : { ...settings.metadata, bytecodeHash: "none" };
    const wish = { kind: "code", contracts: wanted.contracts } as const;
    const { output } = await this.#pool.run(
      compiler,
      suite,
      () => compilerInput(texts, { ...settings, metadata }, version, wish),
      { signal },
    );
    const { diagnostics, contracts } = readCompilerOutput(output, texts);
    return diagnostics.some(({ severity }) => severity === "error") ? undefined : contracts;
  }

  /** The compiler of a release, or that which a person named by its path. */
  async #compilerFor(
    compiler: string | undefined,
    version: string,
    places: CompilerFolders,
    fetched: (received: number, total: number | undefined) => void,
    signal: AbortSignal | undefined,
  ): Promise<AdmittedCompiler> {
    return compiler !== undefined && isCompilerPath(compiler)
      ? compilerAtPath(compiler, places.workspace, places.consent)
      : findCompiler(version, places, fetched, signal);
  }

  async #places(request: Pick<CompileRequest, "trusted" | "root" | "mayFetch" | "suite">): Promise<CompilerFolders> {
    const { trusted, root, mayFetch, suite } = request;
    const consent = bothConsents(this.#consent, await readConsent(this.#cacheFolder));
    // a program of the system isn't walled in as WebAssembly is: it compiles what is trusted; and its hash function can't be replaced
    const native = trusted && suite === "standard" && nativesAllowed();
    return { cache: this.#cacheFolder, workspace: trusted ? root : undefined, mayFetch, consent, native };
  }

  /** A text over all that decides what a request comes to: same text, same result. Undefined where a file cannot be compiled at all. */
  async keyOf(request: CompileRequest): Promise<string | undefined> {
    const { roots, without } = await this.#chosen(request);
    return without > 0 ? undefined : sha256(request.outputs, ...roots.map(({ key }) => key));
  }

  /** The compiler and the machine that the first file of a request is compiled for; undefined where none fits. */
  async choiceOf(request: CompileRequest): Promise<CompilerChoice | undefined> {
    return (await this.#chosen(request)).roots[0]?.choice;
  }

  /** What decides about the files of a request, and how many of them can't be compiled at all. */
  async #chosen(request: CompileRequest): Promise<{ readonly roots: readonly Root[]; readonly without: number }> {
    const project = await readProjectSettings(request.root, fenceOf(request));
    const found = await this.#gather(request, project);
    const without = new Map<string, CompiledParts>();
    const roots = await this.#choose(request, project, found, await this.#places(request), without);
    return { roots, without: without.size };
  }

  /** All sources, in as many sets as there are forms of built-in interfaces wanted. */
  async #gather(request: CompileRequest, project: ProjectSettings): Promise<readonly SourceSet[]> {
    const folders: SourceFolders = {
      root: request.root,
      remappings: project.remappings,
      libraryFolders: project.libraryFolders,
      fence: fenceOf(request),
      overlays: new Map(Object.entries(request.overlays ?? {}).map(([path, text]) => [pathKey(path), text])),
    };
    return gatherAll(request.files, folders, this.texts);
  }

  /** Chooses a compiler for every file; one that none fits has a result already. */
  async #choose(
    request: CompileRequest,
    project: ProjectSettings,
    found: readonly ReadonlyMap<string, GatheredSource>[],
    places: CompilerFolders,
    results: Map<string, CompiledParts>,
  ): Promise<Root[]> {
    const [workspace, cached] = await Promise.all([workspaceCompiler(places.workspace), cachedCompilers(places.cache)]);
    const setting = await this.#setting(request, places);
    const named = await this.#named(request, places);
    const evmOfPerson = request.evmVersion === undefined ? undefined : evmVersionOf(request.evmVersion);
    const chain = evmOfChain(request.chain ?? { executorVersion: 1 });
    const roots: Root[] = [];
    for (const path of request.files) {
      const name = nameOfFile(path, request.root);
      const sources = found.findLast((each) => each.has(name));
      if (!sources) {
        results.set(path, {
          project: undefined,
          contracts: [],
          diagnostics: [await ownDiagnostic(name, clientError("unreadableFile", { path }))],
        });
        continue;
      }
      const closure = closureOf(name, sources);
      const crowded = closure.find((each) => sources.get(each)?.tooMany);
      if (crowded !== undefined) {
        const error = clientError("tooManyImports", { file: crowded, max: maxImports });
        results.set(path, { project: undefined, contracts: [], diagnostics: [await ownDiagnostic(name, error)] });
        continue;
      }
      const pragmas: PragmaOfSource[] = [
        ...closure.flatMap((sourceName) =>
          (sources.get(sourceName)?.head.pragmas ?? []).map((text) => ({ sourceName, text })),
        ),
        ...restrictedVersions(project, closure),
      ];
      try {
        const choose = ({ versions, evmVersion }: ProjectSettings): CompilerChoice =>
          chooseCompiler(
            name,
            pragmas,
            request.suite,
            {
              ...(setting === undefined ? {} : { setting }),
              ...(versions === undefined ? {} : { project: versions }),
              ...(workspace === undefined ? {} : { workspace }),
              cached,
              released: releasedVersions,
              preferred: preferredVersion,
            },
            {
              ...(evmOfPerson === undefined ? {} : { setting: evmOfPerson }),
              ...(evmVersion === undefined ? {} : { project: evmVersion }),
              chain,
            },
          );
        // which of several compilers it is says which machine is wanted
        const allowed = restrictedSettings(project, closure);
        const own = settingsOfSource(allowed, name, choose(settingsOfSource(allowed, name)).version);
        const choice = choose(own);
        const settings = JSON.stringify(settingsFor(own, choice, request.code));
        const contents = [...closure].sort().map((each) => `${each} ${sources.get(each)?.sha256}`);
        const key = sha256(
          request.root,
          name,
          request.suite,
          choice.version,
          named,
          codeForm,
          layoutForm,
          settings,
          ...contents,
        );
        roots.push({ path, name, sources, closure, choice, project: own, settings, key, elsewhere: [] });
      } catch (error) {
        results.set(path, { project: undefined, contracts: [], diagnostics: [await ownDiagnostic(name, error)] });
      }
    }
    const isViaIR = roots.some(({ project: own, choice }) => settingsFor(own, choice, request.code).viaIR);
    return isViaIR ? withElsewhere(roots) : roots;
  }

  async #setting({ compiler }: CompileRequest, { workspace, consent }: CompilerFolders): Promise<string | undefined> {
    if (compiler === undefined || compiler === "") return undefined;
    const exact = exactVersion(compiler);
    if (exact !== undefined) return exact;
    const { version } = await compilerAtPath(compiler, workspace, consent);
    return version === "" ? preferredVersion : version;
  }

  /** The compiler that a person named. Behind a path may be another one the next time. */
  async #named({ compiler = "" }: CompileRequest, { workspace, consent }: CompilerFolders): Promise<string> {
    if (compiler === "" || !isCompilerPath(compiler)) return exactVersion(compiler) ?? "";
    return (await compilerAtPath(compiler, workspace, consent)).sha256;
  }

  /** Finds the compiler of each group of files, and cuts the group where that helps. */
  async #units(
    { compiler: named, outputs, code, suite }: CompileRequest,
    groups: readonly (readonly Root[])[],
    places: CompilerFolders,
    progress: (progress: CompileProgress) => void,
    signal: AbortSignal | undefined,
  ): Promise<Unit[]> {
    const units = await Promise.all(
      groups.map(async (roots): Promise<Unit[]> => {
        const [first] = roots;
        if (!first) return [];
        const { choice, project } = first;
        const { version } = choice;
        const fetching = (received: number, total: number | undefined): void =>
          progress({ kind: "fetching", version, received, total });
        try {
          const compiler = await this.#compilerFor(named, version, places, fetching, signal);
          if (compiler.native && suite === "sm") throw clientError("compilerNotForSm", { version, reason: notPatched });
          if (outputs === "diagnostics") return [{ roots, choice, compiler, instances: 1 }];
          const instances = maxParallel(compiler.native);
          const { viaIR } = settingsFor(project, choice, code);
          return unitsOf(roots, { viaIR, parallel: instances }).map((unit) => ({
            roots: unit,
            choice,
            compiler,
            instances,
          }));
        } catch (error) {
          signal?.throwIfAborted();
          return [{ roots, choice, compiler: error instanceof Error ? error : new Error(String(error)), instances: 1 }];
        }
      }),
    );
    return units.flat();
  }

  async #compileUnit(
    request: CompileRequest,
    { roots, choice, compiler, instances }: Unit,
    results: Map<string, CompiledParts & { choice?: CompilerChoice }>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    try {
      if (compiler instanceof Error) throw compiler;
      const { suite, outputs } = request;
      const [first] = roots;
      let left = roots;
      for (const settings of first ? formsOf(first.project, choice, request.code) : []) {
        await this.#compileRoots({ compiler, choice, settings, suite, outputs, instances, signal }, left, results);
        left = left.filter(({ path }) => results.get(path)?.diagnostics.some(isTooDeep));
        if (left.length === 0) return;
      }
    } catch (error) {
      if (signal?.aborted) return;
      for (const root of roots) {
        if (results.has(root.path)) continue;
        const diagnostics = [await ownDiagnostic(root.name, error)];
        results.set(root.path, { project: undefined, contracts: [], diagnostics, choice });
      }
    }
  }

  /**
   * Compiles files together; those with an error, or that import one, are told apart and the rest is compiled again without them, so that
   * one broken file does not take the others along.
   */
  async #compileRoots(
    batch: Batch,
    roots: readonly Root[],
    results: Map<string, CompiledParts & { choice?: CompilerChoice }>,
  ): Promise<void> {
    let left = roots;
    while (left.length > 0) {
      const { output, longVersion } = await this.#run(batch, left);
      const errors = output.diagnostics.filter(({ severity }) => severity === "error");
      if (errors.length === 0) {
        await this.#keep(batch, left, output, longVersion, results);
        return;
      }
      const bad = new Set(errors.flatMap(({ place }) => place?.file ?? []));
      const failed = left.filter(({ closure }) => closure.some((name) => bad.has(name)));
      if (failed.length === 0 || (failed.length === left.length && left.length > 1 && bad.size === 0)) {
        // An error without a place: whose it is shows when they are compiled apart.
        if (left.length === 1) return fail(left, errors, output.diagnostics, results);
        const middle = Math.ceil(left.length / 2);
        await this.#compileRoots(batch, left.slice(0, middle), results);
        left = left.slice(middle);
        continue;
      }
      fail(failed, errors, output.diagnostics, results);
      left = left.filter((root) => !failed.includes(root));
    }
  }

  async #run(batch: Batch, roots: readonly Root[]): Promise<{ output: CompilerOutput; longVersion: string }> {
    const { compiler, settings, suite, outputs, instances, signal, choice } = batch;
    const texts = new Map<string, string>();
    for (const root of roots) {
      for (const name of root.closure) {
        const content = root.sources.get(name)?.content ?? "";
        texts.set(name, suite === "sm" ? withSmChecksums(content) : content);
      }
    }
    const wish =
      outputs === "diagnostics"
        ? ({ kind: "diagnostics" } as const)
        : ({ kind: "contracts", sourceNames: codeWanted(roots) } as const);
    const version = compiler.version || choice.version;
    const { output, longVersion } = await this.#pool.run(
      compiler,
      suite,
      (long) => compilerInput(texts, settings, long.split("+")[0] ?? version, wish),
      { signal, instances },
    );
    return { output: readCompilerOutput(output, texts), longVersion };
  }

  async #keep(
    { choice, settings, suite, outputs }: Batch,
    roots: readonly Root[],
    output: CompilerOutput,
    longVersion: string,
    results: Map<string, CompiledParts & { choice?: CompilerChoice }>,
  ): Promise<void> {
    const gathered = new Map(
      roots.flatMap(({ closure, sources }) => closure.flatMap((name) => [[name, sources.get(name)] as const])),
    );
    const sources = [...gathered].flatMap(([name, source]): CompiledSource[] => {
      const compiled = output.sources.get(name);
      if (!source || !compiled) return [];
      const { path, content, sha256: hash } = source;
      return [{ name, path, content, sha256: hash, id: compiled.id, ast: compiled.ast }];
    });
    const names = new Set(codeWanted(roots));
    const contracts = output.contracts.filter(({ sourceName }) => names.has(sourceName));
    const own = output.diagnostics.filter(({ place }) => !place || gathered.get(place.file)?.path !== undefined);
    const project: CompiledProject | undefined =
      outputs === "diagnostics"
        ? undefined
        : {
            format: 1,
            id: sha256(longVersion, suite, JSON.stringify(settings), ...roots.map(({ key }) => key)),
            suite,
            compiler: { version: longVersion.split("+")[0] ?? choice.version, longVersion, suite },
            choice,
            settings,
            sources,
            contracts,
            diagnostics: own,
          };
    const analysis = project ? undefined : { sources, contracts: output.contracts };
    for (const root of roots) {
      const closure = new Set(root.closure);
      const diagnostics = own.filter(({ place }) => !place || closure.has(place.file));
      const ofFile: readonly CompiledContract[] = contracts.filter(({ sourceName }) => sourceName === root.name);
      results.set(root.path, { project, contracts: project ? ofFile : [], diagnostics, choice: root.choice, analysis });
    }
    if (project) await this.artifacts.put(project, roots);
  }
}

/** Code that is asked for once more: of which contracts, and with which texts in place of those of sources, by absolute path. */
interface WantedCode {
  readonly contracts: readonly { readonly sourceName: string; readonly name: string }[];
  readonly texts: ReadonlyMap<string, string>;
}

/** The sources that contracts are made of. What a source without a tree imports isn't known: then all without one are taken along. */
function neededSources({ sources }: CompiledProject, contracts: WantedCode["contracts"]): CompiledSource[] {
  const byName = new Map(sources.map((source) => [source.name, source]));
  const needed = new Set<string>(sources.filter(({ ast }) => !isNode(ast)).map(({ name }) => name));
  const waiting = [...new Set(contracts.map(({ sourceName }) => sourceName))];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const source = byName.get(name);
    if (!source || (needed.has(name) && isNode(source.ast))) continue;
    needed.add(name);
    if (!isNode(source.ast)) continue;
    for (const each of nodesOf(source.ast["nodes"])) {
      const imported = each.nodeType === "ImportDirective" ? each["absolutePath"] : undefined;
      if (typeof imported === "string" && !needed.has(imported)) waiting.push(imported);
    }
  }
  return sources.filter(({ name }) => needed.has(name));
}

/** Another one with every change of what a compilation keeps of the same sources. */
const codeForm = "with what is made of imports";

/**
 * Sources whose code is kept: the files themselves, and imports that they make contracts of, which may be compiled by another compiler for
 * themselves.
 */
function codeWanted(roots: readonly Root[]): string[] {
  const sources = new Map(roots.flatMap((root) => root.closure.map((name) => [name, root.sources.get(name)] as const)));
  const own = roots.map(({ name }) => name);
  const texts = [...sources].map(([name, source]) => ({ name, content: source?.content ?? "" }));
  const elsewhere = new Set(roots.flatMap((root) => root.elsewhere));
  return [...new Set([...own, ...sourcesOfMade(texts).filter((name) => !elsewhere.has(name))])];
}

const sameCode = (left: Root, right: Root): boolean =>
  left.choice.version === right.choice.version &&
  left.choice.evmVersion === right.choice.evmVersion &&
  left.settings === right.settings;

/**
 * By way of the intermediate language each contract's code takes long, and files are compiled apart: what one of them keeps, others that
 * make contracts of it don't ask for again.
 */
function withElsewhere(roots: readonly Root[]): Root[] {
  const byName = new Map(roots.map((root) => [root.name, root]));
  return roots.map((root) => {
    const { sources, closure, name, key } = root;
    const texts = closure.map((each) => ({ name: each, content: sources.get(each)?.content ?? "" }));
    const elsewhere = sourcesOfMade(texts).filter((each) => {
      const other = byName.get(each);
      return each !== name && other?.sources === sources && sameCode(other, root);
    });
    return elsewhere.length === 0 ? root : { ...root, elsewhere, key: sha256(key, "without", ...elsewhere.sort()) };
  });
}

function fail(
  roots: readonly Root[],
  errors: readonly CompilerDiagnostic[],
  all: readonly CompilerDiagnostic[],
  results: Map<string, CompiledParts & { choice?: CompilerChoice }>,
): void {
  for (const root of roots) {
    const closure = new Set(root.closure);
    const diagnostics = all.filter(({ place }) => !place || closure.has(place.file));
    const shown = diagnostics.some(({ severity }) => severity === "error") ? diagnostics : [...errors];
    results.set(root.path, { project: undefined, contracts: [], diagnostics: shown, choice: root.choice });
  }
}
