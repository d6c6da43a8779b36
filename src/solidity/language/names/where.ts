import type { Declaration, SourceFile } from "./declarations";

/** What a name means, and the alias by which it came. */
export interface Found {
  readonly declaration: Declaration;
  readonly alias: Declaration | undefined;
}

/** Where a name stands, as far as it matters for what it means. */
export interface Where {
  readonly file: SourceFile;
  readonly contract: Declaration | undefined;
}

/** Where the parts of a declaration stand. */
export const whereOf = (declaration: Declaration): Where => ({
  file: declaration.file,
  contract: declaration.contract,
});
