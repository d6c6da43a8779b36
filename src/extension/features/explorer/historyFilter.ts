import type { AddressPart, HistoryFilter } from "../../../history/service/messages";

/** The columns of transactions as a query gives them. */
const columns = `block, time, hash, from_address, to_address, created, coalesce(method, selector) AS "call", status, error, gas_used`;

const conditions: Readonly<Record<Exclude<AddressPart, "named" | "rights" | "balances">, (address: string) => string>> =
  {
    sent: (address) => `from_address = ${address}`,
    received: (address) => `to_address = ${address}`,
    created: (address) => `from_address = ${address} AND created IS NOT NULL`,
  };
const orders = { newest: "tx DESC", oldest: "tx", gas: "gas_used DESC, tx DESC" } as const;

const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A filter as a page names it: of what it says only what is as it should be counts. */
export function checkedFilter(filter: HistoryFilter | undefined): HistoryFilter {
  const { call, failed, from, to, order } = filter ?? {};
  const time = (value: unknown): value is number => Number.isSafeInteger(value);
  return {
    ...(typeof call === "string" && call !== "" ? { call: call.slice(0, 200) } : {}),
    ...(failed === true ? { failed } : {}),
    ...(time(from) ? { from } : {}),
    ...(time(to) ? { to } : {}),
    ...(order !== undefined && Object.hasOwn(orders, order) ? { order } : {}),
  };
}

/** A list of the page of an address as a query; that of balances comes from the index. */
export function filteredSql(named: string, part: Exclude<AddressPart, "balances">, filter: HistoryFilter): string {
  const address = literal(named.toLowerCase());
  if (part === "rights")
    return `SELECT c.block, c.time, t.hash, t.from_address, c.kind, c.action, c.arguments, c.status, c.code
FROM changes c JOIN transactions t ON t.tx = c.tx
WHERE c.kind IN ('rights', 'committee', 'account', 'balance')
  AND instr(lower(c.arguments), ${literal(named.toLowerCase().replace(/^0x/, ""))}) > 0
ORDER BY c.tx DESC\n`;
  if (part === "named")
    return `SELECT l.block, t.time, t.hash, l.address, coalesce(l.event, l.topic0) AS event
FROM logs l JOIN transactions t ON t.tx = l.tx
WHERE ${literal(`0x${"0".repeat(24)}${named.toLowerCase().replace(/^0x/, "")}`)} IN (l.topic1, l.topic2, l.topic3)
ORDER BY l.tx DESC\n`;
  const { call, failed, from, to, order = "newest" } = filter;
  const wanted = [
    conditions[part](address),
    ...(call === undefined ? [] : [`instr(lower(coalesce(method, selector, '')), ${literal(call.toLowerCase())}) > 0`]),
    ...(failed ? ["status <> 0"] : []),
    ...(from === undefined ? [] : [`time >= ${from}`]),
    ...(to === undefined ? [] : [`time <= ${to}`]),
  ];
  return `SELECT ${columns}\nFROM transactions\nWHERE ${wanted.join("\n  AND ")}\nORDER BY ${orders[order]}\n`;
}
