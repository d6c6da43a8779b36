import { isName } from "../language/references";

/** A name of letters, digits and underscores out of a label. */
export function nameOf(label: string, usual: string): string {
  const words = label
    .split(/[^\p{L}\p{M}\p{N}_]/u)
    .filter((word) => word !== "")
    .join("_");
  const name = /^[\p{M}\p{N}]/u.test(words) ? `_${words}` : words;
  return isName(name) ? name : usual;
}

/** `HelloWorld` → `helloWorld`. */
export const decapitalized = (name: string): string => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
