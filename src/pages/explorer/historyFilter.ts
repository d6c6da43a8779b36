import type { HistoryFilter } from "../../history/service/messages";

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
