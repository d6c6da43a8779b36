// `npm run coverage`: writes docs/coverage.md from the data in scripts/coverageData.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { coverageFile, coveragePage } from "./coverageData/coveragePage";
import { root } from "./lint/sources";

writeFileSync(join(root, coverageFile), coveragePage());
