/** Where the source of a compiled contract lies, as the list of compiled contracts groups it. */
export interface SourceOrigin {
  /** Folder of the source, relative to its project or to its package; empty for the top. */
  readonly folder: string;
  /** The package that it comes with: `@openzeppelin/contracts`, `lib/solmate`. Undefined for the project's own. */
  readonly dependency?: string;
}

/** Folders of compilers, below which the sources' folders are repeated. */
const outputFolders = new Set(["artifacts", "out", "build"]);

const segmentsOf = (path: string): string[] => path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");

/** The project of a compiled contract, as segments from the workspace: what is above the compiler's folder. */
export function projectOf(artifact: string): readonly string[] {
  const segments = segmentsOf(artifact);
  const at = segments.findIndex((segment) => outputFolders.has(segment));
  return at < 0 ? [] : segments.slice(0, at);
}

/** A package's name takes two segments with a scope, else one; the rest is inside the package. */
function inPackage(segments: readonly string[], shown: readonly string[] = []): SourceOrigin {
  const length = segments[0]?.startsWith("@") ? 2 : 1;
  return {
    dependency: [...shown, ...segments.slice(0, length)].join("/"),
    folder: segments.slice(length, -1).join("/"),
  };
}

/** Segments of the source as the compiler names it, from its project's folder where the compiler gave a whole path. */
function sourceSegments(source: string, project: readonly string[]): string[] {
  const segments = segmentsOf(source);
  const top = project.at(-1);
  const at = top === undefined ? -1 : segments.lastIndexOf(top);
  return at >= 0 && at < segments.length - 1 && /^([\\/]|[a-zA-Z]:)/.test(source) ? segments.slice(at + 1) : segments;
}

/**
 * Tells the project's own contracts from those of packages, by the name of the source as the compiler wrote it, else by where the compiled
 * contract lies.
 * @param artifact path of the compiled contract, relative to the workspace
 * @param source as the compiler names it, if it does
 * @param isPackage whether the project has a package of this name: Hardhat names its sources like folders of the project
 */
export function sourceOrigin(
  artifact: string,
  source: string | undefined,
  isPackage: (name: string) => boolean = () => false,
): SourceOrigin {
  const project = projectOf(artifact);
  const own = (folders: readonly string[]): SourceOrigin => ({ folder: [...project, ...folders].join("/") });
  if (source === undefined) {
    const below = segmentsOf(artifact).slice(project.length, -1);
    if (below.at(-1)?.endsWith(".sol")) below.pop();
    const folders = outputFolders.has(below[0] ?? "") && below.length > 1 ? below.slice(1) : below;
    return folders[0]?.startsWith("@") ? inPackage([...folders, ""]) : own(folders);
  }
  const segments = sourceSegments(source, project);
  const installed = segments.lastIndexOf("node_modules");
  const [first = ""] = segments;
  if (installed >= 0) return inPackage(segments.slice(installed + 1));
  if (first.startsWith("@") && segments.length > 2) return inPackage(segments);
  if (first === "lib" && segments.length > 2) return inPackage(segments.slice(1), ["lib"]);
  if (segments.length > 1 && isPackage(first)) return inPackage(segments);
  return own(segments.slice(0, -1));
}
