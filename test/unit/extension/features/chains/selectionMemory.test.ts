import { expect, it } from "vitest";
import { SelectionMemory } from "../../../../../src/extension/features/chains/registerChains";
import type { TreeNode } from "../../../../../src/extension/kit/tree/treeNode";
import { EventEmitter } from "../../../../support/fakeVscode/values";

it("gives the lines that were selected last, as they are now, and none that are gone", () => {
  const changed = new EventEmitter<{ selection: readonly TreeNode[] }>();
  const line = (id: string, label = id) => ({ id, label }) as unknown as TreeNode;
  const tree = new Map([line("a", "new a"), line("b")].map((each) => [each.id, each]));
  const view = { onDidChangeSelection: changed.event as never, selection: [] as TreeNode[] };
  const selected = new SelectionMemory(view, { find: (id) => tree.get(id) });
  expect(selected.lines).toEqual([]);
  changed.fire({ selection: [line("a"), line("b")] });
  expect(selected.lines).toEqual([line("a", "new a"), line("b")]);
  tree.delete("b");
  expect(selected.lines).toEqual([line("a", "new a")]);
  changed.fire({ selection: [] });
  expect(selected.lines).toEqual([]);
  selected.dispose();
  changed.fire({ selection: [line("a")] });
  expect(selected.lines).toEqual([]);
});

it("knows lines that were selected while the view asked for them again, and of which it then told nothing", () => {
  const changed = new EventEmitter<{ selection: readonly TreeNode[] }>();
  const lines = ["a", "b", "c"].map((id) => ({ id }) as unknown as TreeNode);
  const view = { onDidChangeSelection: changed.event as never, selection: [] as TreeNode[] };
  const selected = new SelectionMemory(view, { find: (id) => lines.find((each) => each.id === id) });
  changed.fire({ selection: [] });
  expect(selected.lines).toEqual([]);
  view.selection = lines;
  expect(selected.lines).toEqual(lines);
  // asked for again
  changed.fire({ selection: lines });
  view.selection = [];
  expect(selected.lines).toEqual(lines);
  selected.dispose();
});
