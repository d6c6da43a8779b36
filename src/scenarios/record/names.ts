import { isName } from "../language/references";

/** A name of letters, digits and underscores out of a label. */
export function nameOf(label: string, usual: string): string {
  const words = label
    .split(/[^A-Za-z0-9_]/)
    .filter((word) => word !== "")
    .join("_");
  const name = /^\d/.test(words) ? `_${words}` : words;
  return isName(name) ? name : usual;
}

/** `HelloWorld` → `helloWorld`. */
export const decapitalized = (name: string): string => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
