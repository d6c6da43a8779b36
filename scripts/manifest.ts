// `npm run manifest`: writes what `manifest.ts` of each folder of src/extension adds into package.json and its texts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lint/sources";
import { manifestTexts } from "./manifest/writtenManifest";

for (const { path, generated } of await manifestTexts()) writeFileSync(join(root, path), generated);
