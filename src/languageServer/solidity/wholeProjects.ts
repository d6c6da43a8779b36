import type { ProjectNames } from "../../solidity/language/names/places";
import { rootOf } from "../../solidity/project/projectRoot";
import type { SolidityState } from "./solidityState";

/** What is proposed may be so old: files that an editor doesn't have open change seldom. */
const freshMs = 2000;

interface Known {
  readonly project: Promise<ProjectNames | undefined>;
  readonly since: number;
}

/**
 * Whole projects as they were a moment ago, for what is only proposed: a keystroke doesn't look through all folders each time. What is
 * older is looked at again behind the answer.
 */
export class WholeProjects {
  readonly #known = new Map<string, Known>();
  readonly #looking = new Set<string>();

  constructor(private readonly state: SolidityState) {}

  async of(path: string): Promise<ProjectNames | undefined> {
    const root = rootOf(path, this.state.folderOf(path));
    const known = this.#known.get(root);
    if (!known) return this.#look(root, path).project;
    if (Date.now() - known.since >= freshMs && !this.#looking.has(root)) this.#look(root, path, known);
    return known.project;
  }

  /** Files came, went or were written: nothing that is known counts any more. */
  forget(): void {
    this.#known.clear();
  }

  #look(root: string, path: string, before?: Known): Known {
    this.#looking.add(root);
    const known: Known = { project: this.#read(root, path, before), since: Date.now() };
    if (!before) this.#known.set(root, known);
    return known;
  }

  /** Never fails: what can't be read leaves what was known. */
  async #read(root: string, path: string, before: Known | undefined): Promise<ProjectNames | undefined> {
    const since = Date.now();
    try {
      const project = await this.state.service.projectOf(root, await this.state.request([path], false));
      if (before && this.#known.get(root) === before)
        this.#known.set(root, { project: Promise.resolve(project), since });
      return project;
    } catch (error) {
      this.state.connection.console.error(String(error));
      return before?.project;
    } finally {
      this.#looking.delete(root);
    }
  }
}
