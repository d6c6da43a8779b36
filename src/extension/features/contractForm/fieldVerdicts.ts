import type { AbiShape } from "../../../chain/abi/abiType";
import { readArgument } from "../../../chain/abi/abiValue";
import { withStraightQuotes } from "../../../chain/abi/typedQuotes";
import { moneyText } from "../../../chain/abi/valueNotes";
import { ChainError } from "../../../errors/chainError";
import type { FieldVerdict, FormField } from "../../../webview/contractForm/messages";

/** Who or what is known under an address; empty when it is unknown. */
type AddressNames = (address: string) => string;

type Typed = Pick<FormField, "type" | "text"> & { readonly shape: AbiShape };

/** What a text that fits comes to, where that is not what it looks like. */
function noteOf({ shape, type, text }: Typed, value: unknown, names: AddressNames): string {
  const typed = text.trim();
  if (shape.kind === "integer" && typeof value === "bigint")
    return String(value) === typed ? moneyText(type, typed) : `= ${value}`;
  if (shape.kind === "address") return names(typed.startsWith("0x") ? typed : `0x${typed}`);
  return "";
}

/** The address that a name of one's own stands for; undefined for what is no such name. */
type NamedAddress = (text: string) => string | undefined;

/**
 * Judges fields by the rule that encodes them (`readArgument`).
 * @param words an error as a sentence in the reader's language
 */
export async function fieldVerdicts(
  fields: readonly FormField[],
  names: AddressNames,
  namedAddress: NamedAddress,
  words: (error: unknown) => Promise<string>,
): Promise<FieldVerdict[]> {
  return Promise.all(
    fields.map(async ({ path, type, shape, text }) => {
      const own: AbiShape = shape as AbiShape;
      try {
        const named = own.kind === "address" ? namedAddress(text) : undefined;
        if (named !== undefined) return { path, problem: "", note: `= ${named}` };
        const parameter = { name: path, type, shape: own, indexed: false };
        const [straight] = withStraightQuotes([parameter], [text]);
        const value = readArgument(parameter, straight, 0);
        return { path, problem: "", note: noteOf({ shape: own, type, text }, value, names) };
      } catch (error) {
        const converted = error instanceof ChainError ? error.details["converted"] : undefined;
        return { path, problem: await words(error), note: "", ...(typeof converted === "string" ? { converted } : {}) };
      }
    }),
  );
}
