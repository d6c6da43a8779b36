import type { HistoryFilter, HistoryPart } from "../../webview/explorer/messages";
import type { StoredValue } from "../store/historyStore";

type QueryValues = Readonly<Record<string, string | number>>;

/** Which transactions a part has. */
export const partConditions = {
  sent: "from_address = :address",
  received: "to_address = :address",
  created: "from_address = :address AND created IS NOT NULL",
} as const;

/** Changes that precompiled contracts made to an address, which stands in their arguments without its 0x. */
export const rightsCondition =
  "c.kind IN ('rights', 'committee', 'account', 'balance') AND instr(lower(c.arguments), :bare) > 0";

/** Each order goes on behind a line by what it sorts by: no page skips or repeats what comes meanwhile. */
export const historyOrders = {
  newest: { behind: "tx < :tx", by: "tx DESC" },
  oldest: { behind: "tx > :tx", by: "tx" },
  gas: {
    behind: "(coalesce(gas_used, 0) < :gas OR (coalesce(gas_used, 0) = :gas AND tx < :tx))",
    by: "coalesce(gas_used, 0) DESC, tx DESC",
  },
} as const;

/** What a filter asks of transactions, with the values of its names. */
export function filterConditions({ call, failed, from, to }: HistoryFilter): {
  readonly conditions: readonly string[];
  readonly values: QueryValues;
} {
  return {
    conditions: [
      ...(call ? ["instr(lower(coalesce(method, selector, '')), :call) > 0"] : []),
      ...(failed ? ["status <> 0"] : []),
      ...(from === undefined ? [] : ["time >= :from"]),
      ...(to === undefined ? [] : ["time <= :to"]),
    ],
    values: {
      ...(call ? { call: call.toLowerCase() } : {}),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  };
}

export const bareAddress = (address: string): string => address.toLowerCase().replace(/^0x/, "");

/** A query whose values stand in it, as people go on with it. */
const written = (sql: string, values: QueryValues): string =>
  sql.replace(/:(\w+)/g, (name, key: string) => {
    const value = values[key];
    return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value ?? name);
  });

/** A part of an address' history as a query for people; balances have their own, by the tokens that are known. */
export function addressQuery(
  part: Exclude<HistoryPart, "balances">,
  address: string,
  filter: HistoryFilter = {},
): string {
  const bare = bareAddress(address);
  if (part === "rights")
    return written(
      `SELECT c.block, c.time, t.hash, t.from_address, c.kind, c.action, c.arguments, c.status, c.code
FROM changes c JOIN transactions t ON t.tx = c.tx
WHERE ${rightsCondition}
ORDER BY c.tx DESC\n`,
      { bare },
    );
  if (part === "named")
    return written(
      `SELECT l.block, t.time, t.hash, l.address, coalesce(l.event, l.topic0) AS event
FROM logs l JOIN transactions t ON t.tx = l.tx
WHERE :topic IN (l.topic1, l.topic2, l.topic3)
ORDER BY l.tx DESC\n`,
      { topic: `0x${bare.padStart(64, "0")}` },
    );
  const { conditions, values } = filterConditions(filter);
  return written(
    `SELECT block, time, hash, from_address, to_address, created, coalesce(method, selector) AS "call", status, error, gas_used
FROM transactions
WHERE ${[partConditions[part], ...conditions].join("\n  AND ")}
ORDER BY ${historyOrders[filter.order ?? "newest"].by}\n`,
    { address: address.toLowerCase(), ...values },
  );
}

/** A value as a text; nothing where there is none. */
export const textOf = (value: StoredValue | undefined): string =>
  value === null || value === undefined ? "" : String(value);
