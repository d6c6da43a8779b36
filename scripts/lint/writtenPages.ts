import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { coverageFile, coveragePage } from "../coverageData/coveragePage";
import { operationsFiles, operationsPage } from "../operationsData/operationsPage";
import { scenarioJsonSchema } from "../scenarios/jsonSchema";
import { watchJsonSchema } from "../watch/jsonSchema";
import { root } from "./sources";

const standing = (file: string): string => readFileSync(join(root, file), "utf8");

/** What is written from the code stands as the code gives it: pages by their text, schemas by their values. */
export async function checkWrittenPages(read = standing): Promise<string[]> {
  const pages: readonly [file: string, page: string, command: string][] = [
    [operationsFiles.en, await operationsPage("en"), "npm run operations"],
    [operationsFiles.zh, await operationsPage("zh"), "npm run operations"],
    [coverageFile, coveragePage(), "npm run coverage"],
  ];
  const schemas: readonly [file: string, schema: object, command: string][] = [
    ["syntaxes/scenario.schema.json", scenarioJsonSchema(), "npm run operations"],
    ["syntaxes/watch.schema.json", watchJsonSchema(), "npx tsx scripts/watch-schema.ts"],
  ];
  const old = [
    ...pages.filter(([file, page]) => read(file) !== page),
    ...schemas.filter(([file, schema]) => !isDeepStrictEqual(JSON.parse(read(file)), schema)),
  ];
  return old.map(([file, , command]) => `${file} is not what the code gives: ${command}`);
}
