// `npm run operations`: writes what follows from the catalogue, the pages of operations and the schema of scenarios.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "./docs/docPages";
import { root } from "./lint/sources";
import { operationsFiles, operationsPage } from "./operationsData/operationsPage";
import { scenarioJsonSchema } from "./scenarios/jsonSchema";

for (const [language, file] of Object.entries(operationsFiles) as [Language, string][])
  writeFileSync(join(root, file), await operationsPage(language));
const schema = join(root, "syntaxes/scenario.schema.json");
writeFileSync(schema, JSON.stringify(scenarioJsonSchema(), null, 2));
execFileSync(process.execPath, [join(root, "node_modules/@biomejs/biome/bin/biome"), "format", "--write", schema]);
