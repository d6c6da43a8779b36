import type { OrderOf } from "../../processes/protocol";
import type { Style } from "./style";

/** What the process of the formatter does: a source in, the source as it is to be written out. */
export interface FormatterProtocol {
  readonly orders: {
    readonly format: OrderOf<
      { readonly text: string; readonly style: Style },
      /** `line`, from 1, of what it can't read. */
      { readonly text: string } | { readonly line: number | undefined }
    >;
  };
  readonly asks: Record<never, never>;
}
