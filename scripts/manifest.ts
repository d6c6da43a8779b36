// `npm run manifest`: writes what `manifest.ts` of each folder of src/extension adds into package.json.
import { writeFileSync } from "node:fs";
import { manifestFile, manifestTexts } from "./manifest/writtenManifest";

writeFileSync(manifestFile, (await manifestTexts()).generated);
