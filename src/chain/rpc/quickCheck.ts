import type * as v from "valibot";

/**
 * Whether a value is as its schema wants it, unchanged, with no number in it that JSON.parse may have rounded. False can also mean "ask
 * the schema": it knows what is wrong, and how to change what is written in another way.
 */
export type QuickCheck = (value: unknown) => boolean;

type AnySchema = v.GenericSchema & {
  readonly pipe?: readonly (AnySchema & { readonly requirement?: unknown })[];
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
  readonly options?: readonly AnySchema[];
  readonly default?: unknown;
  readonly check?: QuickCheck;
};

/** Nothing below is an integer beyond 2^53, for members that no schema knows. */
function isExact(value: unknown): boolean {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isExact);
}

/** What a pipe asks of a value beyond its first schema. */
function compileAction(action: { readonly type: string; readonly requirement?: unknown }): QuickCheck | undefined {
  const { type, requirement } = action;
  if (type === "safe_integer") return Number.isSafeInteger;
  if (type === "regex" && requirement instanceof RegExp && !requirement.global)
    return (value) => requirement.test(value as string);
  return undefined;
}

function compilePipe(steps: NonNullable<AnySchema["pipe"]>): QuickCheck | undefined {
  const checks = steps.map((step, index) => (index === 0 ? compile(step) : compileAction(step)));
  const [first, second, ...more] = checks;
  if (!first || !second || more.length > 0) return undefined;
  return (value) => first(value) && second(value);
}

function compileObject(entries: NonNullable<AnySchema["entries"]>): QuickCheck | undefined {
  const names = Object.keys(entries);
  const checks: QuickCheck[] = [];
  for (const name of names) {
    const check = compile(entries[name] as AnySchema);
    if (!check) return undefined;
    checks.push(check);
  }
  const isOthersExact = (object: object): boolean =>
    Object.entries(object).every(([name, value]) => Object.hasOwn(entries, name) || isExact(value));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const object = value as Readonly<Record<string, unknown>>;
    let known = 0;
    for (let index = 0; index < names.length; index++) {
      const member = object[names[index] as string];
      if (!(checks[index] as QuickCheck)(member)) return false;
      if (member !== undefined) known += 1;
    }
    let all = 0;
    for (const _ in object) all += 1;
    return all === known || isOthersExact(object);
  };
}

function compileArray(item: AnySchema): QuickCheck | undefined {
  const check = compile(item);
  return check && ((value) => Array.isArray(value) && value.every(check));
}

function compileUnion(options: readonly AnySchema[]): QuickCheck | undefined {
  const checks = options.map(compile);
  if (checks.includes(undefined)) return undefined;
  return (value) => checks.some((check) => check?.(value));
}

/** undefined for a schema that changes values or has parts that are not known here. */
function compile(schema: AnySchema): QuickCheck | undefined {
  const { pipe, type, entries, item, wrapped, options, check } = schema;
  if (pipe) return compilePipe(pipe);
  if (type === "string" || type === "boolean") return (value) => typeof value === type;
  if (type === "number") return (value) => typeof value === "number" && isExact(value);
  if (type === "bigint") return () => false; // JSON.parse makes none
  if (type === "custom" && check) return (value) => check(value) && (typeof value === "string" || isExact(value));
  if (type === "array" && item) return compileArray(item);
  if (type === "loose_object" && entries) return compileObject(entries);
  if (type === "union" && options) return compileUnion(options);
  if ((type !== "optional" && type !== "nullish") || !wrapped || schema.default !== undefined) return undefined;
  const inner = compile(wrapped);
  return inner && ((value) => value === undefined || (type === "nullish" && value === null) || inner(value));
}

const compiled = new WeakMap<object, QuickCheck>();

/** The quick check of a schema, made once. Blocks have thousands of values that are nearly always as they should be. */
export function quickCheck(schema: v.GenericSchema): QuickCheck {
  const known = compiled.get(schema);
  if (known) return known;
  const made = compile(schema as AnySchema) ?? (() => false);
  compiled.set(schema, made);
  return made;
}
