import { stringifyExactJson } from "../../chain/json/exactJson";
import { getBlockByNumber } from "../../chain/rpc/blocks";
import { getTransaction, getTransactionReceipt } from "../../chain/rpc/transactions";
import { findAbi } from "../../chain/services/contract/lookUpAbi";
import type { ChainSession } from "../../chain/session";
import { isAddress, isHash } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import type { Operation } from "../../operations/model/operation";
import { inChosenLanguage, say, t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { shortened } from "../../text/shortText";
import { visibleText } from "../../text/visibleText";
import { fenced, harmless } from "../answers/answer";
import { withoutSecrets } from "../answers/withoutSecrets";
import {
  noSuchResource,
  type ResourceHead,
  type ResourceTemplate,
  type ResourceText,
  type WorkspaceFiles,
} from "./resource";

interface Page {
  readonly title: () => string;
  readonly text: (operations: readonly Operation[]) => Promise<string>;
}

function operationText({ noun, verb, summary, fields, effect }: Operation): string {
  const lines = Object.entries(fields).map(([name, { label, optional }]) => {
    const needed = optional ? t("{0} (optional)", say(label)) : say(label);
    return `- ${labelled(`\`${name}\``, needed)}`;
  });
  return [`## ${noun} ${verb}`, "", `${say(summary)} (${effect})`, ...(lines.length > 0 ? ["", ...lines] : [])].join(
    "\n",
  );
}

const pages: Readonly<Record<string, Page>> = {
  operations: {
    title: () => t("All operations with their fields"),
    text: async (operations) => operations.map(operationText).join("\n\n"),
  },
  results: {
    title: () => t("Shapes of all answers of tools, as JSON schemas"),
    text: async (operations) => {
      const { answerSchema, resultSchema } = await import("../tools/answerSchema");
      const results = operations.map((each) => [`${each.noun} ${each.verb}`, resultSchema(each)] as const);
      const schemas = { answer: answerSchema({}), results: Object.fromEntries(results) };
      return ["```json", JSON.stringify(schemas), "```"].join("\n");
    },
  },
  "config-ini": {
    title: () => t("Every key of config.ini"),
    text: async () => {
      const { sectionSpecs } = await import("../../nodeConfig/schema/keySpec");
      return sectionSpecs("config")
        .map(({ name, keys, ...section }) => {
          const lines = keys.map((key) => `- ${labelled(`\`${key.key}\``, inChosenLanguage(key))}`);
          return [`## [${name}]`, "", inChosenLanguage(section), "", ...lines].join("\n");
        })
        .join("\n\n");
    },
  },
  errors: {
    title: () => t("Error codes of nodes with their meaning"),
    text: async () => {
      const { default: spaces } = await import("../../errors/dictionary.json");
      return Object.entries(spaces)
        .map(([space, entries]) => {
          const lines = Object.entries(entries).map(
            ([code, { name, meaning }]) => `- ${labelled(`${code} ${name}`, inChosenLanguage(meaning))}`,
          );
          return [`## ${space}`, "", ...lines].join("\n");
        })
        .join("\n\n");
    },
  },
};

const mimeType = "text/markdown";

/** Our own pages, made of what the program knows. */
const docHeads = (): readonly ResourceHead[] =>
  Object.entries(pages).map(([name, { title }]) => ({ uri: `chainside://docs/${name}`, name: title(), mimeType }));

/** One of them; undefined where there is none. */
const readDoc = (name: string, operations: readonly Operation[]): Promise<string> | undefined =>
  Object.hasOwn(pages, name) ? pages[name]?.text(operations) : undefined;

/** What the resources of a server are made of. */
export interface ResourceFolders {
  readonly connection: string;
  readonly session: () => Promise<ChainSession>;
  readonly operations: readonly Operation[];
  /** Undefined where no folder was given. */
  readonly workspace: WorkspaceFiles | undefined;
}

/** No more of one resource is given. */
const maxCharacters = 400_000;

const scheme = "chainside://";

type Read = (session: ChainSession, name: string) => Promise<unknown>;

/** What there is of a chain, by the word in its address. */
const chainKinds: Readonly<Record<string, Read>> = {
  block: async ({ client }, name) => {
    if (!/^\d{1,15}$/.test(name)) throw noSuchResource(name);
    return getBlockByNumber(client, Number(name));
  },
  transaction: async ({ client }, hash) => {
    if (!isHash(hash)) throw noSuchResource(hash);
    const [transaction, receipt] = await Promise.all([
      getTransaction(client, hash),
      getTransactionReceipt(client, hash),
    ]);
    return { transaction, receipt };
  },
  abi: async (session, address) => {
    if (!isAddress(address)) throw noSuchResource(address);
    const { found } = await findAbi(session, address);
    const abi: unknown = typeof found?.abi === "string" ? parseBoundedJson(found.abi, jsonLimits.plain) : found?.abi;
    const { name = "", title = "", proxy, implementationName, source } = found ?? {};
    const about = { address, name, title, ...(proxy ? { proxy, implementationName } : {}) };
    return found ? { ...about, from: source?.kind, abi } : { address, abi: null };
  },
};

/** Where these are found; the connection is fixed, the group is a part of the address. */
function chainTemplates(connection: string): readonly ResourceTemplate[] {
  const start = `chainside://${encodeURIComponent(connection)}/{group}`;
  const mimeType = "application/json";
  return [
    {
      uriTemplate: `${start}/block/{number}`,
      name: "block",
      description: t("A block with the hashes of its transactions"),
      mimeType,
    },
    {
      uriTemplate: `${start}/transaction/{hash}`,
      name: "transaction",
      description: t("A transaction and its receipt"),
      mimeType,
    },
    { uriTemplate: `${start}/abi/{address}`, name: "abi", description: t("The ABI of a contract"), mimeType },
  ];
}

/**
 * What an address names, as JSON with everything visible. @param path `group0/block/5`
 * @throws ChainError usage `unknownGroup`; WrongField; of the question
 */
export async function readChainResource(session: ChainSession, path: string): Promise<string> {
  const [group = "", kind = "", name = "", ...others] = path.split("/").map(decodeURIComponent);
  const read = Object.hasOwn(chainKinds, kind) ? chainKinds[kind] : undefined;
  if (!read || others.length > 0) throw noSuchResource(path);
  if (group !== session.groupId) throw clientError("unknownGroup", { group, groups: [session.groupId] });
  return stringifyExactJson(harmless(await read(session, name)), 2);
}

export const listTemplates = ({ connection }: ResourceFolders): readonly ResourceTemplate[] =>
  chainTemplates(connection);

/** Our pages, and files of the workspace. */
export async function listResources({ workspace }: ResourceFolders): Promise<readonly ResourceHead[]> {
  const files = (await workspace?.list()) ?? [];
  return [
    ...docHeads(),
    ...files.map((path) => ({
      uri: `${scheme}workspace/${path.split("/").map(encodeURIComponent).join("/")}`,
      name: visibleText(path),
      mimeType: path.endsWith(".sol") ? "text/x-solidity" : "application/json",
    })),
  ];
}

const untrusted = (mimeType: string, text: string): ResourceText => ({
  mimeType,
  text: fenced(shortened(text, maxCharacters)),
});

/**
 * A resource. What isn't ours stands between marks, as data.
 * @throws ChainError; Error of the file system
 */
export async function readResource(places: ResourceFolders, uri: string): Promise<ResourceText> {
  const unknown = (): Error => noSuchResource(uri);
  if (!uri.startsWith(scheme)) throw unknown();
  const rest = uri.slice(scheme.length);
  const slash = rest.indexOf("/");
  const [host, path] = slash < 0 ? [rest, ""] : [rest.slice(0, slash), rest.slice(slash + 1)];
  let decoded: string;
  try {
    decoded = path.split("/").map(decodeURIComponent).join("/");
  } catch {
    throw unknown();
  }
  if (host === "docs") {
    const text = await readDoc(path, places.operations);
    if (text === undefined) throw unknown();
    return { mimeType: "text/markdown", text };
  }
  if (host === "workspace") {
    if (!places.workspace) throw unknown();
    const source = await places.workspace.read(decoded);
    // what isn't plainly a contract's is a config.ini, in whichever way its path is written
    if (!/\.(?:sol|abi|json)$/i.test(decoded)) return untrusted("text/plain", withoutSecrets(source).shown);
    return untrusted(path.endsWith(".sol") ? "text/x-solidity" : "application/json", visibleText(source));
  }
  if (host !== encodeURIComponent(places.connection)) throw unknown();
  return untrusted("application/json", await readChainResource(await places.session(), path));
}
