import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readGivenText } from "../../files/regularFile";
import type { Rule } from "../../monitoring/watch/ruleKinds";
import { isWatchMemory, recall, type Watching, watchMemory } from "../../monitoring/watch/watchMemory";
import { t } from "../../text/catalogue";
import { parseBoundedJson } from "../../text/limits/boundedJson";
import { mebibyte } from "../../text/limits/sizes";
import { WrongCommandLine } from "../options/commandLine";
import { replaceOutput } from "../output/outputFile";

const maxBytes = 32 * mebibyte;
/** What a watch writes is no deeper, and rules at their bounds have fewer values. */
const limits = { characters: maxBytes, depth: 16, values: 4_000_000 };

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
      text = await readGivenText(this.#path, maxBytes);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // a folder that isn't there is found out before anything is looked at
      await stat(dirname(this.#path));
      return;
    }
    let memory: unknown;
    try {
      memory = parseBoundedJson(text, limits);
    } catch {
      memory = undefined;
    }
    if (!isWatchMemory(memory)) throw new WrongCommandLine(t("{0} isn't a state file of a watch", this.#path));
    recall(memory, this.rules, this.watching);
  }

  /** Writes it, whole or not at all. @throws ChainError usage `outputThroughLink`; the system's errors */
  async keep(): Promise<void> {
    await replaceOutput(this.#path, JSON.stringify(watchMemory(this.rules, this.watching)));
  }
}
