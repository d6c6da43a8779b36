/** Kinds of names, as protocols of editors call them: apart from what finds them, for editors hear of them before a source is read. */
export const tokenTypes = [
  "class",
  "interface",
  "namespace",
  "function",
  "decorator",
  "event",
  "struct",
  "enum",
  "enumMember",
  "type",
  "parameter",
  "variable",
  "property",
] as const;
export const tokenModifiers = ["declaration", "readonly", "modification", "defaultLibrary"] as const;
export type TokenType = (typeof tokenTypes)[number];
export type TokenModifier = (typeof tokenModifiers)[number];
