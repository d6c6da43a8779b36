import type { AddressHistory, AddressPart } from "../../../history/service/messages";
import type { HistoryLines, HistoryView, TransactionLine } from "../../../webview/explorer/messages";
import { Cancelled } from "../../kit/errors/cancelled";
import type { ExplorerContext } from "./explorerContext";
import { namesOf } from "./namedLine";

type Named = Pick<ExplorerContext, "nameOf">;
type Line = NonNullable<AddressHistory["maker"]>;
type NamingLine = NonNullable<AddressHistory["named"]>["lines"][number];

function transactionLine(named: Named, line: Line): TransactionLine & { created?: string } {
  const { hash, from, to, call, created, status, block, time } = line;
  return {
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

/** The lines of a part as the page shows them. */
export function historyLines(named: Named, history: AddressHistory, part: AddressPart): HistoryLines {
  const of = part === "named" ? history.named : history[part];
  const lines =
    part === "named"
      ? (history.named?.lines ?? []).map((line) => eventLine(named, line))
      : (history[part]?.lines ?? []).map((line) => transactionLine(named, line));
  return { lines, ...(of?.before === undefined ? {} : { before: of.before }) };
}

/** What the group's index has of an address; that it can't be asked is no failure of the page. @throws Cancelled */
export async function historyView(context: ExplorerContext, address: string): Promise<HistoryView> {
  const { history: door } = context;
  if (!door) return { kind: "none" };
  try {
    const history = await door.address(address);
    const { low, high, counts, maker, functions = [], failures = [] } = history;
    const part = (name: AddressPart): HistoryLines => historyLines(context, history, name);
    return {
      kind: "index",
      ...{ low, high, sent: counts?.sent ?? 0, received: counts?.received ?? 0 },
      ...(maker ? { maker: transactionLine(context, maker) } : {}),
      parts: { sent: part("sent"), received: part("received"), created: part("created"), named: part("named") },
      functions: [...functions],
      failures: [...failures],
    };
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return { kind: "failed", problem: await door.problem(error) };
  }
}
