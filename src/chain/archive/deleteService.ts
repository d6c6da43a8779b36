import * as v from "valibot";
import { clientError } from "../../errors/clientError";
import type { RequestOptions } from "../client/client";
import { createHttpTransport } from "../transport/httpTransport";
import { type ArchiveRange, requireBlockNumbers } from "./archiveRange";
import { isUnreachable } from "./queryService";

const answerSchema = v.looseObject({ status: v.string() });

/**
 * Lets a node delete transactions and receipts of a range, as the archive tool does when it has written them. The service makes no request
 * for no permission and does not check that anything was archived: the caller must know it.
 * @param url `http://IP:PORT` of `archive_ip` and `archive_port` in section [storage] of the node's config.ini; never TLS
 * @throws ChainError usage `archiveNumber`, `archiveRange`; rpc `archiveRefused` (nothing was deleted) or `archiveDeletePartial` (repeat
 * the same range) with the node's words; decode `archiveBadAnswer`; transport `archiveDeleteDown`; and what a request throws.
 */
export async function deleteArchivedData(url: string, range: ArchiveRange, options?: RequestOptions): Promise<void> {
  requireBlockNumbers(range);
  const { start, end } = range;
  if (start <= 0 || start > end) throw clientError("archiveRange", { start, end, current: "?" });
  const transport = createHttpTransport({ url, connections: 1 });
  try {
    const result = v.safeParse(answerSchema, await transport.request("deleteArchivedData", [start, end], options));
    if (!result.success) throw clientError("archiveBadAnswer", { endpoint: url, problem: "no status" });
    const { status } = result.output;
    if (status === "success") return;
    // Failures come as a text in the result, not as an error.
    const partial = status.startsWith("deleteArchivedData failed");
    throw clientError(partial ? "archiveDeletePartial" : "archiveRefused", { status, start, end });
  } catch (error) {
    throw isUnreachable(error)
      ? clientError("archiveDeleteDown", { endpoint: transport.label }, { cause: error })
      : error;
  } finally {
    await transport.close();
  }
}
