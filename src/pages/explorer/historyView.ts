import type { AddressHistory, HistoryFilter, HistoryPart } from "../../history/service/messages";
import type { HistoryLines, HistoryView } from "../../webview/explorer/messages";
import { type ExplorerContext, namesOf } from "./explorerContext";

type Named = Pick<ExplorerContext, "nameOf">;
type Line = NonNullable<AddressHistory["maker"]>;
type RightsLine = NonNullable<AddressHistory["rights"]>["lines"][number];
type BalanceLine = NonNullable<AddressHistory["balances"]>["lines"][number];
type NamingLine = NonNullable<AddressHistory["named"]>["lines"][number];

function transactionLine(named: Named, line: Line): HistoryLines["lines"][number] {
  const { hash, from, to, call, created, status, block, time, gas } = line;
  return {
    gas,
    ...{ hash, from, to, block, timeMs: time, names: namesOf(named, [from, to, created]) },
    ...(call === "" ? {} : { call }),
    ...(status === null ? {} : { status }),
    ...(created === "" ? {} : { created }),
  };
}

function eventLine(
  named: Named,
  { hash, contract, block, time, event, parameter }: NamingLine,
): HistoryLines["lines"][number] {
  const names = namesOf(named, [contract]);
  return { hash, to: contract, block, timeMs: time, names, event, call: parameter };
}

/** A refusal by a code is a failure, too. */
function rightsLine(
  named: Named,
  { hash, from, block, time, action, arguments: args, status, code }: RightsLine,
): HistoryLines["lines"][number] {
  const failed = status !== 0 ? status : code !== null && code < 0 ? code : 0;
  const names = namesOf(named, [from]);
  return { hash, from, block, timeMs: time, names, action, arguments: args, status: failed };
}

function balanceLine(named: Named, { tx: _, contract, time, ...line }: BalanceLine): HistoryLines["lines"][number] {
  return { ...line, to: contract, timeMs: time, names: namesOf(named, [contract]) };
}

function linesOf(named: Named, history: AddressHistory, part: HistoryPart): HistoryLines["lines"] {
  if (part === "named") return (history.named?.lines ?? []).map((line) => eventLine(named, line));
  if (part === "rights") return (history.rights?.lines ?? []).map((line) => rightsLine(named, line));
  if (part === "balances") return (history.balances?.lines ?? []).map((line) => balanceLine(named, line));
  return (history[part]?.lines ?? []).map((line) => transactionLine(named, line));
}

/** The lines of a part as the page shows them. */
export function historyLines(named: Named, history: AddressHistory, part: HistoryPart): HistoryLines {
  const next = history[part]?.next;
  return { lines: linesOf(named, history, part), ...(next ? { next } : {}) };
}

/** What the group's index has of an address; that it can't be asked is no failure of the page. @throws Cancelled */
export async function historyView(context: ExplorerContext, address: string): Promise<HistoryView> {
  const { history: historyAccess } = context;
  if (!historyAccess) return { kind: "none", ...(context.indexing ? { making: true } : {}) };
  try {
    const history = await historyAccess.address(address);
    const { low, high, counts, maker, functions = [], failures = [] } = history;
    const part = (name: HistoryPart): HistoryLines => historyLines(context, history, name);
    return {
      kind: "index",
      ...{ low, high, sent: counts?.sent ?? 0, received: counts?.received ?? 0 },
      ...(maker ? { maker: transactionLine(context, maker) } : {}),
      parts: {
        sent: part("sent"),
        received: part("received"),
        created: part("created"),
        named: part("named"),
        rights: part("rights"),
        balances: part("balances"),
      },
      functions: [...functions],
      failures: [...failures],
    };
  } catch (error) {
    if (context.isCancelled(error)) throw error;
    return { kind: "failed", problem: await historyAccess.problem(error) };
  }
}

const orders: Readonly<Record<NonNullable<HistoryFilter["order"]>, true>> = { newest: true, oldest: true, gas: true };

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
