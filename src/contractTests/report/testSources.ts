import { SourceText } from "../../solidity/program/sourceText";
import type { TestModule, TestSource, TextPosition } from "../testProject";

const texts = new WeakMap<TestSource, SourceText>();

/** Line and column, from 1, of a position in bytes. */
export function placeIn(source: TestSource, position: number): TextPosition {
  let text = texts.get(source);
  if (!text) {
    text = new SourceText(source.content);
    texts.set(source, text);
  }
  return { file: source.path ?? source.name, ...text.placeOfByte(position) };
}

const byId = new WeakMap<TestModule, ReadonlyMap<number, TestSource>>();

/** The source of a number of the module's source maps. */
export function sourceOf(module: TestModule, id: number): TestSource | undefined {
  let found = byId.get(module);
  if (!found) {
    found = new Map(module.sources.map((source) => [source.id, source]));
    byId.set(module, found);
  }
  return found.get(id);
}
