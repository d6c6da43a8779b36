import { basename, join } from "node:path";
import type { Connection } from "vscode-languageserver/node";
import { type ContractInterface, contractInterface } from "../../chain/abi/contractInterface";
import { readJsonArtifact } from "../../chain/artifact/readArtifact";
import { withNotes } from "../../chain/artifact/sourceNotes";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import { leftOutFolders, libraryFolder } from "../../files/leftOutFolders";
import type { NamedPath } from "../../files/namedPath";
import { pathKey } from "../../files/pathKey";
import { maxBytes, readRegularTextIfAny } from "../../files/regularFile";
import type { EditorContext } from "../../scenarios/editor/offers";
import type { AbiOf } from "../../scenarios/language/contracts";
import type { ReadText } from "../../scenarios/language/readScenario";
import { scenarioEnding } from "../../scenarios/language/scenario";
import { OutOfBounds } from "../../text/limits/outOfBounds";
import { pathOf } from "../documents/protocolRanges";
import { changedText } from "../documents/textChanges";
import type { Editor } from "../protocol/messages";
import { foldersBelow } from "../workspace/foldersBelow";

/** A scenario that is open in the editor: the editor's text counts, not the file's. */
export interface OpenScenario {
  readonly uri: string;
  readonly path: string;
  readonly version: number;
  readonly text: string;
}

/** The scenarios that are open. */
export class OpenScenarios {
  readonly #open = new Map<string, OpenScenario>();

  /** @param changed hears of each that was opened or changed, and of each that was closed, as undefined */
  constructor(connection: Connection, changed: (uri: string, scenario: OpenScenario | undefined) => void) {
    const take = (uri: string, version: number, text: string): void => {
      const path = pathOf(uri);
      if (path === undefined) return;
      const scenario = { uri, path, version, text };
      this.#open.set(uri, scenario);
      changed(uri, scenario);
    };
    connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => take(uri, version, text));
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const before = this.#open.get(uri);
      if (before) take(uri, version, changedText(before.text, contentChanges));
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      this.#open.delete(uri);
      changed(uri, undefined);
    });
  }

  get all(): readonly OpenScenario[] {
    return [...this.#open.values()];
  }

  get(uri: string): OpenScenario | undefined {
    return this.#open.get(uri);
  }

  /** The one that lies at a path, whatever way the path is written. */
  at(path: string): OpenScenario | undefined {
    const key = pathKey(path);
    return this.all.find((each) => pathKey(each.path) === key);
  }
}

const maxFolders = 2000;
const maxFiles = 500;

/**
 * Scenarios (`*.chain.yaml`) below a folder, without hidden folders: where no editor lists them. Looks into at most 2,000 folders, those
 * that VS Code's own list leaves out aside.
 */
export async function findScenarios(root: string): Promise<string[]> {
  const found: string[] = [];
  const isSkipped = (name: string, parent: string): boolean =>
    name.startsWith(".") || leftOutFolders.has(name) || (parent !== root && basename(parent) === libraryFolder);
  for await (const { folder, files } of foldersBelow(root, { isSkipped, max: maxFolders })) {
    found.push(...files.filter((name) => name.endsWith(scenarioEnding)).map((name) => join(folder, name)));
    if (found.length >= maxFiles) break;
  }
  return found.slice(0, maxFiles);
}

/** What lies around open scenarios: other files, read here, and contracts, which the editor is asked for. */
export class WorkspaceContext implements EditorContext {
  readonly #known = new Map<string, ReturnType<AbiOf>>();

  constructor(
    private readonly editor: Editor,
    private readonly open: OpenScenarios,
    /** Folders that are open: looked through where the editor doesn't list what is there. */
    private readonly folders: readonly string[],
  ) {}

  /** Sources or artifacts are others now. */
  forget(): void {
    this.#known.clear();
  }

  readonly read: ReadText = (path) => this.#text(path, maxBytes.scenario);

  /** A source or an artifact. */
  readonly readFile: ReadText = (path) => this.#text(path, maxBytes.artifact);

  async #text(path: Parameters<ReadText>[0], max: number): Promise<string | undefined> {
    const open = this.open.at(path);
    if (open) return open.text;
    // What isn't trusted may name no file outside of its folder: the editor knows.
    // An editor without trust of workspaces trusts them all.
    const may = (await this.editor.ask("chainside/mayRead", { path })) ?? true;
    return may ? readRegularTextIfAny(path, max) : undefined;
  }

  readonly abiOf: AbiOf = (path) => {
    const known = this.#known.get(path) ?? this.#ask(path);
    this.#known.set(path, known);
    return known;
  };

  async contracts(): Promise<readonly string[]> {
    return (await this.editor.ask("chainside/contracts")) ?? [];
  }

  async scenarios(): Promise<readonly string[]> {
    const paths = await this.editor.ask("chainside/scenarios");
    return paths ?? (await Promise.all(this.folders.map(findScenarios))).flat();
  }

  async #ask(path: NamedPath): ReturnType<AbiOf> {
    const reported = await this.editor.ask("chainside/contract", { path });
    if (reported === undefined) return this.#own(path);
    if (reported === null) return undefined;
    if ("text" in reported) return reported.text;
    return interfaceOf(reported.abi);
  }

  /** In an editor that knows no contracts: what an artifact says. What a source is only a compiler knows. */
  async #own(path: NamedPath): ReturnType<AbiOf> {
    if (!path.endsWith(".json") && !path.endsWith(".abi")) return undefined;
    const json = await this.readFile(path);
    if (json === undefined) return undefined;
    try {
      const artifact = readJsonArtifact(json, basename(path));
      return artifact && interfaceOf(withNotes(artifact.abi, artifact.notes));
    } catch (error) {
      if (error instanceof ChainError || error instanceof OutOfBounds) return undefined; // it says so when the scenario runs
      throw error;
    }
  }
}

/** Undefined for an ABI that can't be read: it says so when the scenario runs. */
function interfaceOf(abi: string | readonly unknown[]): ContractInterface | undefined {
  try {
    return contractInterface(abi, cryptoSuite("standard"));
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}
