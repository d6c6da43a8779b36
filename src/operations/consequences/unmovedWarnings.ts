import { unmovedValue } from "../../chain/services/unmovedValue";
import { t } from "../../text/catalogue";
import type { OperationContext } from "../model/operation";

/** That a transaction would go through without its value, on a chain that moves none. */
export async function unmovedWarnings({ session, signal }: OperationContext, wei: bigint): Promise<readonly string[]> {
  const why = wei > 0n ? await unmovedValue(session, signal ? { signal } : {}) : undefined;
  if (!why) return [];
  const { key, value } = why;
  return [
    value === undefined
      ? t(
          "This chain moves no value, as {0} isn't set. The transaction goes through, and its amount stays where it is.",
          key,
        )
      : t(
          "This chain moves no value, as {0} is {1}. The transaction goes through, and its amount stays where it is.",
          key,
          value,
        ),
  ];
}
