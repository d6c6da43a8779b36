import nodePath from "node:path";
import { type PathRules, pathBelow, withSlashes } from "../../text/pathBelow";
import { isLike, pathGlob } from "../../text/wildcards";
import type { TestContract } from "../testProject";
import type { NamedTest } from "./lastFailures";
import type { TestFilters } from "./testConfig";

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

/** `(?i)` in front, as Foundry's patterns have it. */
const leadingFlags = /^\(\?([ims]{1,3})\)/;

/** A pattern as Foundry has it. @throws SyntaxError for what is none */
export function testPattern(text: string): RegExp {
  const [whole = "", flags = ""] = leadingFlags.exec(text) ?? [];
  return new RegExp(text.slice(whole.length), flags);
}

/** Longer names are compared by their beginning. */
const maxNameLength = 300;
const maxPatternLength = 300;
const maxRepeats = 3;

/** Index of the `]` that ends a class of characters, or the end. */
function endOfClass(text: string, start: number): number {
  let at = text[start + 1] === "^" ? start + 2 : start + 1;
  if (text[at] === "]") at++;
  for (; at < text.length && text[at] !== "]"; at++) if (text[at] === "\\") at++;
  return at;
}

/** Whether comparing is quick with every name: few parts repeat, and none that has a repeat or a choice in it. */
function isQuick(text: string): boolean {
  /** Of each open group whether it has a repeat or a choice. */
  const groups = [false];
  let repeats = 0;
  let closed = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    const wasRisky = closed;
    closed = false;
    if (character === "\\") at++;
    else if (character === "[") at = endOfClass(text, at);
    else if (character === "(") {
      groups.push(false);
      if (text[at + 1] === "?") at++;
    } else if (character === ")") {
      closed = groups.pop() ?? false;
      if (closed) groups[Math.max(groups.length - 1, 0)] = true;
    } else if ("*+?{|".includes(character)) {
      groups[Math.max(groups.length - 1, 0)] = true;
      if (character === "|") continue;
      repeats++;
      if (wasRisky) return false;
      if (character === "{") at = Math.max(text.indexOf("}", at), at);
      if (text[at + 1] === "?") at++;
    }
  }
  return repeats <= maxRepeats;
}

/**
 * What a project's own configuration chooses.
 * @returns also the names of settings whose patterns are none, or could take for ever
 */
export function configuredSelection(filters: TestFilters): {
  readonly selection: TestSelection;
  readonly unused: readonly string[];
} {
  const unused: string[] = [];
  const pattern = (name: keyof TestFilters): RegExp | undefined => {
    const text = filters[name];
    if (text === undefined) return undefined;
    try {
      if (text.length <= maxPatternLength && isQuick(text)) return testPattern(text);
    } catch {
      // it is no regular expression
    }
    unused.push(name);
    return undefined;
  };
  const selection = {
    test: pattern("match_test"),
    noTest: pattern("no_match_test"),
    contract: pattern("match_contract"),
    noContract: pattern("no_match_contract"),
    path: filters.match_path,
    noPath: filters.no_match_path,
  };
  return { selection, unused };
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

/** Whether a name is one of those that two patterns choose. */
function isChosen(name: string, wanted: RegExp | undefined, unwanted: RegExp | undefined): boolean {
  const compared = name.slice(0, maxNameLength);
  return wanted?.test(compared) !== false && unwanted?.test(compared) !== true;
}

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
  const { text, test, noTest, contract, noContract, only } = selection;
  const fits = selectsPath(selection, rules);
  const isWanted = ({ name, sourceName }: TestContract): boolean => {
    const file = paths[sourceName];
    const place = (file === undefined ? undefined : pathBelow(root, file, rules)) ?? sourceName;
    return isChosen(name, contract, noContract) && fits(place);
  };
  return contracts
    .filter(isWanted)
    .map((each) => ({
      ...each,
      tests: each.tests.filter(
        ({ signature }) =>
          (text === undefined || isLike(`${each.name}.${signature}`, `*${text}*`)) &&
          isChosen(signature, test, noTest) &&
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
    return [...text.matchAll(contractWords)].some(([, name = ""]) => isChosen(name, contract, noContract));
  });
}

/** Whether a pattern of tests finds nothing but by bare names: signatures end with their parameters. */
export function meantNames(contracts: readonly TestContract[], { test }: TestSelection): boolean {
  return test !== undefined && contracts.some((each) => each.tests.some(({ name }) => test.test(name)));
}
