import { writeFileSync } from "node:fs";
import { watchJsonSchema } from "./watch/jsonSchema";

/** Writes the JSON schema of the rules of `chainside watch`. */
writeFileSync("syntaxes/watch.schema.json", `${JSON.stringify(watchJsonSchema(), null, 2)}\n`);
