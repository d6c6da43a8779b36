import nodePath from "node:path";
import { pathBelow, withSlashes } from "../../../text/pathBelow";
import type { RangeChange } from "../../program/textChange";
import type { SourceFile } from "../names/declarations";
import type { ProjectNames } from "../names/places";

/** A file or folder that is to lie elsewhere; absolute. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** Where a path will be. */
function movedPath(path: string, moves: readonly Move[]): string {
  for (const { from, to } of moves) {
    if (path === from) return to;
    const below = pathBelow(from, path, nodePath);
    if (below !== undefined) return nodePath.join(to, ...below.split("/"));
  }
  return path;
}

function relativeImport(from: string, to: string): string {
  const way = withSlashes(nodePath.relative(nodePath.dirname(from), to), nodePath);
  return way.startsWith("../") ? way : `./${way}`;
}

/** A path that isn't relative, by what stands before the part that it has in common with the file that it means. */
function plainImport(written: string, before: string, after: string): string | undefined {
  const [words, parts] = [written.split("/"), withSlashes(before, nodePath).split("/")];
  let common = 0;
  while (common < words.length && common < parts.length && words.at(-1 - common) === parts.at(-1 - common)) common++;
  // The more is left before it, the more certain it is that the same words lead there.
  for (let kept = 1; kept <= common; kept++) {
    const folder = parts.slice(0, parts.length - kept).join("/");
    const below = pathBelow(folder === "" ? "/" : folder, after, nodePath);
    if (below !== undefined) return [...words.slice(0, words.length - kept), below].join("/");
  }
  return undefined;
}

/** What an import has to say when files have moved. */
function importAfter(written: string, importer: Move, target: Move): string {
  if (written.startsWith("./") || written.startsWith("../")) return relativeImport(importer.to, target.to);
  const beside = nodePath.join(nodePath.dirname(importer.from), ...written.split("/")) === target.from;
  if (beside) {
    const stays = nodePath.join(nodePath.dirname(importer.to), ...written.split("/")) === target.to;
    return stays ? written : relativeImport(importer.to, target.to);
  }
  if (target.from === target.to) return written;
  return plainImport(written, target.from, target.to) ?? relativeImport(importer.to, target.to);
}

/** The imports that no longer lead where they did when files move, by file. Those of others are left as they are. */
export function importsAfterMoves(
  project: ProjectNames,
  moves: readonly Move[],
): { readonly file: SourceFile; readonly changes: readonly RangeChange[] }[] {
  const moveOf = (path: string): Move => ({ from: path, to: movedPath(path, moves) });
  return [...project.files.values()].flatMap((file) => {
    const path = project.pathOf(file);
    if (path === undefined || project.isForeign(file)) return [];
    const importer = moveOf(path);
    const changes = file.imports.flatMap((one): RangeChange[] => {
      const target = project.names.imported(file, one);
      const targetPath = target && project.pathOf(target);
      if (targetPath === undefined) return [];
      const moved = moveOf(targetPath);
      if (moved.from === moved.to && importer.from === importer.to) return [];
      const { start, end, text } = one.node.path;
      const now = importAfter(text, importer, moved);
      if (now === text) return [];
      const quoted = file.text.slice(start, end);
      const quote = quoted[0] === "'" || quoted[0] === '"' ? quoted[0] : "";
      return [{ start, end, text: `${quote}${now}${quote}` }];
    });
    return changes.length > 0 ? [{ file, changes }] : [];
  });
}
