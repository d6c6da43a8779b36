// With CHAINSIDE_PAGES=FOLDER the pages that tests open are recorded there, with all messages between page and host, so that a built page
// can be shown in a browser with what it had in a test.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A page as it was when it was left. */
export interface RecordedPage {
  readonly viewType: string;
  readonly html: string;
  readonly state: unknown;
  readonly spoken: readonly { readonly from: "page" | "host"; readonly message: unknown }[];
}

let last = 0;

export function recordPage(page: RecordedPage): void {
  const folder = process.env["CHAINSIDE_PAGES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const language = /<html lang="([^"]+)"/.exec(page.html)?.[1] ?? "en";
  const name = page.viewType.replace("chainside.", "");
  last += 1;
  writeFileSync(join(folder, `${name}-${language}-${process.pid}-${last}.json`), JSON.stringify(page));
}
