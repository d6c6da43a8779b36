import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { ManifestPart } from "../../src/extension/kit/manifest/manifestPart";
import { root } from "../lint/sources";
import type { NamedPart } from "./contributions";

const extension = join(root, "src/extension");

/** The parts of the manifest that stand beside the code, in the order of their folders' names. */
export async function readParts(): Promise<NamedPart[]> {
  const files = readdirSync(extension, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === "manifest.ts")
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, folder: relative(extension, dirname(file)).replaceAll("\\", "/") }))
    .sort((one, other) => (one.folder < other.folder ? -1 : 1));
  return Promise.all(
    files.map(async ({ file, folder }) => {
      const module = (await import(pathToFileURL(file).href)) as { readonly default: ManifestPart };
      return { folder, part: module.default };
    }),
  );
}
