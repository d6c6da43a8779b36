import nodePath from "node:path";
import { t } from "../../text/catalogue";
import { shortListed } from "../../text/joining";

const maxNamed = 3;

/** What is to be said of files that aren't compiled as debugging wants it: an optimizer moves steps and values. */
export function asProjectNote(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const names = files.map((path) => nodePath.basename(path));
  return [
    t(
      "Compiled with the project's own settings, as the settings for debugging leave no room on the stack: {0}. Steps and values can be less exact there.",
      shortListed(names, maxNamed),
    ),
  ];
}
