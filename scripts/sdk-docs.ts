// `npm run sdk-docs`: writes pages about what the npm package exports into out/sdk-docs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sdkDocs } from "./bundling/sdkDocs";
import { sdkTypes } from "./bundling/sdkTypes";
import { root } from "./lint/sources";

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "chainside-sdk-docs-"));
  try {
    await sdkTypes(folder);
    const target = join(root, "out/sdk-docs");
    await sdkDocs(folder, target);
    console.log(join(target, "index.html"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
