import type { ChainError } from "./chainError";
import { type ClientErrorCode, clientError } from "./clientError";

/** What the system says most often of a file; any other reason is given as the system words it. */
const codes: Readonly<Record<string, ClientErrorCode>> = {
  ENOENT: "fileMissing",
  ENOTDIR: "fileMissing",
  EACCES: "fileForbidden",
  EPERM: "fileForbidden",
  EEXIST: "fileExists",
};

/**
 * What the system says of a file of this machine, as an error that names the file; undefined for any other error. A program that can't be
 * started and an address that nothing listens at are no files.
 */
export function fileError(thrown: unknown): ChainError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, path, syscall = "", message } = thrown as NodeJS.ErrnoException;
  if (typeof path !== "string" || !/^E[A-Z0-9]+$/.test(code ?? "") || /^(?:spawn|connect|listen)/.test(syscall))
    return undefined;
  // "EIO: i/o error, read": the words between the code and the call
  const reason = /^E\w+: ([^,]+)/.exec(message)?.[1] ?? message;
  return clientError(codes[code ?? ""] ?? "fileTrouble", { path, reason, systemCode: code ?? "" }, { cause: thrown });
}
