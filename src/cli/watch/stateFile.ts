import { rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readGivenText } from "../../files/regularFile";
import type { Rule } from "../../monitoring/watch/ruleKinds";
import { isWatchMemory, recall, type Watching, watchMemory } from "../../monitoring/watch/watchMemory";
import { t } from "../../text/catalogue";
import { mebibyte } from "../../text/limits/sizes";
import { WrongCommandLine } from "../options/commandLine";

const mostBytes = 32 * mebibyte;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** What a watch has seen, in a file: one that is started by the minute goes on from the look before. */
export class StateFile {
  readonly #path: string;

  constructor(
    path: string,
    private readonly rules: readonly Rule[],
    private readonly watching: Watching,
  ) {
    this.#path = resolve(path);
  }

  /**
   * Takes up what is there.
   * @throws WrongCommandLine for a file that holds something else, which isn't written over; the system's errors
   */
  async recall(): Promise<void> {
    let text: string;
    try {
      text = await readGivenText(this.#path, mostBytes);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    let memory: unknown;
    try {
      memory = JSON.parse(text);
    } catch {
      memory = undefined;
    }
    if (!isWatchMemory(memory)) throw new WrongCommandLine(t("{0} isn't a state file of a watch", this.#path));
    recall(memory, this.rules, this.watching);
  }

  /** Writes it, whole or not at all. */
  async keep(): Promise<void> {
    const beside = `${this.#path}.${process.pid}.tmp`;
    try {
      await writeFile(beside, JSON.stringify(watchMemory(this.rules, this.watching)), { mode: 0o600 });
      await rename(beside, this.#path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }
}
