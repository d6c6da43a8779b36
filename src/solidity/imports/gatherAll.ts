import { variantOf } from "../fisco/builtInSources";
import {
  closureOf,
  type GatheredSource,
  gatherSources,
  nameOfFile,
  type SourceFolders,
  type SourceTexts,
} from "./gatherSources";

/** Sources by their names. */
export type SourceSet = ReadonlyMap<string, GatheredSource>;

const plain = { tables: "old", beforeSix: false } as const;

const contentsOf = (sources: readonly GatheredSource[]): string[] => sources.map(({ content }) => content);

const pragmasOf = (sources: readonly GatheredSource[]): string[] => sources.flatMap(({ head }) => head.pragmas);

/** All sources of files, in as many sets as there are forms of built-in interfaces wanted. */
export async function gatherAll(
  files: readonly string[],
  folders: SourceFolders,
  texts: SourceTexts,
): Promise<readonly SourceSet[]> {
  const first = await gatherSources(files, folders, texts, plain);
  const byVariant = new Map<string, { variant: Parameters<typeof gatherSources>[3]; files: string[] }>();
  for (const path of files) {
    const closure = closureOf(nameOfFile(path, folders.root), first).flatMap((name) => first.get(name) ?? []);
    const own = closure.filter((source) => source.path !== undefined);
    const missing = own.some(({ imports }) => imports.some((name) => first.get(name)?.path === undefined));
    const variant = missing ? variantOf(contentsOf(own), pragmasOf(own)) : plain;
    const key = `${variant.tables} ${variant.beforeSix}`;
    const group = byVariant.get(key) ?? { variant, files: [] };
    group.files.push(path);
    byVariant.set(key, group);
  }
  return Promise.all(
    [...byVariant].map(([key, { variant, files: some }]) =>
      key === "old false" ? first : gatherSources(some, folders, texts, variant),
    ),
  );
}
