// Operations of the catalogue on an embedded chain: by name, with what a front would hand over.
import * as v from "valibot";
import { resolveTarget } from "../../src/chain/services/bfs/readLink";
import { loadedOperations } from "../../src/operations/loaded";
import { type RawValue, readValues } from "../../src/operations/model/fields";
import type { Operation, Preview } from "../../src/operations/model/operation";
import { type ExtensionApp, signerOf } from "./extensionApp";

/** `table create` */
/** An operation by its noun and verb. */
export function operationNamed(name: string): Operation {
  const found = loadedOperations.find(({ noun, verb }) => `${noun} ${verb}` === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

async function prepared(on: ExtensionApp, name: string, given: Readonly<Record<string, RawValue>>) {
  const { session } = on.group;
  const operation = operationNamed(name);
  const values = await readValues(operation.fields, given, (typed) => resolveTarget(session, typed));
  const account = on.app.accounts.active(on.group)?.address;
  return { operation, prepared: operation.prepare({ session, ...(account ? { account } : {}) }, values) };
}

/** What a person would be shown. */
export async function previewed(
  on: ExtensionApp,
  name: string,
  given: Readonly<Record<string, RawValue>> = {},
): Promise<Preview> {
  return (await prepared(on, name, given)).prepared.preview();
}

/** Does it, and gives the result as it is after a way through JSON; the operation's own schema has to take it. */
export async function done(
  on: ExtensionApp,
  name: string,
  given: Readonly<Record<string, RawValue>> = {},
): Promise<unknown> {
  const { operation, prepared: ready } = await prepared(on, name, given);
  const outcome = await ready.run(operation.effect === "asks" ? undefined : await signerOf(on), { agreed: true });
  if (!("result" in outcome)) throw new Error(`${name} made a proposal`);
  const result: unknown = JSON.parse(JSON.stringify(outcome.result));
  v.parse(operation.result, result);
  return result;
}
