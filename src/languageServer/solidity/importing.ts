import { CodeActionKind, type CompletionItem } from "vscode-languageserver/node";
import {
  type Importable,
  importables,
  organizedImports,
  unknownNames,
} from "../../solidity/language/answers/importing";
import { importAround } from "../../solidity/language/completion";
import { dialectOfPragmas } from "../../solidity/language/dialect";
import type { Declaration } from "../../solidity/language/names/declarations";
import type { ProjectNames } from "../../solidity/language/names/places";
import { quotedAt, wordBefore } from "../../solidity/language/quotedAt";
import { wantedAt } from "../../solidity/language/wantedNames";
import { yulAround } from "../../solidity/language/yulCompletion";
import { rootOf } from "../../solidity/project/projectRoot";
import { t } from "../../text/catalogue";
import { visibleText } from "../../text/visibleText";
import { Debounce } from "../../time/debounce";
import { wants } from "./codeActions";
import { kindOf } from "./completion";
import type { SolidityFeature } from "./feature";
import { type LookedAt, lookAt } from "./lookedAt";
import type { SolidityState } from "./solidityState";

const later = (ms: number): Promise<undefined> => new Promise((done) => setTimeout(done, ms, undefined));

/** What is proposed may be so old: files that an editor doesn't have open change seldom. */
const freshMs = 2000;

/** A first look at a project takes longer than a keystroke may: what is proposed doesn't wait for more than this. */
const maxWaitMs = 50;

interface Known {
  /** Undefined where it can't be read. */
  readonly project: ProjectNames | undefined;
  readonly since: number;
}

/**
 * Whole projects as they were a moment ago, for what is only proposed: a keystroke doesn't look through all folders each time. What is
 * older is looked at again behind the answer.
 */
class WholeProjects {
  readonly #known = new Map<string, Known>();
  readonly #looking = new Map<string, Promise<Known>>();

  constructor(private readonly state: SolidityState) {}

  /** Undefined while it is looked at for the first time. */
  async of(path: string): Promise<Known | undefined> {
    const root = rootOf(path, this.state.folderOf(path));
    const known = this.#known.get(root);
    if (known && Date.now() - known.since < freshMs) return known;
    const looking = this.#looking.get(root) ?? this.#look(root, path);
    return known ?? Promise.race([looking, later(maxWaitMs)]);
  }

  /** Files came, went or were written: nothing that is known counts any more. */
  forget(): void {
    this.#known.clear();
    this.#looking.clear();
  }

  #look(root: string, path: string): Promise<Known> {
    const looking = this.#read(root, path).then((known) => {
      // what was begun before files changed is given to callers that wait for it, and not kept
      if (this.#looking.get(root) === looking) {
        this.#looking.delete(root);
        this.#known.set(root, known);
      }
      return known;
    });
    this.#looking.set(root, looking);
    return looking;
  }

  /** Never fails: what can't be read leaves what was known. */
  async #read(root: string, path: string): Promise<Known> {
    const since = Date.now();
    try {
      return { project: await this.state.service.projectOf(root, await this.state.request([path], false)), since };
    } catch (error) {
      this.state.connection.console.error(String(error));
      return { project: this.#known.get(root)?.project, since };
    }
  }
}

/** So many letters have to stand before names of other files are looked for. */
const fewestLetters = 2;
/** All of a project is read so long after one of its files was opened. */
const openedMs = 1000;

/** The word that is written before an offset; undefined behind a dot, and where no name of the file stands. */
function nameBefore({ found: { file } }: LookedAt, offset: number): string | undefined {
  const { start, dot } = wordBefore(file.tokens, offset);
  const word = file.text.slice(start, offset);
  if (dot !== undefined || /^\d/.test(word) || quotedAt(file.tokens, offset)) return undefined;
  return importAround(file, offset) || yulAround(file, offset) ? undefined : word;
}

const itemOf = (looked: LookedAt, { declaration, from, change }: Importable): CompletionItem => ({
  label: visibleText(declaration.name.text),
  labelDetails: { description: visibleText(from) },
  kind: kindOf(declaration),
  detail: visibleText(t("Import from {0}", from)),
  insertText: declaration.name.text,
  // what the file knows comes first
  sortText: `~${declaration.name.text}`,
  additionalTextEdits: [looked.editOf(change)],
});

/** Names of other files, with the line that imports them; imports in order. */
export const importing: SolidityFeature = {
  register(state) {
    const projects = new WholeProjects(state);
    const typing = new Debounce();
    state.listen({
      // What is proposed at the first keystroke was read before.
      opened: ({ uri, path }) => {
        projects.forget();
        if (path !== undefined) typing.after(openedMs, () => void projects.of(path), uri);
      },
      saved: () => projects.forget(),
      closed: (uri) => typing.takeBack(uri),
    });
    state.parts.completions.push(async ({ uri, path }, position, signal) => {
      const near = await lookAt(state, uri, "around", signal);
      const word = near && nameBefore(near, near.at(position).offset)?.toLowerCase();
      if (path === undefined || !near || word === undefined || word.length < fewestLetters) return [];
      const known = await projects.of(path);
      signal.throwIfAborted();
      if (!known) return undefined;
      const { project } = known;
      if (!project) return [];
      const first = word[0] ?? "";
      const { file } = near.found;
      const { offset } = near.at(position);
      const wanted = wantedAt({ project, file, offset, dialect: dialectOfPragmas(file) });
      const isWanted = (name: string, declaration: Declaration): boolean =>
        name.toLowerCase().includes(first) && (!wanted || wanted.takes(declaration));
      return importables(near.found, project, isWanted).map((each) => itemOf(near, each));
    });

    state.parts.actions.push(async ({ uri }, { range, context }, signal) => {
      if (!wants(context.only, CodeActionKind.QuickFix)) return [];
      const near = await lookAt(state, uri, "around", signal);
      if (!near) return [];
      const [start, end] = [near.at(range.start).offset, near.at(range.end).offset];
      if (unknownNames(near.found.project, near.found.file, start, end).length === 0) return [];
      const looked = await lookAt(state, uri, "whole", signal);
      if (!looked) return [];
      const { project, file } = looked.found;
      return unknownNames(project, file, start, end).flatMap((name) => {
        const diagnostics = context.diagnostics.filter(
          (each) => looked.at(each.range.start).offset <= name.end && looked.at(each.range.end).offset >= name.start,
        );
        const all = importables(looked.found, project, (each) => each === name.text, 8);
        return all.map(({ from, change }) => ({
          title: visibleText(t("Import {0} from {1}", name.text, from)),
          kind: CodeActionKind.QuickFix,
          ...(diagnostics.length > 0 ? { diagnostics } : {}),
          isPreferred: all.length === 1,
          edit: { changes: { [uri]: [looked.editOf(change)] } },
        }));
      });
    });

    state.parts.actions.push(async ({ uri }, { context: { only } }, signal) => {
      // Everything that imports the file is looked at: only when it is asked for.
      if (!only || !wants(only, CodeActionKind.SourceOrganizeImports)) return [];
      const looked = await lookAt(state, uri, "whole", signal);
      const changes = looked ? organizedImports(looked.found.project, looked.found.file) : [];
      if (!looked || changes.length === 0) return [];
      return [
        {
          title: t("Organize Imports"),
          kind: CodeActionKind.SourceOrganizeImports,
          edit: { changes: { [uri]: changes.map((change) => looked.editOf(change)) } },
        },
      ];
    });
  },
};
