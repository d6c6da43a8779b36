import { writeFileSync } from "node:fs";
import { scenarioSchema } from "./scenarios/schema";

/** Writes the JSON schema of scenario files, which the extension brings for `*.chain.yaml`. */
writeFileSync("syntaxes/scenario.schema.json", `${JSON.stringify(scenarioSchema(), null, 2)}\n`);
