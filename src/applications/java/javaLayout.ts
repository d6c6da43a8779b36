/** Columns of a line, as google-java-format has them. */
export const columns = 100;
const continuation = 4;

/** Code that may be broken behind its opening bracket: `head`, the parts with commas between, `tail`. */
export interface Call {
  readonly head: string;
  readonly parts: readonly Code[];
  readonly tail: string;
}

/** One line of code, or a call that takes several where it has no room. */
export type Code = string | Call;

/** A call: `head(a, b)tail`. */
export const call = (head: string, parts: readonly Code[], tail = ")"): Call => ({ head: `${head}(`, parts, tail });

/** Code in one line. */
export const flat = (code: Code): string =>
  typeof code === "string" ? code : `${code.head}${code.parts.map(flat).join(", ")}${code.tail}`;

const spaces = (count: number): string => " ".repeat(count);

/** Parts that are all shorter stand side by side. */
const shortPart = 10;

function filled(indent: number, parts: readonly string[], tail: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const [at, part] of parts.entries()) {
    const text = `${part}${at === parts.length - 1 ? tail : ","}`;
    if (line !== "" && indent + line.length + 1 + text.length > columns) {
      lines.push(line);
      line = text;
    } else line = line === "" ? text : `${line} ${text}`;
  }
  return [...lines, line].map((each) => spaces(indent) + each);
}

/** Lines of code with its indentation; `behind` stands behind the last one. */
function broken(code: Code, indent: number, before: string, behind: string): string[] {
  if (typeof code === "string") return [`${spaces(indent)}${before}${code}${behind}`];
  const parts = code.parts.map(flat);
  const end = `${parts.join(", ")}${code.tail}${behind}`;
  const first = `${spaces(indent)}${before}${code.head}`;
  if (first.length + end.length <= columns || parts.length === 0) return [first + end];
  const areShort = parts.every((part) => part.length < shortPart);
  if (areShort && code.head.endsWith("{"))
    return [first, ...filled(indent + 2, parts, ""), `${spaces(indent)}${code.tail}${behind}`];
  const inner = indent + continuation;
  if (inner + end.length <= columns) return [first, spaces(inner) + end];
  const last = parts.length - 1;
  if (areShort) return [first, ...filled(inner, parts, `${code.tail}${behind}`)];
  return [
    first,
    ...code.parts.flatMap((part, index) => broken(part, inner, "", index === last ? `${code.tail}${behind}` : ",")),
  ];
}

/** Code in lines of the layout. */
export const code = (indent: number, value: Code): string[] => broken(value, indent, "", "");

/** A statement: `before` and the code, in lines of the layout. */
export const statement = (indent: number, before: string, code: Code): string[] => broken(code, indent, before, ";");

/** The statement in one line, where it has room there or can't be broken. */
export function inOneLine(indent: number, before: string, code: Call): string | undefined {
  const line = `${spaces(indent)}${before}${flat(code)};`;
  return line.length <= columns || code.parts.length === 0 ? line : undefined;
}

/** `String name = code;`, broken behind its sign before the code is. */
export function assignment(indent: number, before: string, value: Code): string[] {
  const line = `${spaces(indent)}${before} ${flat(value)};`;
  return line.length <= columns ? [line] : [spaces(indent) + before, ...statement(indent + continuation, "", value)];
}

/** `return (String) call(…);`, broken behind the cast before the call is. */
export function returned(indent: number, cast: string, value: Code): string[] {
  const line = `${spaces(indent)}return (${cast}) ${flat(value)};`;
  if (line.length <= columns) return [line];
  return [`${spaces(indent)}return (${cast})`, ...statement(indent + continuation, "", value)];
}

/** The head of a method or constructor up to its opening brace. */
export function methodHead(indent: number, before: string, parameters: readonly string[], thrown = ""): string[] {
  const throwing = thrown === "" ? "" : ` throws ${thrown}`;
  const all = `${parameters.join(", ")})`;
  const head = `${spaces(indent)}${before}(${all}`;
  const whole = `${head}${throwing} {`;
  if (whole.length <= columns) return [whole];
  const inner = spaces(indent + continuation);
  if (thrown !== "" && head.length <= columns) return [head, `${inner}throws ${thrown} {`];
  const opening = `${spaces(indent)}${before}(`;
  const name = before.lastIndexOf(" ");
  if (opening.length > columns && name !== -1)
    return [
      spaces(indent) + before.slice(0, name),
      ...methodHead(indent + continuation, before.slice(name + 1), parameters, thrown),
    ];
  const list = inner + all;
  if (`${list}${throwing} {`.length <= columns) return [opening, `${list}${throwing} {`];
  const end = thrown === "" ? " {" : "";
  const lines =
    `${list}${end}`.length <= columns
      ? [`${list}${end}`]
      : parameters.map((each, at) => `${inner}${each}${at === parameters.length - 1 ? `)${end}` : ","}`);
  return [opening, ...lines, ...(thrown === "" ? [] : [`${inner}throws ${thrown} {`])];
}

/** Words of a text in lines that fit behind ` * `. Texts of other scripts have no blanks to break at. */
function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (word === "") continue;
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

const inJavadoc: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "*/": "*&#47;",
  "\\": "&#92;",
  "@": "&#64;",
  "{": "&#123;",
};

/**
 * What a source says, as Javadoc can hold it: no end of the comment, no markup, no tags, and no backslash, which Java reads as the
 * beginning of `\u…` wherever it stands.
 */
export const javadocText = (text: string): string =>
  text.replace(/[&<>\\@{]|\*\//g, (found) => inJavadoc[found] ?? found);

/** A Javadoc comment of paragraphs and tags (`@param n the amount`). */
export function javadoc(indent: number, paragraphs: readonly string[], tags: readonly string[] = []): string[] {
  const room = columns - indent - 3;
  const filled = paragraphs.filter((each) => each.trim() !== "");
  if (filled.length === 0 && tags.length === 0) return [];
  const [only = ""] = filled;
  if (filled.length === 1 && tags.length === 0) {
    const single = `/** ${only.trim().replace(/\s+/g, " ")} */`;
    if (indent + single.length <= columns) return [spaces(indent) + single];
  }
  const body = filled.flatMap((each, at) => [
    ...(at === 0 ? [] : [""]),
    ...wrapped(at === 0 ? each : `<p>${each.trimStart()}`, room),
  ]);
  if (filled.length > 0 && tags.length > 0) body.push("");
  for (const tag of tags) body.push(...wrapped(tag, room).map((line, at) => (at === 0 ? line : `    ${line}`)));
  const margin = spaces(indent);
  return [`${margin}/**`, ...body.map((line) => `${margin} * ${line}`.trimEnd()), `${margin} */`];
}

const escaped = (unit: string): string => {
  const value = unit.charCodeAt(0);
  return unit < " " ? `\\${value.toString(8).padStart(3, "0")}` : `\\u${value.toString(16).padStart(4, "0")}`;
};

/**
 * A text as a Java literal. Java reads `\u000a` as the end of the line that it stands in, before it sees a literal: what steers is in
 * octal.
 */
export function literal(text: string): string {
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`; // code in hex, above all
  if (/^[ -~]*$/.test(text)) return JSON.stringify(text); // of these, Java escapes what JSON does
  const quoted = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `"${quoted.replace(/[^ -~]/g, escaped)}"`;
}

/** The blank before which a line of `room` characters ends, or the first one behind them. */
function endOfLine(text: string, from: number, room: number): number {
  if (text.length - from <= room) return text.length;
  const before = text.lastIndexOf(" ", from + room);
  if (before > from) return before;
  const behind = text.indexOf(" ", from + room + 1);
  return behind === -1 ? text.length : behind;
}

/** A literal that is too long for its line, broken before blanks; `behind` stands behind it. */
export function longLiteral(indent: number, text: string, behind: string): string[] {
  const whole = text.slice(1, -1);
  const lines: string[] = [];
  let room = columns - indent - 2;
  for (let at = 0; at < whole.length; ) {
    if (whole.length - at <= room) room -= behind.length;
    const end = endOfLine(whole, at, room);
    lines.push(`"${whole.slice(at, end)}"`);
    at = end;
    if (lines.length === 1) room -= 6;
  }
  const last = lines.length - 1;
  return lines.map(
    (line, at) => `${spaces(at === 0 ? indent : indent + 4)}${at === 0 ? "" : "+ "}${line}${at === last ? behind : ""}`,
  );
}

const sdk = "org.fisco.bcos.sdk.v3.";
/** Packages of the classes that generated code names; those of the SDK's own values are elsewhere. */
const homes: Readonly<Record<string, string>> = {
  BigInteger: "java.math",
  List: "java.util",
  Map: "java.util",
  ArrayList: "java.util",
  LinkedHashMap: "java.util",
  CompletableFuture: "java.util.concurrent",
  Consumer: "java.util.function",
  Client: `${sdk}client`,
  Contract: `${sdk}contract`,
  CryptoSuite: `${sdk}crypto`,
  CryptoKeyPair: `${sdk}crypto.keypair`,
  CryptoType: `${sdk}model`,
  TransactionReceipt: `${sdk}model`,
  TransactionManager: `${sdk}transaction.manager.transactionv1`,
  TransactionCallback: `${sdk}model.callback`,
  EventSubCallback: `${sdk}eventsub`,
  EventLog: `${sdk}model`,
  ContractException: `${sdk}transaction.model.exception`,
  RevertMessageParser: `${sdk}transaction.codec.decode`,
  StringUtils: `${sdk}utils`,
  Function: `${sdk}codec.datatypes`,
  Event: `${sdk}codec.datatypes`,
  DynamicArray: `${sdk}codec.datatypes`,
  DynamicStruct: `${sdk}codec.datatypes`,
  StaticStruct: `${sdk}codec.datatypes`,
  Utf8String: `${sdk}codec.datatypes`,
  Address: `${sdk}codec.datatypes`,
  Bool: `${sdk}codec.datatypes`,
  DynamicBytes: `${sdk}codec.datatypes`,
};

/** A class of Java's library or of the SDK with its package: `java.util.List`, the SDK's `Tuple2`, `Uint256`. */
export function wholeName(name: string): string {
  const values = `${sdk}codec.datatypes.generated`;
  return `${homes[name] ?? (name.startsWith("Tuple") ? `${values}.tuples.generated` : values)}.${name}`;
}
