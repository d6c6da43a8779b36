// With CHAINSIDE_PAGES=FOLDER the pages that tests look at are kept there, with all that page and host said to each other: `npm run check
// pages` draws them in Chromium.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A page as it was when it was left. */
export interface KeptPage {
  readonly viewType: string;
  readonly html: string;
  readonly state: unknown;
  readonly spoken: readonly { readonly from: "page" | "host"; readonly message: unknown }[];
}

let last = 0;

export function keepPage(page: KeptPage): void {
  const folder = process.env["CHAINSIDE_PAGES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const language = /<html lang="([^"]+)"/.exec(page.html)?.[1] ?? "en";
  const name = page.viewType.replace("chainside.", "");
  last += 1;
  writeFileSync(join(folder, `${name}-${language}-${process.pid}-${last}.json`), JSON.stringify(page));
}
