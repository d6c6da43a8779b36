import { pathKey } from "../../files/pathKey";
import type { LocalizableText } from "../../text/catalogue";
import { type Complaint, YamlError } from "../../yaml/complaint";
import { readParts } from "../../yaml/readYaml";
import { member, textOf } from "../../yaml/value";
import { namedFile } from "../document/namedFile";
import { type AbiOf, checkContracts } from "../language/contracts";
import { includesIn } from "../language/includes";
import { examineScenario, type ReadText } from "../language/readScenario";

/** Something wrong with a scenario where an editor underlines it: lines and columns from 1, `endColumn` behind the last letter. */
export interface ScenarioProblem {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly message: LocalizableText;
  readonly error?: Complaint["error"];
  /** It stands in this line of a file that is included at the place. */
  readonly includedLine?: number;
}

/** The end of the word, quoted text, list or map that begins at a place, or of its line. */
function endOf(line: string, column: number): number {
  const start = column - 1;
  const quote = line[start];
  if (quote === '"' || quote === "'") {
    const end = line.indexOf(quote, start + 1);
    return (end < 0 ? line.length : end + 1) + 1;
  }
  if (quote === "[" || quote === "{") {
    const end = line.indexOf(quote === "[" ? "]" : "}", start + 1);
    return (end < 0 ? line.length : end + 1) + 1;
  }
  let end = start;
  while (end < line.length && !/[\s,\]}]/.test(line[end] ?? "")) end += 1;
  const word = line.slice(start, end);
  const length = word.endsWith(":") ? word.length - 1 : word.length;
  return Math.max(start + length, start + 1) + 1;
}

/** Where a file is included; the beginning of the file when that is further away. */
function includePlace(source: string, file: string, wanted: string): { line: number; column: number } {
  const found = includesIn(readParts(source, file).value).find(
    (each) => namedFile(textOf(each) ?? "", file) === wanted,
  );
  return found?.place ?? { line: 1, column: 1 };
}

async function complaintsOf(file: string, read: ReadText, abiOf: AbiOf): Promise<readonly Complaint[]> {
  try {
    const { scenario, complaints } = await examineScenario(file, read);
    return [...complaints, ...(await checkContracts(scenario, abiOf))];
  } catch (thrown) {
    if (thrown instanceof YamlError) return thrown.complaints;
    throw thrown;
  }
}

/**
 * Everything that is wrong with a scenario as it stands in an editor: its form, its names, and what the ABIs of its contracts say to it. A
 * file without `scenario` is a part that others include: they may bring its names and steps.
 */
export async function problemsOf(
  source: string,
  file: string,
  read: ReadText,
  abiOf: AbiOf,
): Promise<readonly ScenarioProblem[]> {
  const isPart = member(readParts(source, file).value, "scenario") === undefined;
  const own = pathKey(file);
  const reading: ReadText = async (path) => (pathKey(path) === own ? source : read(path));
  const complaints = await complaintsOf(file, reading, abiOf);
  const lines = source.split("\n");
  const including = new Map<string, { line: number; column: number }>();
  const placeOf = (wanted: string): { line: number; column: number } => {
    const place = including.get(wanted) ?? includePlace(source, file, wanted);
    including.set(wanted, place);
    return place;
  };
  return complaints
    .filter(({ about }) => !(isPart && about))
    .map(({ place: position, message, error }) => {
      const isOwn = pathKey(position.file) === own;
      const { line, column } = isOwn ? position : placeOf(position.file);
      const endColumn = endOf(lines[line - 1] ?? "", column);
      const inside = isOwn ? {} : { includedLine: position.line };
      return { line, column, endColumn, message, ...(error ? { error } : {}), ...inside };
    });
}
