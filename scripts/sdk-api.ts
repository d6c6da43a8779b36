// `npm run sdk-api`: writes docs/sdk.api.md, what the npm package exports.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sdkTypes } from "./bundling/sdkTypes";
import { root } from "./lint/sources";

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "chainside-sdk-api-"));
  try {
    writeFileSync(join(root, "docs/sdk.api.md"), await sdkTypes(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
