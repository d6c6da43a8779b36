import { basename, dirname } from "node:path";
import * as vscode from "vscode";
import type { EditorTest, WantedTests } from "../../../contractTests/service/messages";
import { namedPath } from "../../../files/namedPath";
import { maxBytes, readRegularTextIfAny } from "../../../files/regularFile";
import type { OutlineItem } from "../../../solidity/language/questions";
import type { TextRange } from "../../../solidity/program/textRange";
import { isTestFunction, takesArguments } from "../../../text/sourceNames";
import { visibleLine } from "../../../text/visibleText";
import { foreignFolders } from "../../kit/files/foreignFolders";
import { mayRead } from "../../kit/files/namedUri";
import { openDocument } from "../../kit/files/showFile";
import { namedCompiler } from "../../kit/settings/settings";
import { addItem, setItems } from "../../kit/tests/testItems";
import type { Chainside } from "../../state/chainside";
import { rangeOf } from "../../state/solidity/ranges";

/**
 * Of several answers to one question only that to the newest counts, in whatever order they come: an older one tells of files and texts as
 * they were. Who asked before waits for the newest.
 */
class NewestAnswers {
  readonly #asking = new Map<string, Promise<void>>();

  /** Settles when the newest answer to the question `key` has been used. @throws what the newest question throws */
  take<Answer>(key: string, ask: () => Promise<Answer>, use: (answer: Answer) => void): Promise<void> {
    const own: Promise<void> = this.#take(ask, use, (): Promise<void> | undefined => {
      const newest = this.#asking.get(key);
      if (newest === own) this.#asking.delete(key);
      return newest === own ? undefined : (newest ?? Promise.resolve());
    });
    this.#asking.set(key, own);
    return own;
  }

  /** @param newer the newest question where it is another one */
  async #take<Answer>(
    ask: () => Promise<Answer>,
    use: (answer: Answer) => void,
    newer: () => Promise<void> | undefined,
  ): Promise<void> {
    const [answer] = await Promise.allSettled([ask()]);
    const waiting = newer();
    if (waiting !== undefined) return waiting;
    if (answer.status === "rejected") throw answer.reason;
    use(answer.value);
  }
}

/** What a line of the tree stands for. */
interface Subject {
  readonly uri: vscode.Uri;
  readonly contract?: string;
  readonly test?: string;
}

const files = "**/*.t.sol";
/** In these projects files of any name hold tests. */
const projects = "**/foundry.toml";

/** The text of a file that the workspace holds; nothing where it may not be read. */
async function textOnDisk({ fsPath }: vscode.Uri): Promise<string> {
  const path = namedPath(basename(fsPath), dirname(fsPath));
  if (path === undefined || !(await mayRead(path))) return "";
  return (await readRegularTextIfAny(path, maxBytes.source)) ?? "";
}

/** Lines of the tree stand in the order of the source. */
function put(item: vscode.TestItem, range: TextRange): void {
  item.range = rangeOf(range);
  item.sortText = String(range.start.line).padStart(8, "0");
}

/** The tree file → contract → test: files by their names, what is in them by their text, without a compiler. */
export class TestTree {
  readonly #subjects = new WeakMap<vscode.TestItem, Subject>();
  /** Files of any name may hold tests. */
  anyName = false;
  /** By contract's id: tests that only a compilation knows, as they are written in another file. */
  readonly #inherited = new Map<string, Set<string>>();
  readonly #newest = new NewestAnswers();

  constructor(
    private readonly app: Chainside,
    private readonly controller: vscode.TestController,
  ) {}

  subjectOf(item: vscode.TestItem): Subject | undefined {
    return this.#subjects.get(item);
  }

  /** Finds the files; what is in them is read when the user unfolds them. */
  findFiles(): Promise<void> {
    return this.#newest.take(
      "",
      () => this.#search(),
      (found) => this.#show(found),
    );
  }

  async #search(): Promise<vscode.Uri[]> {
    const named = await vscode.workspace.findFiles(files, foreignFolders.glob);
    return [...new Map([...named, ...(await this.#foundryFiles())].map((uri) => [uri.toString(), uri])).values()];
  }

  #show(found: readonly vscode.Uri[]): void {
    const ids = new Set(found.map((uri) => uri.toString()));
    const gone: string[] = [];
    for (const [id, { uri }] of this.controller.items) {
      if (!ids.has(id) && !vscode.workspace.textDocuments.some((open) => open.uri.toString() === uri?.toString()))
        gone.push(id);
    }
    for (const id of gone) this.controller.items.delete(id);
    for (const uri of found) this.fileItem(uri);
  }

  /** Tests of Foundry's projects, in files of any name: `chainside test` has the same. */
  async #foundryFiles(): Promise<vscode.Uri[]> {
    const settings = await vscode.workspace.findFiles(projects, foreignFolders.glob);
    this.anyName = settings.length > 0;
    const found = settings.map(async (uri) => {
      try {
        return await this.app.solidity.askTestFiles(dirname(uri.fsPath));
      } catch (error) {
        this.app.errors.log(error);
        return [];
      }
    });
    return (await Promise.all(found)).flat().map((path) => vscode.Uri.file(path));
  }

  fileItem(uri: vscode.Uri): vscode.TestItem {
    const known = this.controller.items.get(uri.toString());
    if (known) return known;
    const label = visibleLine(vscode.workspace.asRelativePath(uri));
    const item = this.controller.createTestItem(uri.toString(), label, uri);
    item.canResolveChildren = true;
    this.#subjects.set(item, { uri });
    this.controller.items.add(item);
    return item;
  }

  forget(uri: vscode.Uri): void {
    this.controller.items.delete(uri.toString());
  }

  /** Reads the contracts and tests of a file as it stands in its editor, else on disk. */
  async readFile(uri: vscode.Uri): Promise<vscode.TestItem> {
    const file = this.fileItem(uri);
    await this.#newest.take(
      uri.toString(),
      () => this.#outline(uri),
      (outline) => this.#fill(file, outline),
    );
    return file;
  }

  /** What the text of a file holds; undefined where that can't be told. */
  async #outline(uri: vscode.Uri): Promise<readonly OutlineItem[] | undefined> {
    const text = openDocument(uri)?.getText() ?? (await textOnDisk(uri));
    if (text.length > maxBytes.source) return undefined;
    const answer = await this.app.solidity.ask({ uri }, { kind: "outline", text });
    return answer.kind === "outline" ? answer.items : undefined;
  }

  #fill(file: vscode.TestItem, outline: readonly OutlineItem[] | undefined): void {
    const { uri } = file;
    if (!uri || !outline) return;
    const contracts = outline
      .filter((contract) => contract.kind === "contract" && !takesArguments(contract.children))
      .map((contract) => {
        const item = this.#child(file, { uri, contract: contract.name }, contract.name);
        put(item, contract.nameRange);
        const tests = new Map<string, vscode.TestItem>();
        for (const { name, external, nameRange } of contract.children) {
          if (!external || !isTestFunction(name) || tests.has(name)) continue;
          const test = this.#child(item, { uri, contract: contract.name, test: name }, name);
          put(test, nameRange);
          tests.set(name, test);
        }
        for (const name of this.#inherited.get(item.id) ?? []) {
          if (!tests.has(name)) tests.set(name, this.#child(item, { uri, contract: contract.name, test: name }, name));
        }
        setItems(item.children, [...tests.values()]);
        return item;
      });
    setItems(
      file.children,
      contracts.filter(({ children }) => children.size > 0),
    );
  }

  /** A line below another: the one that is there, so that what was found out about it stays. */
  #child(parent: vscode.TestItem, subject: Subject, name: string): vscode.TestItem {
    const id = `${parent.id}#${name}`;
    const item = parent.children.get(id) ?? this.controller.createTestItem(id, visibleLine(name), subject.uri);
    this.#subjects.set(item, subject);
    return item;
  }

  /** The line of a test that a run tells of; made where only the compiler knows of it. */
  itemOf({ file, contract, name, line }: EditorTest): vscode.TestItem {
    const uri = vscode.Uri.file(file);
    const parent = this.fileItem(uri);
    const ofContract = this.#child(parent, { uri, contract }, contract);
    addItem(parent.children, ofContract);
    const test = this.#child(ofContract, { uri, contract, test: name }, name);
    addItem(ofContract.children, test);
    if (line === undefined) {
      const inherited = this.#inherited.get(ofContract.id) ?? new Set();
      this.#inherited.set(ofContract.id, inherited.add(name));
    } else test.range ??= new vscode.Range(line - 1, 0, line - 1, 0);
    return test;
  }

  /** The line of what a lens names; undefined where the file no longer has it. */
  find({ uri, contract, test }: Subject): vscode.TestItem | undefined {
    const file = this.controller.items.get(uri.toString());
    const ofContract = contract === undefined ? file : file?.children.get(`${file.id}#${contract}`);
    return test === undefined ? ofContract : ofContract?.children.get(`${ofContract.id}#${test}`);
  }

  /** The tests below a line, itself where it is one. */
  leaves(item: vscode.TestItem): vscode.TestItem[] {
    if (this.#subjects.get(item)?.test !== undefined) return [item];
    return [...item.children].flatMap(([, child]) => this.leaves(child));
  }

  /** What the runner is told of lines: whole files where nothing of them is left out, so that it also runs what only it knows. */
  wanted(item: vscode.TestItem, excluded: ReadonlySet<vscode.TestItem>): WantedTests[] {
    if (excluded.has(item)) return [];
    const subject = this.#subjects.get(item);
    if (!subject) return [];
    const { uri, contract, test } = subject;
    if (test === undefined && this.#holds(item, excluded))
      return [...item.children].flatMap(([, child]) => this.wanted(child, excluded));
    const compiler = namedCompiler(uri);
    return [
      {
        file: uri.fsPath,
        workspace: vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath,
        ...(compiler === undefined ? {} : { compiler }),
        ...(contract === undefined ? {} : { contract }),
        ...(test === undefined ? {} : { test }),
      },
    ];
  }

  #holds(item: vscode.TestItem, excluded: ReadonlySet<vscode.TestItem>): boolean {
    return [...item.children].some(([, child]) => excluded.has(child) || this.#holds(child, excluded));
  }

  /** Whether a document's change may change the tree. */
  isShown(uri: vscode.Uri): boolean {
    return uri.scheme === "file" && this.controller.items.get(uri.toString()) !== undefined;
  }
}
