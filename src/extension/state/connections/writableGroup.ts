import { clientError } from "../../../errors/clientError";
import type { ChainGroup } from "./chainGroup";

declare const writable: unique symbol;

/** A group whose connection lets its user write. Whatever signs takes one, so that nothing can sign without having looked. */
export type WritableGroup = ChainGroup & { readonly [writable]: true };

/** @throws ChainError usage `readOnlyConnection`. */
export function requireWriteAccess({ access, name }: Pick<ChainGroup["connection"], "access" | "name">): void {
  if (access === "readOnly") throw clientError("readOnlyConnection", { name });
}

/** The group as one that may be written to. @throws ChainError usage `readOnlyConnection`. */
export function requireWritable(group: ChainGroup): WritableGroup {
  requireWriteAccess(group.connection);
  return group as WritableGroup;
}
