import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const source = resolve(import.meta.dirname, "../../l10n");

/** Joins the translations, kept in one file per room, into the bundle that VS Code and our programs read: `l10n` beside these. */
export function writeTranslations(dist: string): void {
  for (const locale of readdirSync(source)) {
    const bundle: Record<string, string> = {};
    for (const file of readdirSync(join(source, locale)).sort()) {
      Object.assign(bundle, JSON.parse(readFileSync(join(source, locale, file), "utf8")));
    }
    mkdirSync(join(dist, "l10n"), { recursive: true });
    writeFileSync(join(dist, "l10n", `bundle.l10n.${locale}.json`), JSON.stringify(bundle));
  }
}
