import { unmovedValue } from "../../chain/services/balance/unmovedValue";
import { t } from "../../text/catalogue";
import { asked } from "../kit/results";
import type { OperationContext } from "../model/operation";

/** That a transaction would go through without its value, on a chain that moves none. */
export async function unmovedWarnings(context: OperationContext, wei: bigint): Promise<readonly string[]> {
  const why = wei > 0n ? await unmovedValue(context.session, asked(context)) : undefined;
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
