import nodePath from "node:path";
import { type PathRules, pathBelow, withSlashes } from "../../text/pathBelow";
import { isLike } from "../../text/wildcards";
import type { TestContract } from "../testProject";

/** Which tests are to run; what is undefined doesn't choose. */
export interface TestSelection {
  /** `Contract.test(…)` holds it; wildcards as in paths. */
  readonly text?: string | undefined;
  /** Names of tests and of contracts that fit, and that must not. */
  readonly test?: RegExp | undefined;
  readonly contract?: RegExp | undefined;
  readonly noTest?: RegExp | undefined;
  readonly noContract?: RegExp | undefined;
  /** Paths of files, from the project on: `test/unit/Token*.t.sol`. */
  readonly path?: string | undefined;
  readonly noPath?: string | undefined;
}

/** Whether a path fits, part by part; `**` stands for any folders. */
function fitsParts(parts: readonly string[], patterns: readonly string[]): boolean {
  const [pattern, ...rest] = patterns;
  if (pattern === undefined) return parts.length === 0;
  if (pattern === "**") return parts.some((_, at) => fitsParts(parts.slice(at), rest)) || fitsParts([], rest);
  const [part, ...others] = parts;
  return part !== undefined && isLike(part, pattern) && fitsParts(others, rest);
}

function fitsPath(path: string, glob: string, rules: PathRules): boolean {
  const written = withSlashes(glob, rules);
  const plain = written.startsWith("./") ? written.slice(2) : written;
  const patterns = plain.split("/").filter((part, at, all) => part !== "**" || all[at - 1] !== "**");
  return fitsParts(path.split("/"), patterns);
}

/** As Foundry, by the signature; by the name alone as well, as `^test_fee$` is written. */
const fits = (pattern: RegExp, name: string, signature: string): boolean =>
  pattern.test(signature) || pattern.test(name);

/**
 * The tests that are chosen.
 * @param paths absolute paths by names of sources
 */
export function selectTests(
  contracts: readonly TestContract[],
  { text, test, contract, noTest, noContract, path, noPath }: TestSelection,
  root: string,
  paths: Readonly<Record<string, string | undefined>>,
  rules: PathRules = nodePath,
): TestContract[] {
  const isWanted = ({ name, sourceName }: TestContract): boolean => {
    if (contract?.test(name) === false || noContract?.test(name)) return false;
    const file = paths[sourceName];
    const place = (file === undefined ? undefined : pathBelow(root, file, rules)) ?? sourceName;
    return (
      (path === undefined || fitsPath(place, path, rules)) && (noPath === undefined || !fitsPath(place, noPath, rules))
    );
  };
  return contracts
    .filter(isWanted)
    .map((each) => ({
      ...each,
      tests: each.tests.filter(
        ({ name, signature }) =>
          (text === undefined || isLike(`${each.name}.${signature}`, `*${text}*`)) &&
          (test === undefined || fits(test, name, signature)) &&
          !(noTest && fits(noTest, name, signature)),
      ),
    }))
    .filter(({ tests }) => tests.length > 0);
}
