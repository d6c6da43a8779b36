/** Files that one scenario includes, each as often as it is included. */
export const mostIncludes = 100;
/** Of all of them together, in UTF-16 units. */
const mostText = 4 * 1024 * 1024;

/** How many files, and how much text, one scenario may still bring: included files include others, and each may be named many times. */
export class IncludeAllowance {
  #files = mostIncludes;
  #text = mostText;

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
