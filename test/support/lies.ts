// Changes that a liar makes to JSON: one member after the other, several at once, whole answers forged.
import type { Json, JsonObject } from "./lyingChain";

export type Path = readonly (string | number)[];

/** Every place of a value, its containers included; the top is the empty path. */
export function pathsOf(value: Json, at: Path = []): Path[] {
  const inside =
    Array.isArray(value) || (typeof value === "object" && value !== null)
      ? Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...at, Array.isArray(value) ? Number(key) : key]))
      : [];
  return [at, ...inside];
}

export function valueAt(value: Json, path: Path): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as JsonObject)[step];
  }
  return at;
}

/** The value with something else at the path; `undefined` takes the member away. */
export function changedAt(value: Json, path: Path, to: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return to ?? null;
  if (typeof value !== "object" || value === null) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as JsonObject;
  if (rest.length > 0) copy[step] = changedAt(copy[step] ?? null, rest, to);
  else if (to !== undefined) copy[step] = to;
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else delete copy[step];
  return copy;
}

const turned = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === "0" ? "1" : "0"}${text.slice(at + 1)}`;

/** What stands at a place may become these; `others` are what other answers have there. */
export function replacements(honest: Json | undefined, others: readonly Json[]): (Json | undefined)[] {
  const general: (Json | undefined)[] = [undefined, null, "", "0x", 0, 1, -1, [], {}, "x", "0", "0x0", true];
  const own: Json[] = [];
  if (typeof honest === "string") {
    own.push(`${honest}00`, honest.slice(0, -1), honest.slice(0, -2), `0x${honest}`, honest.slice(2), `${honest} `);
    if (honest.length > 2)
      own.push(turned(honest, honest.length - 1), turned(honest, 2), turned(honest, honest.length >> 1));
  } else if (typeof honest === "number")
    own.push(honest + 1, honest - 1, honest + 0.5, String(honest), honest * 2 ** 32);
  else if (Array.isArray(honest)) {
    const [first = null] = honest;
    own.push([...honest, first], [...honest].reverse(), honest.slice(1), [honest], [...honest, ...honest]);
  }
  const same = (each: Json | undefined): boolean => JSON.stringify(each) === JSON.stringify(honest);
  return [...general, ...own, ...others].filter((each) => !same(each));
}
