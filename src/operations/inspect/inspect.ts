import * as v from "valibot";
import { text } from "../../text/catalogue";
import { source } from "../kit/compiledContract";
import { asking } from "../kit/define";
import { anyObject, plainObject } from "../kit/plain";
import { contract } from "../kit/subjects";
import { aHash, optional, texts } from "../model/fields";

const hash = aHash(text("Transaction hash"));
const notes = v.array(v.string());
/** How sure a re-execution is (docs/debugging.md). */
const certainty = v.optional(v.string());

/** A variable, or a part of one; parts stand in it in the same form. */
const shownValue = v.looseObject({ name: v.string(), type: v.string(), value: v.string() });

const storage = asking({
  noun: "contract",
  verb: "storage",
  word: "readStorage",
  summary: text("The state variables of a contract by name, as the sources of the folder have them."),
  fields: {
    contract,
    variables: optional(texts(text("Values to look up, such as owner, list[3], balances[0x…]"))),
  },
  needs: "inspector",
  result: v.looseObject({
    address: v.string(),
    /** Empty where no source of the folder compiles to the code. */
    contract: v.string(),
    variables: v.array(shownValue),
    lookedUp: v.array(v.looseObject({ expression: v.string() })),
    others: v.array(v.object({ slot: v.string(), word: v.string() })),
    notes,
    certainty,
  }),
  run: async ({ signal }, given, inspector) =>
    plainObject(await inspector.storage(given.contract, given.variables ?? [], signal)) as never,
});

const changes = asking({
  noun: "tx",
  verb: "changes",
  word: "getStateChanges",
  summary: text(
    "What a transaction changed: variables by name, other slots, rows of tables. It is executed again for it.",
  ),
  fields: { hash },
  needs: "inspector",
  result: v.looseObject({
    status: v.number(),
    accounts: v.array(anyObject),
    builtins: v.array(anyObject),
    notes,
    certainty,
  }),
  run: async ({ signal }, given, inspector) => plainObject(await inspector.changes(given.hash, signal)) as never,
});

const trace = asking({
  noun: "tx",
  verb: "trace",
  word: "traceTransaction",
  summary: text(
    "What a transaction did, call by call, with decoded arguments, storage writes, events, and gas. It is executed again for it.",
  ),
  fields: { hash },
  needs: "tracer",
  result: v.looseObject({
    status: v.number(),
    gasUsed: v.string(),
    output: v.string(),
    /** `recorded`, or how sure it is that this is what the chain did. */
    certainty: v.string(),
    notes,
    call: v.nullable(anyObject),
  }),
  holds: (result) => result.certainty !== "differs",
  run: async ({ signal }, given, tracer) => plainObject(await tracer.trace(given.hash, signal)) as never,
});

const verify = asking({
  noun: "contract",
  verb: "verify",
  word: "verifyContract",
  summary: text(
    "Whether a contract's code is what a source of the folder compiles to; of a proxy, that of the contract behind it.",
  ),
  fields: {
    contract,
    source,
  },
  needs: "sources",
  result: v.object({
    address: v.string(),
    source: v.string(),
    contract: v.string(),
    /** Of a proxy: both names, and its kind. */
    title: v.optional(v.string()),
    proxy: v.optional(v.string()),
    /** Whose code was compared, where it is that of a contract behind the proxy. */
    implementation: v.optional(v.string()),
    /** All that runs is the same; `verdict` says more. */
    identical: v.boolean(),
    verdict: anyObject,
  }),
  holds: ({ identical }) => identical,
  run: async ({ signal }, given, sources) =>
    plainObject(await sources.verify(given.contract, given.source, signal)) as never,
});

/** What takes the sources of the person's folder, of contracts and of transactions. */
export const inspectContract = [storage, verify] as const;
export const inspectTransaction = [changes, trace] as const;
