import { type Schema, scenarioSchema } from "../language/schema";

let known: ReturnType<typeof scenarioSchema> | undefined;

/** The schemas that a value at a path may fit: each of several forms. */
export function schemasAt(path: readonly (string | number)[]): readonly Schema[] {
  known ??= scenarioSchema();
  return path.reduce<readonly Schema[]>(
    (schemas, key) => schemas.flatMap((schema) => forms(below(schema, key))),
    forms(known.root),
  );
}

function below(schema: Schema, key: string | number): Schema | undefined {
  if (typeof key === "number") return schema.items;
  const own = schema.properties?.[key];
  if (own) return own;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** A schema taken apart into its forms, with the description of the whole where a form has none. */
function forms(schema: Schema | undefined): readonly Schema[] {
  if (!schema) return [];
  if (schema.$ref) {
    const name = schema.$ref.slice("#/definitions/".length);
    return forms(name === "expect" || name === "step" ? known?.definitions[name] : undefined);
  }
  if (!schema.anyOf) return [schema];
  const { description } = schema;
  return schema.anyOf.flatMap((form) => forms(description && !form.description ? { ...form, description } : form));
}
