import { type JsonObject, jsonObjectOf } from "../../text/limits/boundedJson";

/** What a source says of a function, an event, or a custom error (NatSpec). */
export interface MemberDocs {
  /** `@notice`, and `@dev` below it. */
  readonly text?: string;
  /** `@param`, by name. */
  readonly params?: Readonly<Record<string, string>>;
  /** `@return`, by name, or `_0`, `_1` where a result has none. */
  readonly returns?: Readonly<Record<string, string>>;
}

/** The comments of a contract's source, by canonical signature: `transfer(address,uint256)`; the constructor's as `constructor`. */
export interface ContractDocs {
  readonly functions: Readonly<Record<string, MemberDocs>>;
  readonly events: Readonly<Record<string, MemberDocs>>;
  /** Undefined in what was kept before errors were read. */
  readonly errors?: Readonly<Record<string, MemberDocs>>;
}

/** A comment is for reading beside a field; a file may hold any. */
const maxTextLength = 2000;
const maxMembers = 2000;

const text = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, maxTextLength) : "");

function texts(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(jsonObjectOf(value))
      .slice(0, maxMembers)
      .flatMap(([name, reported]) => (text(reported) === "" ? [] : [[name, text(reported)]])),
  );
}

function memberDocs(dev: JsonObject, user: JsonObject): MemberDocs | undefined {
  const message = [text(user["notice"]), text(dev["details"])].filter(Boolean).join("\n");
  const params = texts(dev["params"]);
  // Compilers before 0.6 know one result: a text.
  const returns = typeof dev["return"] === "string" ? { _0: text(dev["return"]) } : texts(dev["returns"]);
  const docs = {
    ...(message === "" ? {} : { text: message }),
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(Object.keys(returns).length === 0 ? {} : { returns }),
  };
  return Object.keys(docs).length === 0 ? undefined : docs;
}

function membersDocs(dev: unknown, user: unknown): Record<string, MemberDocs> {
  const [devs, users] = [jsonObjectOf(dev), jsonObjectOf(user)];
  const signatures = [...new Set([...Object.keys(devs), ...Object.keys(users)])].slice(0, maxMembers);
  return Object.fromEntries(
    signatures.flatMap((signature) => {
      const members = memberDocs(jsonObjectOf(devs[signature]), jsonObjectOf(users[signature]));
      return members ? [[signature, members]] : [];
    }),
  );
}

/** Of errors compilers write a list: one may be declared several times. The first one counts. */
const firstOfEach = (list: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(jsonObjectOf(list)).map(([signature, reported]) => [
      signature,
      Array.isArray(reported) ? reported[0] : reported,
    ]),
  );

/** Reads what a compiler writes as `devdoc` and `userdoc`; undefined where they say nothing. */
export function readDocs(devdoc: unknown, userdoc: unknown): ContractDocs | undefined {
  const [dev, user] = [jsonObjectOf(devdoc), jsonObjectOf(userdoc)];
  const functions = membersDocs(dev["methods"], user["methods"]);
  const events = membersDocs(dev["events"], user["events"]);
  const errors = membersDocs(firstOfEach(dev["errors"]), firstOfEach(user["errors"]));
  const isEmpty = [functions, events, errors].every((each) => Object.keys(each).length === 0);
  return isEmpty ? undefined : { functions, events, errors };
}
