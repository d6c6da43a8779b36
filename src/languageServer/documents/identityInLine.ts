import type { IniLine } from "../../nodeConfig/document/iniLine";

/** A node's identity as it stands in a line, with its columns. */
export interface IdentitySpan {
  id: string;
  start: number;
  end: number;
}

const identity = /^(?:[0-9a-fA-F]{512}|[0-9a-fA-F]{128})(?![0-9a-fA-F])/;

/** Whether the line is an entry of an access list, or a sealer of config.genesis. */
export function holdsIdentity(line: IniLine): boolean {
  if (line.kind !== "entry" || !line.block) return false;
  const { listSection, name } = line.block;
  if (listSection) return line.name.startsWith(listSection.prefix);
  return name === "consensus" && line.name.startsWith("node.");
}

/** The well-formed identity (128 or 512 digits) of a list entry or a genesis sealer, without its weight. */
export function identityInLine(line: IniLine): IdentitySpan | undefined {
  if (!holdsIdentity(line)) return undefined;
  const id = identity.exec(line.value)?.[0];
  return id === undefined ? undefined : { id, start: line.valueStart, end: line.valueStart + id.length };
}
