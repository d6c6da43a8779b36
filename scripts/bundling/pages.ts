import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

const docs = resolve(import.meta.dirname, "../../docs");

/** Pages that findings lead to, in both languages: `pages` beside the programs. */
export function copyPages(dist: string): void {
  mkdirSync(join(dist, "pages"), { recursive: true });
  for (const name of ["lints.md", "lints.zh-cn.md", "config-rules.md", "config-rules.zh-cn.md"])
    copyFileSync(join(docs, name), join(dist, "pages", name));
}
