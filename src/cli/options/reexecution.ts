import { text } from "../../text/catalogue";
import type { Usage } from "../output/usageText";
import { integerOf } from "./optionValues";

/** How many blocks of a chain may be executed again, for `util.parseArgs`. */
export const blocksArgument = { blocks: { type: "string" } } as const;

/** The same for a usage. */
export const blocksUsage: Usage["options"][number] = [
  "--blocks N",
  text("maximum number of blocks to re-execute (default: 20000)"),
];

/** Undefined: as many as a copy of a chain's state takes by itself. @throws WrongCommandLine */
export const blocksOf = ({ blocks }: { readonly blocks?: string | undefined }): number | undefined =>
  integerOf("blocks", blocks, { min: 0, max: 10_000_000 });
