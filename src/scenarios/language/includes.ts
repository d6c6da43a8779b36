import { yamlLimits } from "../../yaml/boundedYaml";
import { itemsOf, member, type YamlValue } from "../../yaml/value";

/** Files that include each other one after the other. */
export const deepestInclude = 10;

/** Files that one scenario includes, each as often as it is included. */
export const maxIncludes = 100;

/** What a file says that it includes, at its top and among its steps. */
export const includesIn = (root: YamlValue): readonly YamlValue[] => [
  ...itemsOf(member(root, "include")),
  ...itemsOf(member(root, "steps")).flatMap((step) => member(step, "include") ?? []),
];

/** How many files, and how much text, one scenario may still bring: included files include others, and each may be named many times. */
export class IncludeAllowance {
  #files = maxIncludes;
  #text: number;

  /** @param text of all of them together, in UTF-16 units; as much as one file may have when absent */
  constructor(text = yamlLimits.characters) {
    this.#text = text;
  }

  /** Whether one more file may be included. */
  takesFile(): boolean {
    this.#files -= 1;
    return this.#files >= 0;
  }

  /** Whether so much more text may be read. */
  takesText(text: string): boolean {
    this.#text -= text.length;
    return this.#text >= 0;
  }
}
