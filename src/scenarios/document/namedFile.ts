import { dirname } from "node:path";
import { givenPath, type NamedPath, namedPath } from "../../files/namedPath";
import { text } from "../../text/catalogue";
import { fileAndName } from "../../text/sourceNames";

/**
 * The file that a scenario names, absolute; undefined for what lies on another computer or is a device.
 * @param from the file that says so
 */
export const namedFile = (named: string, from: string): NamedPath | undefined => namedPath(named, dirname(from));

/** The same for a contract: its name stands behind a colon where it is written. */
export function namedContract(named: string, from: string): NamedPath | undefined {
  const { file } = fileAndName(named);
  const path = namedFile(file, from);
  return path && givenPath(`${path}${named.slice(file.length)}`);
}

/** The file of a contract that {@link namedContract} gave, and the contract's name where it is written. */
export function fileOfContract(contract: NamedPath): { readonly file: NamedPath; readonly name: string | undefined } {
  const { file, name } = fileAndName(contract);
  return { file: givenPath(file), name };
}

/** Why a file that is named isn't looked at. */
export const notLookedAt = (named: string) =>
  text('"{0}" lies on another computer or is a device. Copy the file to this computer and name the copy.', named);
