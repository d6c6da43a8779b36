import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFiles, root } from "../lint/sources";

const source = join(root, "l10n");

/** The texts between double quotes in files of TypeScript. */
const quotedIn = (paths: readonly string[]): Set<string> =>
  new Set(paths.flatMap((path) => readFileSync(join(root, path), "utf8").match(/"(?:[^"\\\n]|\\.)*"/g) ?? []));

/** Whether a text stands in parts of the manifest alone: VS Code reads its Chinese in `package.nls.zh-cn.json`, and no program does. */
function manifestTexts(): (text: string) => boolean {
  const files = projectFiles("src", ".ts");
  const isPart = (path: string): boolean => path.endsWith("/manifest.ts");
  const parts = quotedIn(files.filter(isPart));
  const code = quotedIn(files.filter((path) => !isPart(path)));
  return (text) => {
    const quoted = JSON.stringify(text);
    return parts.has(quoted) && !code.has(quoted);
  };
}

/**
 * Joins the translations, kept in one file per room, into the bundle that VS Code and our programs read: `l10n` beside these. What only
 * the manifest has is left out.
 */
export function writeTranslations(dist: string): void {
  const isOfManifest = manifestTexts();
  for (const locale of readdirSync(source)) {
    const texts = readdirSync(join(source, locale))
      .sort()
      .flatMap((file) => Object.entries(JSON.parse(readFileSync(join(source, locale, file), "utf8")) as object));
    const bundle = Object.fromEntries(texts.filter(([english]) => !isOfManifest(english)));
    mkdirSync(join(dist, "l10n"), { recursive: true });
    writeFileSync(join(dist, "l10n", `bundle.l10n.${locale}.json`), JSON.stringify(bundle));
  }
}
