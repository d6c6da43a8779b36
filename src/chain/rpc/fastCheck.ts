import type * as v from "valibot";

/**
 * Whether a value is as its schema wants it, unchanged, with no number in it that JSON.parse may have rounded. False can also mean "ask
 * the schema": it knows what is wrong, and how to change what is written in another way.
 */
export type FastCheck = (value: unknown) => boolean;

type AnySchema = v.GenericSchema & {
  readonly pipe?: readonly (AnySchema & { readonly requirement?: unknown })[];
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
  readonly options?: readonly AnySchema[];
  readonly default?: unknown;
  readonly check?: FastCheck;
};

/** Nothing below is an integer beyond 2^53, for members that no schema knows. */
function isExact(value: unknown): boolean {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isExact);
}

/** What a pipe asks of a value beyond its first schema. */
function compileAction(action: { readonly type: string; readonly requirement?: unknown }): FastCheck | undefined {
  const { type, requirement } = action;
  if (type === "safe_integer") return Number.isSafeInteger;
  if (type === "regex" && requirement instanceof RegExp && !requirement.global)
    return (value) => requirement.test(value as string);
  return undefined;
}

function compilePipe(steps: NonNullable<AnySchema["pipe"]>): FastCheck | undefined {
  const checks = steps.map((step, index) => (index === 0 ? compile(step) : compileAction(step)));
  const [first, second, ...more] = checks;
  if (!first || !second || more.length > 0) return undefined;
  return (value) => first(value) && second(value);
}

/** The members of one kind of object in the order in which a node writes them, and the check of each. */
interface Shape {
  readonly names: readonly string[];
  readonly checks: readonly FastCheck[];
}

/** Objects of one list are written alike: who knows the order of the members of one need not look up those of the next. */
function compileObject(entries: NonNullable<AnySchema["entries"]>): FastCheck | undefined {
  const checks = new Map<string, FastCheck>();
  for (const [name, schema] of Object.entries(entries)) {
    const check = compile(schema);
    if (!check) return undefined;
    checks.set(name, check);
  }
  /** undefined when a member is missing that must be there. */
  const shapeOf = (object: object): Shape | undefined => {
    const names = Object.keys(object);
    for (const [name, check] of checks) if (!names.includes(name) && !check(undefined)) return undefined;
    return { names, checks: names.map((name) => checks.get(name) ?? isExact) };
  };
  let shape: Shape = { names: [], checks: [] };
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const object = value as Readonly<Record<string, unknown>>;
    let known = followShape(object, shape);
    if (known === undefined) {
      const other = shapeOf(object);
      if (!other) return false;
      shape = other;
      known = followShape(object, shape);
    }
    return known === true;
  };
}

/** Whether all members are as they should be; undefined for an object of another shape. */
function followShape(object: Readonly<Record<string, unknown>>, { names, checks }: Shape): boolean | undefined {
  let index = 0;
  for (const name in object) {
    if (name !== names[index]) return undefined;
    if (!(checks[index] as FastCheck)(object[name])) return false;
    index += 1;
  }
  return index === names.length ? true : undefined;
}

function compileArray(item: AnySchema): FastCheck | undefined {
  const check = compile(item);
  if (!check) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const each of value) if (!check(each)) return false;
    return true;
  };
}

function compileUnion(options: readonly AnySchema[]): FastCheck | undefined {
  const checks = options.flatMap((option) => compile(option) ?? []);
  if (checks.length < options.length) return undefined;
  return (value) => {
    for (const check of checks) if (check(value)) return true;
    return false;
  };
}

/** undefined for a schema that changes values or has parts that are not known here. */
function compile(schema: AnySchema): FastCheck | undefined {
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

const compiled = new WeakMap<object, FastCheck>();

/** The quick check of a schema, made once. Blocks have thousands of values that are nearly always as they should be. */
export function fastCheck(schema: v.GenericSchema): FastCheck {
  const known = compiled.get(schema);
  if (known) return known;
  const made = compile(schema as AnySchema) ?? (() => false);
  compiled.set(schema, made);
  return made;
}
