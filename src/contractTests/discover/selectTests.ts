import nodePath from "node:path";
import { type PathRules, pathBelow, withSlashes } from "../../text/pathBelow";
import { isLike, pathGlob } from "../../text/wildcards";
import type { TestContract } from "../testProject";
import type { NamedTest } from "./lastFailures";

/** Which tests are to run; what is undefined doesn't choose. */
export interface TestSelection {
  /** `Contract.test(…)` holds it; wildcards as in paths. */
  readonly text?: string | undefined;
  /** Signatures of tests (`test_fee(uint256)`) and names of contracts that fit, and that must not: as Foundry. */
  readonly test?: RegExp | undefined;
  readonly contract?: RegExp | undefined;
  readonly noTest?: RegExp | undefined;
  readonly noContract?: RegExp | undefined;
  /** Paths of files, from the project on (`test/unit/Token*.t.sol`), or a part of a file's name. */
  readonly path?: string | undefined;
  readonly noPath?: string | undefined;
  /** These tests alone. */
  readonly only?: readonly NamedTest[] | undefined;
}

/** Whether a file is meant: as Foundry, by its path below the project, or by a part of its name. */
function pathFilter(glob: string, rules: PathRules): (path: string) => boolean {
  const written = withSlashes(glob, rules);
  const fits = pathGlob(written.startsWith("./") ? written.slice(2) : written);
  return (path) => fits(path) || (path.split("/").at(-1) ?? "").includes(written);
}

/** Whether a path below the project is one of those that are chosen. */
export function selectsPath({ path, noPath }: TestSelection, rules: PathRules = nodePath): (path: string) => boolean {
  const [wanted, unwanted] = [path, noPath].map((glob) => (glob === undefined ? undefined : pathFilter(glob, rules)));
  return (place) => wanted?.(place) !== false && unwanted?.(place) !== true;
}

/** Whether a contract's name is one of those that are chosen. */
const selectsContract = ({ contract, noContract }: TestSelection, name: string): boolean =>
  contract?.test(name) !== false && noContract?.test(name) !== true;

/**
 * The tests that are chosen.
 * @param paths absolute paths by names of sources
 */
export function selectTests(
  contracts: readonly TestContract[],
  selection: TestSelection,
  root: string,
  paths: Readonly<Record<string, string | undefined>>,
  rules: PathRules = nodePath,
): TestContract[] {
  const { text, test, noTest, only } = selection;
  const fits = selectsPath(selection, rules);
  const isWanted = ({ name, sourceName }: TestContract): boolean => {
    const file = paths[sourceName];
    const place = (file === undefined ? undefined : pathBelow(root, file, rules)) ?? sourceName;
    return selectsContract(selection, name) && fits(place);
  };
  return contracts
    .filter(isWanted)
    .map((each) => ({
      ...each,
      tests: each.tests.filter(
        ({ signature }) =>
          (text === undefined || isLike(`${each.name}.${signature}`, `*${text}*`)) &&
          test?.test(signature) !== false &&
          noTest?.test(signature) !== true &&
          (!only || only.some((named) => named.contract === each.id && named.test === signature)),
      ),
    }))
    .filter(({ tests }) => tests.length > 0);
}

/** Words behind which a contract's name stands in a source; what is said in a comment is looked at, too. */
const contractWords = /\bcontract\s+([A-Za-z_$][\w$]*)/g;

/**
 * Files that can have tests of a selection, by their paths and by the names of contracts that their texts have: only they need compiling.
 * @param files absolute
 * @param textOf reads one; undefined where it can't
 */
export function filesSelected<File extends string>(
  files: readonly File[],
  selection: TestSelection,
  root: string,
  textOf: (file: File) => string | undefined,
  rules: PathRules = nodePath,
): File[] {
  const { contract, noContract, only } = selection;
  const fits = selectsPath(selection, rules);
  return files.filter((file) => {
    const place = pathBelow(root, file, rules) ?? file;
    if (!fits(place) || (only && !only.some((named) => named.contract.startsWith(`${place}:`)))) return false;
    const text = contract || noContract ? textOf(file) : undefined;
    if (text === undefined) return true;
    return [...text.matchAll(contractWords)].some(([, name = ""]) => selectsContract(selection, name));
  });
}

/** Whether a pattern of tests finds nothing but by bare names: signatures end with their parameters. */
export function meantNames(contracts: readonly TestContract[], { test }: TestSelection): boolean {
  return test !== undefined && contracts.some((each) => each.tests.some(({ name }) => test.test(name)));
}
