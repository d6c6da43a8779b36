import nodePath, { basename } from "node:path";
import { pathBelow } from "../../text/pathBelow";
import { alternatives, isLike } from "../../text/wildcards";

/** Words that stand for endings. */
const endings: Readonly<Record<string, string>> = {
  test: ".t.sol",
  tests: ".t.sol",
  script: ".s.sol",
  scripts: ".s.sol",
};

/**
 * What a project leaves out when all of it is compiled or tested (`skip` of `foundry.toml`), as Foundry reads it: `test` and `script` for
 * all files of that kind, a part of a file's name, or a pattern for its path below the project, in which `*` stands for folders too.
 * @param root folder of the project, absolute
 */
export function skippedFiles(root: string, skip: readonly string[]): (path: string) => boolean {
  const patterns = skip.flatMap(alternatives);
  return (path) => {
    const place = pathBelow(root, path, nodePath);
    const name = basename(path);
    if (place === undefined) return false;
    return patterns.some((pattern) => {
      const ending = endings[pattern];
      if (ending !== undefined) return name.endsWith(ending);
      const plain = pattern.startsWith("./") ? pattern.slice(2) : pattern;
      return (
        isLike(place, plain.replace(/\*+/g, "*")) ||
        isLike(place, plain.replaceAll("**/", "")) ||
        name.includes(pattern)
      );
    });
  };
}
