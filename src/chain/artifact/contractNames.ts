const notCode = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
const declaration = /\b(?:contract|library|interface)\s+([A-Za-z_$][\w$]*)/g;

/** Names of the contracts, libraries and interfaces that a Solidity source declares, in their order. */
export function contractNames(source: string): string[] {
  const code = source.replace(notCode, " ");
  return [...code.matchAll(declaration)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
