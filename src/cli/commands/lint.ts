import { stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { glob } from "tinyglobby";
import { installedPatterns } from "../../files/leftOutFolders";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readGivenFile } from "../../files/regularFile";
import { besideFindings, besidePeerFindings } from "../../nodeConfig/across/acrossFindings";
import type { FolderFacts } from "../../nodeConfig/across/folderFacts";
import type { AnalysisContext } from "../../nodeConfig/analysis/analysisContext";
import { analyze } from "../../nodeConfig/analysis/analyze";
import { analyzeNodesJson } from "../../nodeConfig/analysis/nodesJsonRules";
import { type DetectedKind, detectFile } from "../../nodeConfig/detectFile";
import { parseDocument } from "../../nodeConfig/document/iniDocument";
import { fixAll } from "../../nodeConfig/edits/fixesFor";
import type { Finding } from "../../nodeConfig/findings/finding";
import { lineRange } from "../../nodeConfig/text/textRange";
import { t, text } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { type LintOptions, lintLine } from "../lint/lintOptions";
import { type FileFindings, lintReport, type ReportedFinding } from "../lint/lintReport";
import { readFolderFacts, readNeighbours, readNodeFolder } from "../lint/nodeFolder";
import { commandOf, WrongCommandLine } from "../options/commandLine";
import { filesLike, followedInGlobs } from "../options/filePatterns";
import { writeOutput } from "../output/outputFile";
import { complain, print, printJson } from "../output/print";
import { thrownLines } from "../output/showError";
import { namedSources } from "../solidity/namedSources";

/** Only config.genesis has these: a named file that holds them is one, whatever it is called. */
const genesisOnly = /^[ \t]*(?:\[[ \t]*(?:features|version)[ \t]*\]|node\.[0-9]+[ \t]*=)/m;

/** A file to check; one that was named is checked even when its contents do not tell what it is. */
interface LintFile {
  readonly path: string;
  readonly named: boolean;
}

/** Whether a file is Solidity; else it is a node's. */
const isSolidity = ({ path }: LintFile): boolean => path.endsWith(".sol");

const configNames = ["**/config.ini", "**/*.config.ini", "**/config.genesis", "**/nodes.json"];

async function pathKind(path: string): Promise<"file" | "folder" | undefined> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch {
    return undefined;
  }
}

/**
 * Files behind the names, folders and patterns of a command line, each once. `missing` holds the names behind which there
 * is nothing; a pattern that matches no file is one of them.
 */
export async function findLintFiles(patterns: readonly string[]): Promise<{ files: LintFile[]; missing: string[] }> {
  const files = new Map<string, LintFile>();
  const missing: string[] = [];
  for (const pattern of patterns) {
    const kind = await pathKind(pattern);
    if (kind === "file") files.set(pattern, { path: pattern, named: true });
    else if (kind === "folder") {
      const found = await glob(configNames, {
        cwd: pattern,
        ignore: installedPatterns,
        dot: false,
        ...followedInGlobs,
      });
      for (const name of found.sort()) {
        const path = join(pattern, name);
        if (namedPath(name, resolve(pattern)) !== undefined && !files.has(path))
          files.set(path, { path, named: false });
      }
      for (const source of await namedSources([pattern])) {
        const path = join(pattern, relative(resolve(pattern), source));
        if (!files.has(path)) files.set(path, { path, named: false });
      }
    } else {
      const found = await filesLike(pattern, installedPatterns);
      if (found.length === 0) missing.push(pattern);
      for (const path of found) if (!files.has(path)) files.set(path, { path, named: false });
    }
  }
  return { files: [...files.values()], missing };
}

/**
 * A named file is what its name says even when its contents do not tell; but another's `config.ini` stays alone, and so does
 * what neither its name nor its contents make a node's.
 */
function kindOf(file: LintFile, content: string, inNodeFolder: boolean): DetectedKind | undefined {
  const detected = detectFile(file.path, content, inNodeFolder);
  const name = basename(file.path).toLowerCase();
  if (detected !== undefined || !file.named || name === "config.ini") return detected;
  if (name.includes("genesis") || genesisOnly.test(content) || detectFile("config.genesis", content) === "genesis")
    return "genesis";
  if (name.endsWith(".json")) return "nodes";
  return name.endsWith(".ini") || detectFile("config.ini", content) === "config" ? "config" : undefined;
}

/** Writes the file with every safe fix carried out. */
async function fix(file: LintFile, { kind, content, context }: NodeFile): Promise<void> {
  if (kind === "nodes") return;
  const fixed = fixAll(parseDocument(content, kind), context);
  // A file that is no UTF-8 would lose bytes.
  if (fixed !== content && !content.includes("\uFFFD")) await writeOutput(file.path, fixed);
}

/** What the named files' folders say that others must agree with, or must not say too. */
async function foldersOf(files: readonly LintFile[], { nodeVersion }: LintOptions): Promise<readonly FolderFacts[]> {
  const configs = files.filter(({ path }) => ["config.ini", "config.genesis", "nodes.json"].includes(basename(path)));
  const folders = new Set(configs.map(({ path }) => dirname(resolve(path))));
  const facts: FolderFacts[] = [];
  for (const folder of folders) facts.push(await readFolderFacts(folder, nodeVersion));
  return facts;
}

/** What is to be said of the file, also beside the other folders. */
function findingsOf(
  file: LintFile,
  { kind, content, context }: NodeFile,
  all: readonly FolderFacts[],
): readonly Finding[] {
  const folder = dirname(resolve(file.path)).replaceAll("\\", "/");
  const own = all.find(({ path }) => path === folder);
  if (kind === "nodes") {
    const alone = analyzeNodesJson(content);
    return own ? besidePeerFindings(content, alone, own, all) : alone;
  }
  const document = parseDocument(content, kind);
  const alone = analyze(document, context);
  const isNodes = basename(file.path) === (kind === "config" ? "config.ini" : "config.genesis");
  return own && isNodes ? besideFindings(document, alone, own, all, Date.now()) : alone;
}

/** Folders below the named ones that have a node's key and neither of its two files: no file of theirs can show it. */
async function bareFolders(patterns: readonly string[]): Promise<readonly FileFindings[]> {
  const found: FileFindings[] = [];
  for (const pattern of patterns) {
    if ((await pathKind(pattern)) !== "folder") continue;
    const keys = await glob(["**/conf/node.pem", "conf/node.pem"], {
      cwd: pattern,
      ignore: installedPatterns,
      ...followedInGlobs,
    });
    for (const key of keys.sort()) {
      const folder = join(pattern, dirname(dirname(key)));
      if (namedPath(key, resolve(pattern)) === undefined) continue;
      const kinds = await Promise.all(["config.ini", "config.genesis"].map((name) => pathKind(join(folder, name))));
      if (kinds.some((kind) => kind !== undefined)) continue;
      const message = text(
        "config.ini and config.genesis are missing in this folder. The node can't start without them.",
      );
      const finding = { rule: "config.missing", severity: "error", range: lineRange(0, 0, 0), message } as const;
      found.push({ file: join(folder, "config.ini"), findings: [finding] });
    }
  }
  return found;
}

interface NodeFile {
  readonly kind: DetectedKind;
  readonly content: string;
  readonly context: AnalysisContext;
}

/** A file with what surrounds it; undefined for one that no node reads. @throws ChainError of reading it */
async function readNodeFile(file: LintFile, options: LintOptions): Promise<NodeFile | undefined> {
  const content = (await readGivenFile(file.path, maxBytes.configuration)).toString("utf8");
  const folder = dirname(resolve(file.path));
  const { node, isNodeFolder, version } = await readNodeFolder(folder, basename(file.path));
  const kind = kindOf(file, content, isNodeFolder);
  if (kind === undefined) return undefined;
  const nodeVersion = options.nodeVersion ?? version;
  const context: AnalysisContext = {
    identityLength: options.identityLength,
    own: node,
    nodes: isNodeFolder ? await readNeighbours(folder) : [],
    ...(nodeVersion === undefined ? {} : { nodeVersion }),
  };
  return { kind, content, context };
}

/** Carries out every safe fix; what is left is told by a look at the files as they are then. */
async function fixFiles(files: readonly LintFile[], options: LintOptions): Promise<void> {
  for (const file of files) {
    if (isSolidity(file)) continue;
    // What can't be read is told by the look that follows.
    const read = await readNodeFile(file, options).catch(() => undefined);
    if (read) await fix(file, read);
  }
}

async function lintFile(file: LintFile, options: LintOptions, folders: readonly FolderFacts[]): Promise<FileFindings> {
  const read = await readNodeFile(file, options);
  if (!read) return { file: file.path, findings: [] };
  return { file: file.path, findings: findingsOf(file, read, folders) };
}

/** @throws ChainError, OutOfBounds, WrongCommandLine */
async function reportedIn(name: string): Promise<readonly FileFindings[]> {
  const { readReport } = await import("../../solidity/reports/readReport");
  const report = (await readGivenFile(name, maxBytes.artifact)).toString("utf8");
  let found: ReturnType<typeof readReport>;
  try {
    found = readReport(report);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!found)
    throw new WrongCommandLine(t("{0} isn't a report of Slither, solhint, Mythril, or in SARIF", visibleLine(name)));
  const files = new Map<string, ReportedFinding[]>();
  for (const { file, message, ...rest } of found) {
    const path = resolve(file);
    files.set(path, [...(files.get(path) ?? []), { ...rest, message: { text: "{0}", args: [message] } }]);
  }
  return [...files].map(([file, findings]) => ({ file, findings }));
}

/** Puts findings beside those of the same files; of other files nothing was asked. */
function addTo(results: FileFindings[], more: readonly FileFindings[]): void {
  const byPath = new Map(more.map((each) => [each.file, each.findings]));
  for (const [i, { file, findings }] of results.entries()) {
    const others = byPath.get(resolve(file));
    if (others) results[i] = { file, findings: [...findings, ...others] };
  }
}

async function lint(options: LintOptions): Promise<number> {
  const { files, missing } = await findLintFiles(options.patterns);
  for (const name of missing) complain(`chainside lint: ${t('No file "{0}" found.', name)}`);
  const results: FileFindings[] = [];
  if (options.fix) await fixFiles(files, options);
  const folders = await foldersOf(files, options);
  let unreadable = missing.length > 0;
  const failed = async (error: unknown): Promise<void> => {
    unreadable = true;
    complain(`chainside lint: ${(await thrownLines(error)).join("\n")}`);
  };
  for (const file of files) {
    if (isSolidity(file)) continue;
    try {
      results.push(await lintFile(file, options, folders));
    } catch (error) {
      await failed(error);
    }
  }
  results.push(...(await bareFolders(options.patterns)));
  const sources = files.filter(isSolidity).map(({ path }) => path);
  if (sources.length > 0) {
    const { lintSources } = await import("../lint/lintSources");
    results.push(...(await lintSources(sources, options, failed)));
  }
  for (const report of options.reports) {
    try {
      addTo(results, await reportedIn(report));
    } catch (error) {
      await failed(error);
    }
  }
  const report = lintReport(options.format, results);
  if (report !== "") {
    if (options.format === "json" || options.format === "sarif") printJson(report);
    else print(report);
  }
  if (unreadable) return 2;
  return results.some(({ findings }) => findings.some(({ severity }) => severity === "error")) ? 1 : 0;
}

/** `chainside lint`: the findings of the language server on the command line. */
export const runLint = commandOf(lintLine, lint);
