import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { EditorService } from "../../src/solidity/language/editorService";
import type { LanguageAnswer, LanguageQuestion, TextChange } from "../../src/solidity/language/questions";
import { SourceText } from "../../src/solidity/program/sourceText";
import type { TextPosition } from "../../src/solidity/program/textRange";
import { linkFolder } from "./portable";

const root = resolve(import.meta.dirname, "../..");

/** A folder of sources with this repository's packages, and the editor's service over it. */
export class SolidityWorkspace {
  readonly folder = mkdtempSync(join(tmpdir(), "chainside-solidity-"));
  readonly compiler = new SolidityCompiler(join(this.folder, ".cache"));
  readonly service = new EditorService(this.compiler);

  constructor(files: Readonly<Record<string, string>>) {
    linkFolder(join(root, "node_modules"), join(this.folder, "node_modules"));
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  request(name: string, overlays: Readonly<Record<string, string>> = {}, suite: "standard" | "sm" = "standard") {
    const texts = Object.fromEntries(Object.entries(overlays).map(([file, text]) => [this.path(file), text]));
    const workspace = this.folder;
    return { files: [this.path(name)], workspace, suite, trusted: true, mayFetch: false, overlays: texts };
  }

  check(name: string, overlays?: Readonly<Record<string, string>>) {
    return this.service.check(this.request(name, overlays), { code: false, hashUses: false }, () => undefined);
  }

  ask<Kind extends LanguageAnswer["kind"]>(
    kind: Kind,
    name: string,
    question: LanguageQuestion,
    overlays?: Readonly<Record<string, string>>,
  ): Promise<LanguageAnswer & { readonly kind: Kind }> {
    return this.service.ask(this.request(name, overlays), question).then((answer) => {
      if (answer.kind !== kind) throw new Error(`${answer.kind} was answered`);
      return answer as LanguageAnswer & { readonly kind: Kind };
    });
  }

  close(): void {
    this.compiler.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Where a stretch of a text begins, and `ahead` characters on. */
export function placeIn(text: string, range: string, ahead = 0): TextPosition {
  const at = text.indexOf(range);
  if (at < 0) throw new Error(`${range} is not there`);
  return new SourceText(text).positionOf(at + ahead);
}

export function withChanges(text: string, changes: readonly TextChange[]): string {
  const index = new SourceText(text);
  return [...changes]
    .sort((left, right) => index.offsetOf(right.range.start) - index.offsetOf(left.range.start))
    .reduce(
      (result, { range, text: taken }) =>
        result.slice(0, index.offsetOf(range.start)) + taken + result.slice(index.offsetOf(range.end)),
      text,
    );
}
