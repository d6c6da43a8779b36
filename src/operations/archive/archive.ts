import * as v from "valibot";
import { getArchivableBlocks, requireArchivable } from "../../chain/archive/archiveRange";
import { archiveToolCommand, namedStore } from "../../chain/archive/archiveTool";
import { getArchivedReceipts, getArchivedTransactions } from "../../chain/archive/queryService";
import { type LocalizableText, text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { anyObject, plainObject } from "../kit/plain";
import { asked } from "../kit/results";
import { anInteger, aText, oneOf, optional, texts } from "../model/fields";

const noun = "archive";

const status = asking({
  noun,
  verb: "status",
  word: "getArchiveStatus",
  summary: text("Which blocks the connected node has archived, and its block number."),
  fields: {},
  result: v.object({
    /** First block whose transactions the node still has; 0 while nothing is archived. */
    archived: v.number(),
    /** The newest block. */
    current: v.number(),
  }),
  run: async (context) => ({ ...(await getArchivableBlocks(context.session, asked(context))) }),
});

const plan = asking({
  noun,
  verb: "plan",
  word: "planArchive",
  summary: text(
    "Whether the connected node would archive or re-import blocks, and with what arguments the archive tool does it in the node's folder.",
  ),
  fields: {
    action: oneOf(text("What is done"), ["archive", "reimport"]),
    start: anInteger(text("First block"), { from: 1 }),
    end: anInteger(text("Block after the last one (not included)"), { from: 2 }),
    path: optional(aText(text("Archive in a RocksDB folder"))),
    pd: optional(texts(text("Archive in TiKV: addresses of the placement drivers (IP:PORT)"))),
    endpoint: optional(aText(text("The node's archive service, IP:PORT; required for archive"))),
  },
  result: v.object({ arguments: v.array(v.string()), nodeMustBeStopped: v.boolean() }),
  run: async (context, given) => {
    const { action, start, end, endpoint } = given;
    const range = { start, end };
    const store = namedStore(given.path, given.pd);
    const { args, nodeMustBeStopped } = archiveToolCommand({
      action,
      ...range,
      store,
      ...(endpoint === undefined ? {} : { endpoint }),
    });
    // a node that is stopped for the import is asked nothing
    if (action === "archive") requireArchivable(range, await getArchivableBlocks(context.session, asked(context)));
    return { arguments: [...args], nodeMustBeStopped };
  },
});

const lookingUp = (
  ask: typeof getArchivedTransactions | typeof getArchivedReceipts,
  head: { readonly verb: string; readonly word: string; readonly summary: LocalizableText },
) =>
  asking({
    noun,
    ...head,
    fields: { hashes: texts(text("Transaction hashes")) },
    needs: "archive",
    result: v.object({
      /** By hash. */
      found: v.record(v.string(), anyObject),
      missing: v.array(v.string()),
    }),
    holds: ({ missing }) => missing.length === 0,
    run: async (context, given, service) => {
      const { found, missing } = await ask(service, given.hashes, asked(context));
      const entries = [...found].map(([hash, item]) => [hash, plainObject(item)]);
      return { found: Object.fromEntries(entries), missing: [...missing] };
    },
  });

/** What a node has archived, and what an archive query service has of it (docs/protocol/archive.md). */
export const archiveOperations = [
  status,
  plan,
  lookingUp(getArchivedTransactions, {
    verb: "transactions",
    word: "getArchivedTransactions",
    summary: text("Transactions that nodes no longer have, from the archive query service."),
  }),
  lookingUp(getArchivedReceipts, {
    verb: "receipts",
    word: "getArchivedReceipts",
    summary: text("Receipts that nodes no longer have, from the archive query service."),
  }),
] as const;
