import type * as vscode from "vscode";

/**
 * Adds a line of the Test Explorer, unless it is there: Theia takes one that is added again for a change of itself, and overflows the stack
 * with the next change of it.
 */
export function addItem(collection: vscode.TestItemCollection, item: vscode.TestItem): void {
  if (collection.get(item.id) !== item) collection.add(item);
}

/** Makes these the only lines of a collection; those that are there stay as they are. */
export function setItems(collection: vscode.TestItemCollection, items: readonly vscode.TestItem[]): void {
  const wanted = new Set(items.map(({ id }) => id));
  for (const [id] of [...collection]) if (!wanted.has(id)) collection.delete(id);
  for (const item of items) addItem(collection, item);
}
