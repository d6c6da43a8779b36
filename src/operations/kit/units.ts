import { type AmountUnit, amountUnits, parseAmount } from "../../chain/services/balance/amount";
import { text } from "../../text/catalogue";
import { oneOf, optional } from "../model/fields";

/** Of an amount that is written without one. */
export const unit = optional(oneOf(text("Unit"), amountUnits));

/**
 * A value as the chain takes it: in wei where a unit stands beside it, as the official console has it for gas prices.
 * @throws ChainError usage `invalidAmount`
 */
export const valueIn = ({ value, unit }: { readonly value: string; readonly unit?: AmountUnit | undefined }): string =>
  unit === undefined ? value : String(parseAmount(value, unit));
