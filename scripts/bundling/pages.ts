import { copyFileSync, cpSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

const docs = resolve(import.meta.dirname, "../../docs");

/** Beside the programs: pages that findings lead to, in both languages (`pages`), and skills of assistants (`skills`). */
export function copyPages(dist: string): void {
  mkdirSync(join(dist, "pages"), { recursive: true });
  for (const name of ["lints.md", "lints.zh-cn.md", "config-rules.md", "config-rules.zh-cn.md"])
    copyFileSync(join(docs, name), join(dist, "pages", name));
  cpSync(join(docs, "skills"), join(dist, "skills"), { recursive: true });
}
