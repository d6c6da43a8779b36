import { readNotes, type SourceNotes } from "../../chain/artifact/sourceNotes";
import type { CompiledContract, CompiledProject } from "./compiledProject";

/** What the sources of a contract say beyond its ABI. An enum may be of a source that its own imports. */
export function contractNotes(
  { devdoc, userdoc }: Pick<CompiledContract, "devdoc" | "userdoc">,
  project: Pick<CompiledProject, "sources"> | undefined,
): { notes?: SourceNotes } {
  const notes = project && readNotes({ ast: { nodes: project.sources.map(({ ast }) => ast) }, devdoc, userdoc });
  return notes ? { notes } : {};
}
