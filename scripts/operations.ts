// `npm run operations`: writes what follows from the catalogue, docs/operations.md and the schema of scenarios.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lint/sources";
import { operationsFile, operationsPage } from "./operationsData/operationsPage";
import { scenarioJsonSchema } from "./scenarios/jsonSchema";

writeFileSync(join(root, operationsFile), await operationsPage());
const schema = join(root, "syntaxes/scenario.schema.json");
writeFileSync(schema, JSON.stringify(scenarioJsonSchema(), null, 2));
execFileSync(process.execPath, [join(root, "node_modules/@biomejs/biome/bin/biome"), "format", "--write", schema]);
