import { stringifyExactJson } from "../../chain/json/exactJson";
import { getBlockByNumber } from "../../chain/rpc/blocks";
import { getTransaction, getTransactionReceipt } from "../../chain/rpc/transactions";
import { findAbi } from "../../chain/services/contract/lookUpAbi";
import type { ChainSession } from "../../chain/session";
import { isAddress, isHash } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { t } from "../../text/catalogue";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { harmless } from "../answers/answer";
import { noSuchResource, type ResourceTemplate } from "./resource";

type Read = (session: ChainSession, name: string) => Promise<unknown>;

const wrong = noSuchResource;

/** What there is of a chain, by the word in its address. */
const kinds: Readonly<Record<string, Read>> = {
  block: async ({ client }, name) => {
    if (!/^\d{1,15}$/.test(name)) throw wrong(name);
    return getBlockByNumber(client, Number(name));
  },
  transaction: async ({ client }, hash) => {
    if (!isHash(hash)) throw wrong(hash);
    const [transaction, receipt] = await Promise.all([
      getTransaction(client, hash),
      getTransactionReceipt(client, hash),
    ]);
    return { transaction, receipt };
  },
  abi: async (session, address) => {
    if (!isAddress(address)) throw wrong(address);
    const { found } = await findAbi(session, address);
    const abi: unknown = typeof found?.abi === "string" ? parseBoundedJson(found.abi, jsonLimits.plain) : found?.abi;
    const { name = "", title = "", proxy, implementationName, source } = found ?? {};
    const about = { address, name, title, ...(proxy ? { proxy, implementationName } : {}) };
    return found ? { ...about, from: source?.kind, abi } : { address, abi: null };
  },
};

/** Where these are found; the connection is fixed, the group is a part of the address. */
export function chainTemplates(connection: string): readonly ResourceTemplate[] {
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
  const read = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!read || others.length > 0) throw wrong(path);
  if (group !== session.groupId) throw clientError("unknownGroup", { group, groups: [session.groupId] });
  return stringifyExactJson(harmless(await read(session, name)), 2);
}
