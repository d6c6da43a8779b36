import * as v from "valibot";
import { absoluteBfsPath, requireCreatablePath } from "../../chain/services/bfs/bfsPath";
import { fixBfs, mkdir, touch } from "../../chain/services/bfs/directories";
import { link } from "../../chain/services/bfs/link";
import { type BfsEntry, listDirectory } from "../../chain/services/bfs/listDirectory";
import { readLink, readLinkWithAbi } from "../../chain/services/bfs/readLink";
import { findAbi } from "../../chain/services/contract/lookUpAbi";
import { type Address, isSameAddress } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { type LocalizableText, t, text } from "../../text/catalogue";
import { asking, signing } from "../kit/define";
import { asked } from "../kit/results";
import { contract } from "../kit/subjects";
import { anInteger, aPath, askedBy, aText, oneOf, optional, WrongField } from "../model/fields";
import type { OperationContext } from "../model/operation";
import type { Question, QuestionContext } from "../model/question";

const noun = "bfs";
const path = aPath(text("Path"));
/** The clicked folder, as the beginning of a path. */
const folderStart = ({ folder = "/apps" }: QuestionContext): string => `${folder.replace(/\/$/, "")}/`;

const askedNew = (prompt: LocalizableText): Question => ({
  prompt,
  start: folderStart,
  read: (typed, context) => {
    const start = folderStart(context);
    if (typed.trim() === start) throw new WrongField("path", text("Enter a name after {0}", start));
    requireCreatablePath(context.session, typed.trim());
    return typed.trim();
  },
});

const newPath = aPath(text("New path below /apps or /tables"));
const linkQuestion = text("Enter the path of the link, such as /apps/Hello/1.0");
const limit = optional(anInteger(text("Maximum number of entries"), { from: 1, to: 500, usual: "500" }));
const offset = optional(anInteger(text("Entries to skip"), { from: 0, to: 100_000, usual: "0" }));

const entryTypes = ["directory", "link", "contract"] as const;
const entry = v.object({
  name: v.string(),
  path: v.string(),
  type: v.picklist(entryTypes),
  /** Where a link leads, when the link itself was listed. */
  address: v.optional(v.string()),
});
const entryOf = ({ abi: _, ...seen }: BfsEntry): v.InferOutput<typeof entry> => seen;

const listFolder = asking({
  noun,
  verb: "ls",
  word: "list",
  console: [{ name: "ls", arguments: ["path"] }],
  summary: text("The names in a folder of the chain's file system."),
  fields: { path, limit, offset },
  result: v.object({ entries: v.array(entry), more: v.boolean() }),
  inSteps: ({ entries }) => entries.map(({ name }) => name),
  run: async (context, given) => {
    const page = { limit: given.limit ?? 500, offset: given.offset ?? 0 };
    const { entries, more } = await listDirectory(context.session, given.path, { ...asked(context), ...page });
    return { entries: entries.map(entryOf), more };
  },
});

/** A tree shows no more: the rest is listed by folder. */
const maxInTree = 1000;

const showTree = asking({
  noun,
  verb: "tree",
  word: "tree",
  console: [{ name: "tree", arguments: ["path", "depth"] }],
  summary: text("A folder of the chain's file system with the folders in it."),
  fields: { path, depth: optional(anInteger(text("Levels"), { from: 1, to: 5, usual: "3" })) },
  result: v.object({
    /** Each folder before what is in it. */
    entries: v.array(v.object({ ...entry.entries, level: v.number() })),
    more: v.boolean(),
  }),
  run: async (context, given) => {
    const deepest = given.depth ?? 3;
    const entries: (v.InferOutput<typeof entry> & { level: number })[] = [];
    let more = false;
    const walk = async (folder: string, level: number): Promise<void> => {
      const room = maxInTree - entries.length;
      if (room <= 0) {
        more = true;
        return;
      }
      const page = await listDirectory(context.session, folder, { ...asked(context), limit: Math.min(room, 500) });
      more ||= page.more;
      for (const each of page.entries) {
        if (entries.length >= maxInTree) {
          more = true;
          return;
        }
        entries.push({ ...entryOf(each), level });
        // A link lists itself.
        if (each.type === "directory" && level < deepest && each.path !== folder) await walk(each.path, level + 1);
      }
    };
    await walk(given.path, 1);
    return { entries, more };
  },
});

export const readLinkOperation = asking({
  noun,
  verb: "read-link",
  word: "readLink",
  summary: text("The address that a link points to."),
  fields: {
    path: askedBy(path, {
      target: "path",
      prompt: linkQuestion,
      start: "/apps/",
      read: (typed) => absoluteBfsPath(typed),
    }),
  },
  command: {
    title: text("Show Link Target"),
    report: ({ values: { path }, result }) => {
      if (!result) throw clientError("notALink", { path });
      return { text: `${path} → ${result.address}`, copied: result.address };
    },
  },
  result: v.nullable(v.object({ address: v.string(), abi: v.string() })),
  inSteps: (found) => found?.address ?? null,
  run: async (context, given) =>
    (await readLinkWithAbi(context.session, absoluteBfsPath(given.path), asked(context))) ?? null,
});

const makeDirectoryOperation = signing(
  {
    noun,
    verb: "mkdir",
    word: "mkdir",
    console: [{ name: "mkdir", arguments: ["path"] }],
    summary: text("Creates a folder in the chain's file system."),
    fields: {
      path: askedBy(newPath, askedNew(text("Enter the path of the new directory below /apps or /tables"))),
    },
    command: { title: text("Create BFS Directory") },
  },
  {
    title: (given) => text("Create {0}", given.path),
    right: () => ({ kind: "makeDirectory" }),
    lines: async (_, given) => [{ label: t("Directory"), value: given.path }],
    run: async ({ session }, signer, given, options) => mkdir(session, signer, given.path, options),
  },
);

/** That a link is there already and leads elsewhere. */
async function relinkWarning(context: OperationContext, at: string, address: string): Promise<string[]> {
  const before = await readLink(context.session, at, asked(context));
  if (!before || isSameAddress(before, address)) return [];
  return [t("The link already exists and points to {0}. It will point to the new contract.", before)];
}

/** The ABI that a link keeps where none is given: the person's own of the contract, else the chain's, as the official console has it. */
async function abiToKeep(context: OperationContext, address: Address): Promise<string> {
  const { found } = await findAbi(context.session, address, context.abiOf, asked(context));
  if (!found || found.source.kind === "builtin") return "";
  return typeof found.abi === "string" ? found.abi : JSON.stringify(found.abi);
}

export const linkOperation = signing(
  {
    noun,
    verb: "link",
    word: "linkPath",
    console: [{ name: "ln", arguments: ["path", "contract"] }],
    summary: text("Gives a contract a path in the chain's file system."),
    fields: {
      path: aPath(text("Path of the link below /apps, such as /apps/Hello/1.0"), { ask: askedNew(linkQuestion) }),
      contract,
      abi: optional(aText(text("ABI to keep with the link; the contract's own when left out"))),
    },
    command: { title: text("Link Contract in BFS"), asks: ["contract", "path"] },
    idempotent: true,
  },
  {
    title: (given) => text("Link {0}", given.path),
    right: () => ({ kind: "makeLink" }),
    lines: async (_, given) => [
      { label: t("Link"), value: given.path },
      { label: t("Contract"), value: given.contract },
    ],
    consequences: async (context, given) => ({ warnings: await relinkWarning(context, given.path, given.contract) }),
    run: async (context, signer, given, options) => {
      const { path, contract: address } = given;
      const abi = given.abi ?? (await abiToKeep(context, address));
      return link(context.session, signer, { path, address, abi }, options);
    },
  },
);

const touchOperation = signing(
  {
    noun,
    verb: "touch",
    word: "touch",
    summary: text("Creates an entry in the chain's file system."),
    fields: {
      path: askedBy(newPath, askedNew(text("Enter the path of the new entry below /apps or /tables"))),
      type: oneOf(text("Type"), entryTypes, {
        ask: {
          prompt: text("Select the entry type"),
          offers: () => [
            { icon: "folder", label: text("directory"), value: "directory" },
            { icon: "link", label: text("link"), value: "link" },
            { icon: "file-code", label: text("contract"), value: "contract" },
          ],
        },
      }),
    },
    command: { title: text("Touch BFS Entry") },
  },
  {
    title: (given) => text("Touch BFS Entry · {0}", given.path),
    right: () => ({ kind: "makeDirectory" }),
    consequences: async (_, given) => ({
      warnings:
        given.type === "directory" ? [] : [t("The entry points to nothing, and entries in BFS can't be removed.")],
    }),
    run: async ({ session }, signer, given, options) => touch(session, signer, given.path, given.type, options),
  },
);

const repairOperation = signing(
  {
    noun,
    verb: "fix",
    word: "fixBfs",
    console: [{ name: "fixBFS", arguments: [] }],
    summary: text("Repairs the chain's file system after an upgrade from before 3.3."),
    fields: {},
    command: { title: text("Repair BFS"), report: () => ({ text: text("The BFS directories are in order.") }) },
    idempotent: true,
  },
  {
    title: text("Repair BFS"),
    lines: async ({ session }) => [{ label: t("Data version"), value: session.compatibilityVersion }],
    consequences: async () => ({
      warnings: [
        t("Needed once on chains created before 3.3 and upgraded to 3.3. On other chains, it changes nothing."),
      ],
    }),
    run: async ({ session }, signer, _, options) => fixBfs(session, signer, options),
  },
);

/** The chain's file system. */
export const bfsOperations = [
  listFolder,
  showTree,
  readLinkOperation,
  makeDirectoryOperation,
  linkOperation,
  touchOperation,
  repairOperation,
] as const;
