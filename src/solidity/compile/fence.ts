import type { CompileRequest } from "./compileRequest";

/** The only folder in which files of an untrusted project are read. */
export const fenceOf = ({
  trusted,
  workspace,
  root,
}: Pick<CompileRequest, "trusted" | "workspace" | "root">): string | undefined =>
  trusted ? undefined : (workspace ?? root);
