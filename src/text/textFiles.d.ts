// Files of other languages as modules (scripts/bundling/textModules.mjs).

/** Solidity as its text. */
declare module "*.sol" {
  const text: string;
  export default text;
}

/** A template: its text with these values. @throws Error where it names a value that is missing */
declare module "*.eta" {
  const template: (values: Readonly<Record<string, unknown>>) => string;
  export default template;
}
