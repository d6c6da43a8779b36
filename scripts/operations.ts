// `npm run operations`: writes docs/operations.md from the catalogue.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lint/sources";
import { operationsFile, operationsPage } from "./operationsData/operationsPage";

writeFileSync(join(root, operationsFile), await operationsPage());
