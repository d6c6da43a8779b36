import { scenarioSchema } from "../../src/scenarios/language/schema";

/** The schema as other programs read it: descriptions in English. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  const { root, definitions } = scenarioSchema();
  const whole = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "FISCO BCOS scenario",
    definitions,
    ...root,
  };
  const english = (_: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && "text" in value && "args" in value ? value.text : value;
  return JSON.parse(JSON.stringify(whole, english)) as Readonly<Record<string, unknown>>;
}
