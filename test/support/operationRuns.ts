// Operations of the catalogue as a front is given them, and what they came to on the chain.
import { getBlockByNumber } from "../../src/chain/rpc/blocks";
import { getObserverList, getSealerList } from "../../src/chain/rpc/members";
import { getTransaction, getTransactionReceipt } from "../../src/chain/rpc/transactions";
import type { ChainSession } from "../../src/chain/session";
import { hexToBytes } from "../../src/crypto/bytes/hex";
import type { Signer } from "../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../src/devchain/keys/seededKeys";
import { readValues } from "../../src/operations/model/fields";
import type { Operation } from "../../src/operations/model/operation";
import type { Services } from "../../src/operations/model/services";
import { fieldOption } from "../../src/operations/words/fieldText";
import { confirmingName } from "../../src/signing/consent";
import { sayingAbi, sayingCode } from "./hostileContract";
import type { KnownThings, OperationCase } from "./operationCases";

type Fields = OperationCase[1];

/** Chains on which most operations can be done. */
export const common = {
  sealers: 2,
  observers: 1,
  features: ["feature_balance", "feature_balance_precompiled", "feature_sharding"],
} as const;

export const servicesOf = ({ client }: ChainSession): Services => ({ embedded: async () => client });

export const resolve = async (given: string): Promise<`0x${string}`> => given as `0x${string}`;

/** The account that the chain gives rights to. */
export function firstAccount({ suite }: ChainSession, seed = "chainside"): Signer {
  const [account] = seededAccounts(suite, seed, 1);
  return privateKeySigner(suite, hexToBytes(account?.privateKey ?? ""));
}

/** Each entry of a list or a map as an option of its own. */
export function optionsOf(
  operation: Operation,
  fields: Fields,
  taken: Readonly<Record<string, unknown>>,
): [string, string?][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string?][] => {
    const option = `--${fieldOption(name, taken)}`;
    if (operation.fields[name]?.kind === "flag") return [[option]];
    if (Array.isArray(value))
      return value.length === 0 ? [[option, "[]"]] : value.map((item) => [option, String(item)]);
    if (typeof value === "object")
      return Object.entries(value).map(([key, item]): [string, string] => [option, `${key}=${String(item)}`]);
    return [[option, String(value)]];
  });
}

/** What a person says beforehand who knows all of it: the name of what can't be undone, and that it is known to fail. */
export async function statedBefore(session: ChainSession, operation: Operation, fields: Fields): Promise<string[]> {
  if (operation.effect !== "signs") return [];
  try {
    const account = firstAccount(session).address;
    const values = await readValues(operation.fields, fields, resolve);
    const preview = await operation.prepare({ session, account, services: servicesOf(session) }, values).preview();
    const known = preview.blocked ?? preview.refusal;
    return [
      ...(preview.weight === "irreversible" ? [`--confirm=${confirmingName(preview)}`] : []),
      ...(known ? [`--force=${String(known.code)}`] : []),
    ];
  } catch {
    return [];
  }
}

export async function knownThings(session: ChainSession, seed = "chainside"): Promise<KnownThings> {
  const { client, suite } = session;
  const [me = "", other = "", third = ""] = seededAccounts(suite, seed, 3).map(({ address }) => address);
  const sealers = await getSealerList(client);
  const observers = await getObserverList(client);
  return {
    sealer: sealers.at(-1)?.nodeID ?? "",
    observer: observers[0] ?? "",
    ...{ me, other, third, contract: "", code: sayingCode(session, "tea"), abi: sayingAbi },
  };
}

/** Every transaction of these blocks: what it called with what, how it ended, and what it answered. */
export async function transactionsOf({ client }: ChainSession, from: number, to: number) {
  const found: { to: string; input: string; status: number; output: string; contract: string }[] = [];
  for (let block = from; block <= to; block++) {
    for (const hash of (await getBlockByNumber(client, block)).transactions as readonly string[]) {
      const { to: called = "", input } = await getTransaction(client, hash);
      const { status, output, contractAddress } = await getTransactionReceipt(client, hash);
      found.push({ to: called, input, status, output, contract: contractAddress ?? "" });
    }
  }
  return found;
}
