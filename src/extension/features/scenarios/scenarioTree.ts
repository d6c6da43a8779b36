import * as vscode from "vscode";
import { givenPath } from "../../../files/namedPath";
import { scenarioOutline } from "../../../scenarios/editor/outline";
import { examineScenario } from "../../../scenarios/language/readScenario";
import type { ChainVariant } from "../../../scenarios/language/scenario";
import { variantText } from "../../../scenarios/language/variants";
import { visibleLine } from "../../../text/visibleText";
import { foreignFolders } from "../../kit/files/foreignFolders";
import { addItem, setItems } from "../../kit/tests/testItems";
import { readShown, scenarioPattern } from "./scenarioFiles";

/** A line of the tree that is run as one: a scenario on one kind of chain. */
interface Cell {
  readonly uri: vscode.Uri;
  readonly variant: ChainVariant;
}

/** The tree file → chain of the matrix; a file for one kind of chain is a line by itself. */
export class ScenarioTree {
  readonly #cells = new WeakMap<vscode.TestItem, Cell>();

  constructor(private readonly controller: vscode.TestController) {}

  cellOf(item: vscode.TestItem): Cell | undefined {
    return this.#cells.get(item);
  }

  async findFiles(): Promise<void> {
    const found = await vscode.workspace.findFiles(scenarioPattern, foreignFolders.glob);
    const ids = new Set(found.map(String));
    const gone = [...this.controller.items].filter(([id]) => !ids.has(id));
    for (const [id] of gone) this.controller.items.delete(id);
    for (const uri of found) await this.readFile(uri);
  }

  forget(uri: vscode.Uri): void {
    this.controller.items.delete(uri.toString());
  }

  /** Reads a file as it stands in its editor, else on disk; a part that others include is no line. */
  async readFile(uri: vscode.Uri): Promise<vscode.TestItem | undefined> {
    const source = await readShown(givenPath(uri.fsPath));
    const outline = source === undefined ? undefined : scenarioOutline(source, uri.fsPath);
    if (!outline?.runnable) {
      this.forget(uri);
      return undefined;
    }
    const id = uri.toString();
    const item =
      this.controller.items.get(id) ??
      this.controller.createTestItem(id, visibleLine(vscode.workspace.asRelativePath(uri)), uri);
    addItem(this.controller.items, item);
    item.description = visibleLine(outline.title);
    item.range = lineRange(outline.titleLine);
    const variants = await variantsOf(uri.fsPath);
    const [only] = variants;
    if (only && variants.length === 1) this.#cells.set(item, { uri, variant: only });
    else this.#cells.delete(item);
    const children = variants.length < 2 ? [] : variants.map((variant) => this.#child(item, { uri, variant }));
    for (const child of children) child.range = lineRange(outline.matrixLine ?? outline.titleLine);
    setItems(item.children, children);
    return item;
  }

  #child(parent: vscode.TestItem, cell: Cell): vscode.TestItem {
    const name = variantText(cell.variant);
    const id = `${parent.id}#${name}`;
    const item = parent.children.get(id) ?? this.controller.createTestItem(id, visibleLine(name), cell.uri);
    this.#cells.set(item, cell);
    return item;
  }

  /** The lines below a line that are run, itself where it is one. */
  leaves(item: vscode.TestItem, excluded: ReadonlySet<vscode.TestItem>): vscode.TestItem[] {
    if (excluded.has(item)) return [];
    return item.children.size === 0 ? [item] : [...item.children].flatMap(([, child]) => this.leaves(child, excluded));
  }
}

const lineRange = (line: number): vscode.Range => new vscode.Range(line - 1, 0, line - 1, 0);

/** The kinds of chains of a scenario that may be wrong: then it is one line, whose run says what is wrong. */
async function variantsOf(path: string): Promise<readonly ChainVariant[]> {
  try {
    return (await examineScenario(path, readShown)).scenario.variants;
  } catch {
    return [{}];
  }
}
