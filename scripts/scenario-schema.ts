import { writeFileSync } from "node:fs";
import { scenarioJsonSchema } from "./scenarios/jsonSchema";

/** Writes the JSON schema of scenario files, for editors that know schemas of `*.chain.yaml`. */
writeFileSync("syntaxes/scenario.schema.json", `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`);
