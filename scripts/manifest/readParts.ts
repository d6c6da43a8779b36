import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { ManifestPart } from "../../src/extension/kit/manifest/manifestPart";
import { projectFiles, root } from "../lint/sources";
import type { NamedPart } from "./contributions";

const extension = join(root, "src/extension");

/** The parts of the manifest that stand beside the code, in the order of their folders' names. */
export async function readParts(): Promise<NamedPart[]> {
  const files = projectFiles("src/extension", "manifest.ts")
    .filter((path) => path.endsWith("/manifest.ts"))
    .map((path) => join(root, path))
    .map((file) => ({ file, folder: relative(extension, dirname(file)).replaceAll("\\", "/") }))
    .sort((one, other) => (one.folder < other.folder ? -1 : 1));
  return Promise.all(
    files.map(async ({ file, folder }) => {
      const module = (await import(pathToFileURL(file).href)) as { readonly default: ManifestPart };
      return { folder, part: module.default };
    }),
  );
}
